import type { CheckContext } from '../check/check.ts';
import { createdIn, isSuccess } from '../check/judges.ts';
import { nobodyRefusedBeforeBody } from '../check/nobody.ts';
import { controlOf, sentOnce } from '../check/positive-control.ts';
import { type RequestBuilder, targetOf, WAYS_TO_BE_WRONG } from '../check/request.ts';
import type { Role } from '../check/target.ts';
import { unlessNotTested } from '../check/verdict.ts';
import { type Contract, operationOf } from '../contract/contract.ts';
import type { Operation, RejectKind } from '../contract/operations.ts';
import { fieldOf, isWrong, type RoleScheme, roleOf, wrongly } from '../contract/roles.ts';
import { ownId, pathFrom } from '../contract/undo.ts';
import type { Exchange } from '../http/exchange.ts';
import { pathValues } from '../relations/invariants/situation.ts';
import { withFirstRow } from './body-refusals.ts';
import { wasRefused } from './group-testing.ts';

/** The credentials that a caller presents: right ones of some roles, or well-formed wrong ones. */
export type Credentials = readonly Role[];

export interface Case {
  readonly roles: Credentials;
  readonly opens: boolean;
}

export function credentialCases(operation: Operation): readonly Case[] {
  const { roles: alternatives, schemes } = operation;
  const every = schemes.map(({ role }) => role);
  const opens = (roles: Credentials) =>
    alternatives.some((needed) => needed.every((role) => role !== undefined && roles.includes(role)));
  const documented = every.filter((role) => alternatives.some((needed) => needed.includes(role)));
  // An operation that serves callers without a credential may refuse a wrong one, or take no notice of it.
  const wrong = opens([]) ? [] : documented.map((role): Credentials => [wrongly(role)]);
  const leavesTraces =
    operation.permission !== undefined && operation.node['x-undo'] === undefined && operation.method !== 'DELETE';
  const pairs: readonly Credentials[] = leavesTraces ? [] : pairOf(schemes);
  const sets: readonly Credentials[] = [[], ...every.map((role): Credentials => [role]), ...pairs, ...wrong];
  return sets.filter((roles) => roles.length < 2 || opens(roles)).map((roles) => ({ roles, opens: opens(roles) }));
}

/** Two credentials at once, as some programs send them. Not cookies, and not two in one header, which holds only one. */
function pairOf(schemes: readonly RoleScheme[]): readonly Credentials[] {
  const [first, ...others] = schemes.filter(({ carrier }) => carrier.kind !== 'cookie');
  const second = others.find(({ carrier }) => first !== undefined && fieldOf(carrier) !== fieldOf(first.carrier));
  return first === undefined || second === undefined ? [] : [[first.role, second.role]];
}

export function nameOf(roles: Credentials): string {
  return roles.length === 0 ? 'nobody' : roles.join('-and-').replaceAll(' ', '-');
}

export function words(roles: Credentials): string {
  return roles.length === 0
    ? 'no credential'
    : roles.map((role) => (isWrong(role) ? `a ${role} that is well-formed` : `the ${role} credential`)).join(' and ');
}

/** Are these the credentials of the document's first alternative? A request carries them by default. */
export function isUsual({ roles: [usual = []] }: Operation, roles: Credentials): boolean {
  return roles.length === usual.length && usual.every((role) => role !== undefined && roles.includes(role));
}

export async function sendValid(tools: CheckContext, operation: Operation, roles: Credentials) {
  if (isUsual(operation, roles) && !(operation.method === 'GET' && operation.security.length === 0)) {
    const control = await controlOf(tools, operation.id);
    // The control of a public operation may carry a credential, whose owner pays for it. Then it does not count here.
    if (operation.security.length > 0 || control.request.credentials.length === 0) return control;
  }
  return sharedAs(tools, operation.id, roles, async () => {
    const plain = await tools.valid(operation.id);
    // Two credentials at once are sent with values that have to be accepted. If that fails, they are sent without.
    const row = roles.length < 2 ? undefined : await withFirstRow(tools, operation, plain);
    const ask = async (request: RequestBuilder) =>
      undoCreation(tools, operation, await tools.send(request.as(...roles)), roles);
    const together = row === undefined ? undefined : await ask(row);
    return together !== undefined && isSuccess(together) ? together : ask(plain);
  });
}

/** The answer of an operation to these credentials, asked once per run. */
export function sharedAs(
  tools: CheckContext,
  operation: string,
  roles: Credentials,
  make: () => Promise<Exchange>,
): Promise<Exchange> {
  return tools.shared(`${operation} as ${nameOf(roles)}`, make);
}

/**
 * Deletes at once what was created only to show that creating works: a target may limit how much it keeps. If `roles` may
 * delete, they do it, which shows that they may.
 */
export async function undoCreation(
  tools: CheckContext,
  operation: Operation,
  answer: Exchange,
  roles?: Credentials,
): Promise<Exchange> {
  const undo = operation.node['x-undo'];
  if (undo === undefined || !isSuccess(answer)) return answer;
  const path = pathFrom(undo, createdIn(answer, ownId(undo)?.pointer), pathValues(operation, answer.request));
  if (Object.values(path).includes('')) return answer;
  const deletion = tools.request(undo.operation).path(path);
  const deleted =
    roles === undefined || !isOpened(tools, undo.operation, roles)
      ? undefined
      : await sharedAs(tools, undo.operation, roles, () => tools.send(deletion.as(...roles)));
  // `sharedAs` may return the deletion of another resource.
  const isDeleted = deleted?.request.target === targetOf(deletion.draft) && isSuccess(deleted);
  if (!isDeleted) await tools.send(deletion);
  return answer;
}

function isOpened({ contract }: CheckContext, id: string, roles: Credentials): boolean {
  const operation = operationOf(contract, id);
  return credentialCases(operation).some((one) => one.opens && nameOf(one.roles) === nameOf(roles));
}

/**
 * The refusal of one request that carries all credentials that must not open the operation. Beside another credential, one may
 * fail that opens it alone. Operations with the same roles have the same guard, so the first of them gets each credential
 * alone. Undefined at that first operation, if the refusal is not the right one, and if there is nothing to combine.
 */
export async function combinedRefusal(
  tools: CheckContext,
  operation: Operation,
  roles: Credentials,
): Promise<Exchange | undefined> {
  return isAskedAlone(tools, operation, roles) ? undefined : sendCombinedRefusal(tools, operation, roles);
}

/** Sends that request, to any operation. `turn` is the way in which a wrong credential among them is wrong. */
export async function sendCombinedRefusal(
  tools: CheckContext,
  operation: Operation,
  roles: Credentials,
  turn?: number,
): Promise<Exchange | undefined> {
  const together = companionsOf(operation, roles);
  if (losesSomething(tools, operation) || together.length === 0) return undefined;
  const answer = await unlessNotTested(() => sendWithoutAccess(tools, operation, together, kindOf(together), turn));
  return answer !== undefined && wasRefused(answer, { operation, reject: kindOf(roles) }) ? answer : undefined;
}

/** If served, would it delete something that was created for this? Then nothing could show which credential opened it. */
function losesSomething({ contract }: CheckContext, { method, id }: Operation): boolean {
  return method === 'DELETE' && creatorOf(contract, id) !== undefined;
}

/** The operation whose creations this one deletes. */
function creatorOf({ operations }: Contract, id: string): Operation | undefined {
  return [...operations.values()].find(({ node }) => node['x-undo']?.operation === id);
}

/**
 * All credentials that are refused with the same status, if these roles are among them. Not a token in the header Authorization:
 * many services look at nothing else. Nor a wrong one beside right ones that must not open it: many services refuse it first.
 */
export function companionsOf(operation: Operation, roles: Credentials): Credentials {
  const status = operation.rejects[kindOf(roles)];
  const inAuthorization = operation.schemes
    .filter(({ carrier }) => carrier.kind === 'authorization')
    .map(({ role }) => role);
  const together = credentialCases(operation)
    .filter((one) => !one.opens && one.roles.length === 1 && operation.rejects[kindOf(one.roles)] === status)
    .flatMap((one) => one.roles)
    .filter((role) => !inAuthorization.includes(roleOf(role)) && (roles.some(isWrong) || !isWrong(role)));
  const isAmong = together.length > 1 && roles.some((role) => together.includes(role));
  return isAmong ? together : [];
}

function isAskedAlone(tools: CheckContext, operation: Operation, roles: Credentials): boolean {
  const sameGuard = [...tools.contract.operations.values()].filter(
    (one) =>
      JSON.stringify(one.roles) === JSON.stringify(operation.roles) &&
      tools.isWanted(`${one.id}/security/${nameOf(roles)}-refused`),
  );
  const first = sameGuard.find(({ permission }) => permission === undefined) ?? sameGuard[0];
  return (first ?? operation).id === operation.id;
}

/** A right credential that does not open this operation counts as a missing one. */
export function kindOf(roles: Credentials): RejectKind {
  return roles.some(isWrong) ? 'wrong-credential' : 'missing-credential';
}

/**
 * The ways (by index) in which a wrong credential is wrong at this operation. They are dealt out evenly to the operations that
 * ask for the role, in the order of the document. Each way comes at least once, and each operation gets at least one. The
 * last way is of another kind: only the first operation gets it, in addition.
 */
export function waysToBeWrong(
  { operations }: Contract,
  { id }: Operation,
  roles: Credentials,
): readonly [number, ...number[]] {
  const wrong = roles.filter(isWrong).map(roleOf)[0];
  const asking = [...operations.values()].filter((one) => wrong !== undefined && one.roles.flat().includes(wrong));
  const position = asking.findIndex((one) => one.id === id);
  const turns = WAYS_TO_BE_WRONG - 1;
  const all = Array.from({ length: Math.max(asking.length, turns) }, (_, turn) => turn);
  const [first = 0, ...rest] = all.filter((turn) => turn % asking.length === position).map((turn) => turn % turns);
  return position === 0 ? [first, ...rest, turns] : [first, ...rest];
}

/** The answer to a caller who must not be served, once per run. `turn` is the way in which a wrong credential is wrong. */
export async function sendWithoutAccess(
  tools: CheckContext,
  operation: Operation,
  roles: Credentials,
  kind: RejectKind,
  turn = waysToBeWrong(tools.contract, operation, roles)[0],
) {
  const base = (await disposableTarget(tools, operation)) ?? (await closedTarget(tools, operation));
  const request = base
    .as(...roles)
    .wrongBy(turn)
    .invalid(kind, words(roles));
  return tools.shared(`${operation.id} closed to ${nameOf(roles)} ${turn}`, async () => {
    if (operation.requestBody === undefined) return tools.send(request);
    const atTheDoor = roles.length === 0 ? await nobodyRefusedBeforeBody(tools, operation) : undefined;
    return atTheDoor ?? sentOnce(tools, request);
  });
}

/**
 * The request that a caller without access sends. In a plain document the refusals of a caller and of an unknown id are both
 * just a 4xx. So the request is one that could be served, unless it deletes.
 */
async function closedTarget(tools: CheckContext, operation: Operation): Promise<RequestBuilder> {
  const valid =
    operation.plain === true && operation.method !== 'DELETE'
      ? await unlessNotTested(() => tools.valid(operation.id))
      : undefined;
  return valid ?? tools.bare(operation.id);
}

/**
 * For an operation that deletes what another creates: a request about something created for this, so that a caller who must
 * not be served could do real harm. Undefined if creating is not allowed; then an unknown id is used.
 */
async function disposableTarget(tools: CheckContext, operation: Operation): Promise<RequestBuilder | undefined> {
  const creator = creatorOf(tools.contract, operation.id);
  const undo = creator?.node['x-undo'];
  if (creator === undefined || undo === undefined) return undefined;
  const created = await unlessNotTested(() => controlOf(tools, creator.id), 'skip');
  if (created === undefined || !isSuccess(created)) return undefined;
  const path = pathFrom(undo, createdIn(created, ownId(undo)?.pointer), pathValues(creator, created.request));
  return Object.values(path).includes('') ? undefined : tools.request(operation.id).path(path);
}
