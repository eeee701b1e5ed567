import type { Tools } from '../check/check.ts';
import { isSuccess, textAt } from '../check/judges.ts';
import { controlOf, sentOnce } from '../check/positive-control.ts';
import { type RequestBuilder, WAYS_TO_BE_WRONG } from '../check/request.ts';
import type { Role } from '../check/target.ts';
import { unlessNotShown } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation, RejectKind } from '../contract/operations.ts';
import type { RoleScheme } from '../contract/roles.ts';
import type { Exchange } from '../http/exchange.ts';
import { isRefused } from './group-testing.ts';

/** The credentials that a caller presents: the right ones of some roles, or well-formed ones that are wrong. */
export type Presentation = readonly Role[];

export interface Case {
  readonly roles: Presentation;
  readonly opens: boolean;
}

export function presentations(operation: Operation): readonly Case[] {
  const { roles: alternatives, schemes } = operation;
  const every = schemes.map(({ role }) => role);
  const opens = (roles: Presentation) =>
    alternatives.some((needed) => needed.every((role) => role !== undefined && roles.includes(role)));
  const documented = every.filter((role) => alternatives.some((needed) => needed.includes(role)));
  const wrong = documented.map((role): Presentation => [`wrong ${role}`]);
  const leavesTraces =
    operation.permission !== undefined && operation.node['x-undo'] === undefined && operation.method !== 'DELETE';
  const pairs: readonly Presentation[] = leavesTraces ? [] : pairOf(schemes);
  const sets: readonly Presentation[] = [[], ...every.map((role): Presentation => [role]), ...pairs, ...wrong];
  return sets.filter((roles) => roles.length < 2 || opens(roles)).map((roles) => ({ roles, opens: opens(roles) }));
}

/** What programs send along out of habit: two credentials, of which one would do. A cookie belongs to a browser. */
function pairOf(schemes: readonly RoleScheme[]): readonly Presentation[] {
  const [first, second] = schemes.filter(({ carrier }) => carrier.kind !== 'cookie').map(({ role }) => role);
  return first === undefined || second === undefined ? [] : [[first, second]];
}

export function nameOf(roles: Presentation): string {
  return roles.length === 0 ? 'nobody' : roles.join('-and-').replaceAll(' ', '-');
}

export function words(roles: Presentation): string {
  return roles.length === 0
    ? 'no credential'
    : roles
        .map((role) => (role.startsWith('wrong ') ? `a ${role} that is well-formed` : `the ${role} credential`))
        .join(' and ');
}

/** The first alternative of the document: what a request carries that says nothing of credentials. */
export function isUsual({ roles: [usual = []] }: Operation, roles: Presentation): boolean {
  return roles.length === usual.length && usual.every((role) => role !== undefined && roles.includes(role));
}

export async function sendValid(tools: Tools, operation: Operation, roles: Presentation) {
  if (isUsual(operation, roles) && (operation.security.length === 1 || tools.thrifty))
    return controlOf(tools, operation.id);
  return tools.shared(`${operation.id} as ${nameOf(roles)}`, async () =>
    takenBack(tools, operation, await tools.send((await tools.valid(operation.id)).as(...roles))),
  );
}

/** What was created only to see creating work is taken back at once: how many of them a target keeps is left open. */
export async function takenBack(tools: Tools, operation: Operation, answer: Exchange): Promise<Exchange> {
  const undo = operation.node['x-undo'];
  if (undo === undefined || !isSuccess(answer)) return answer;
  const path = undoPath(undo, answer);
  if (!Object.values(path).includes('')) await tools.send(tools.request(undo.operation).path(path));
  return answer;
}

/** The path values of what was created; empty where the answer does not tell one. */
function undoPath({ path }: Undo, answer: Exchange): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(path).map(([name, pointer]) => [name, textAt(answer, pointer) ?? '']));
}

type Undo = NonNullable<Operation['node']['x-undo']>;

/**
 * Where requests are few: the refusal of all the credentials together that do not open the operation, but for a token in
 * the header Authorization: many services look no further where there is one. Undefined where that is not refused as it
 * has to be, for a role that is not one of them, and for what would be gone if it were served.
 */
export async function refusedTogether(
  tools: Tools,
  operation: Operation,
  roles: Presentation,
): Promise<Exchange | undefined> {
  const reject = kindOf(roles);
  const status = operation.rejects[reject];
  const inAuthorization = operation.schemes
    .filter(({ carrier }) => carrier.kind === 'authorization')
    .map(({ role }) => role);
  const together = presentations(operation)
    .filter((one) => !one.opens && one.roles.length === 1 && operation.rejects[kindOf(one.roles)] === status)
    .flatMap((one) => one.roles)
    .filter((role) => !inAuthorization.includes(role.replace(/^wrong /u, '')));
  if (
    !tools.thrifty ||
    operation.method === 'DELETE' ||
    together.length < 2 ||
    !roles.some((role) => together.includes(role))
  )
    return undefined;
  const answer = await unlessNotShown(() => sendClosed(tools, operation, together, kindOf(together)));
  return answer !== undefined && isRefused(answer, { operation, reject }) ? answer : undefined;
}

/** A credential that opens something else is a missing one here. */
export function kindOf(roles: Presentation): RejectKind {
  return roles.some((role) => role.startsWith('wrong ')) ? 'wrong-credential' : 'missing-credential';
}

/**
 * The ways in which a wrong credential is wrong at this operation. They are dealt out in the order of the document to the
 * operations that ask for the role: as evenly as can be, each at least once, and one at least for each operation. The last
 * one is of another kind altogether, and stands beside the others at the first of them.
 */
export function turnsOf(
  { operations }: Contract,
  { id }: Operation,
  roles: Presentation,
): readonly [number, ...number[]] {
  const wrong = roles.find((role) => role.startsWith('wrong '))?.slice('wrong '.length);
  const asking = [...operations.values()].filter((one) => wrong !== undefined && one.roles.flat().includes(wrong));
  const place = asking.findIndex((one) => one.id === id);
  const dealt = WAYS_TO_BE_WRONG - 1;
  const all = Array.from({ length: Math.max(asking.length, dealt) }, (_, turn) => turn);
  const [first = 0, ...rest] = all.filter((turn) => turn % asking.length === place).map((turn) => turn % dealt);
  return place === 0 ? [first, ...rest, dealt] : [first, ...rest];
}

export async function sendClosed(
  tools: Tools,
  operation: Operation,
  roles: Presentation,
  kind: RejectKind,
  turn = turnsOf(tools.contract, operation, roles)[0],
) {
  const base =
    operation.requestBody === undefined
      ? ((await disposableTarget(tools, operation)) ?? unknownTarget(tools, operation))
      : tools.bare(operation.id);
  const request = base
    .as(...roles)
    .wrongBy(turn)
    .invalid(kind, words(roles));
  return tools.shared(`${operation.id} closed to ${nameOf(roles)} ${turn}`, () =>
    operation.requestBody === undefined ? tools.send(request) : sentOnce(tools, request),
  );
}

/**
 * For an operation that takes back what another creates: something made for the purpose, so that a caller who should not
 * be served could really do harm. Undefined where creating is not allowed; then an id that nothing has must do.
 */
async function disposableTarget(tools: Tools, operation: Operation): Promise<RequestBuilder | undefined> {
  const creator = [...tools.contract.operations.values()].find(
    ({ node }) => node['x-undo']?.operation === operation.id,
  );
  const undo = creator?.node['x-undo'];
  if (creator === undefined || undo === undefined) return undefined;
  const created = await unlessNotShown(() => controlOf(tools, creator.id), 'skip');
  if (created === undefined || !isSuccess(created)) return undefined;
  const path = undoPath(undo, created);
  return Object.values(path).includes('') ? undefined : tools.request(operation.id).path(path);
}

export function unknownTarget(tools: Tools, operation: Operation): RequestBuilder {
  const values = Object.fromEntries(
    operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => [name, tools.unknownId(schema.format ?? 'uuid')]),
  );
  return tools.request(operation.id).path(values);
}
