import { type Assertion, type Check, type CheckContext, check } from '../check/check.ts';
import { accepted, answeredWith, notServed, refused, statusOf } from '../check/judges.ts';
import { distinguishesCallerFromBody } from '../check/nobody.ts';
import { isBelowId } from '../check/place.ts';
import { controlOf, sentOnce } from '../check/positive-control.ts';
import { unlessNotTested } from '../check/verdict.ts';
import type { Clause, Contract } from '../contract/contract.ts';
import { type Operation, type RejectKind, successKeysOf } from '../contract/operations.ts';
import { isWrong } from '../contract/roles.ts';
import { statusesIn } from '../contract/statuses.ts';
import { present } from '../defined.ts';
import type { Exchange } from '../http/exchange.ts';
import { isUnauthorized, UNAUTHORIZED } from '../http/unauthorized.ts';
import { NOTHING_THERE } from '../semantics.ts';
import {
  type Case,
  type Credentials,
  combinedRefusal,
  companionsOf,
  credentialCases,
  isUsual,
  kindOf,
  nameOf,
  sendCombinedRefusal,
  sendValid,
  sendWithoutAccess,
  sharedAs,
  waysToBeWrong,
  words,
} from './credential-cases.ts';
import { expendableChecks } from './expendable.ts';
import { canBeServed, companionClause, type DerivedCheck, derivedClause } from './rule.ts';
import { controls, positive, requestForUnknownId, unknownDeletion } from './security-controls.ts';

/**
 * How many clauses a dealt check of a refusal counts for. One guard usually protects many operations. So if requests are
 * few, the kinds of callers without access are dealt out: each operation gets one kind, and each kind some operation.
 */
const CLAUSES_PER_REFUSAL = 6;

/** Which credentials open an operation, and which do not: none, each role, pairs of roles, and a wrong one of each role. */
export function securityMatrix(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  if (operation.security.length === 0) return [publicCheck(operation)];
  const opening = credentialCases(operation).filter(({ opens }) => opens);
  const closed = credentialCases(operation).filter(({ opens }) => !opens);
  const place = [...contract.operations.values()].filter(isGuarded).indexOf(operation);
  return [
    ...opening.map((one) => openingCheck(operation, one)),
    ...closed.map((one, kind) => {
      const isDealt = place >= 0 && kind === place % closed.length;
      const { clause, checks } = closedCheck(
        operation,
        { ...one, isDealt },
        waysToBeWrong(contract, operation, one.roles),
      );
      return { clause, checks: [...checks, ...expendableChecks(clause.id, operation, one.roles)] };
    }),
    ...(canBeServed(operation) && closed.length > 0 ? [refusalStatus(operation, closed)] : []),
  ];
}

/** Can its refusals show anything? If no caller is ever served, a refusal shows nothing about the credential. */
function isGuarded(operation: Operation): boolean {
  return operation.security.length > 0 && canBeServed(operation);
}

/** The clause that these credentials open the operation, or do not. `says` follows its method and path. */
function credentialClause(
  operation: Operation,
  name: string,
  says: string,
  presented: Credentials,
  opens: boolean,
): Clause {
  return derivedClause(operation, ['security', name], {
    text: `${operation.method} ${operation.path} ${says}.`,
    pointer: `${operation.pointer}/security`,
    needs: presented.filter((role) => opens || !isWrong(role)).map((role) => `credential:${role}`),
    subject: { kind: 'credential', presented, opens },
  });
}

function publicCheck(operation: Operation): DerivedCheck {
  const clause = credentialClause(operation, 'public', 'answers without any credential', [], true);
  const one = check({
    clause: clause.id,
    once: operation.costly,
    act: async (tools) => {
      const answer = await sendAs(tools, operation, []);
      // Clauses about answers need one that succeeds, even if a credential is needed for it.
      if (isUnauthorized(statusOf(answer))) await unlessNotTested(() => controlOf(tools, operation.id));
      return { answer };
    },
    judge: ({ answer }) => [servedOrUnknown(answer, operation)],
  });
  return { clause, checks: [one, ...(operation.permission === undefined ? signedInChecks(clause.id, operation) : [])] };
}

/** A public operation also serves a caller who sends a credential. */
function signedInChecks(clause: string, operation: Operation): readonly Check[] {
  return operation.schemes.slice(-1).map(({ role }) =>
    check({
      clause,
      variant: 'signed-in',
      depth: 'deep',
      act: async (tools) => ({ answer: await sendValid(tools, operation, [role]) }),
      judge: ({ answer }) => [servedOrUnknown(answer, operation)],
    }),
  );
}

function servedOrUnknown(answer: Exchange, operation: Operation): Assertion {
  return answeredWith(answer, ...successKeysOf(operation), ...unknownKeys(operation));
}

/** The statuses for an unknown id. If the path has an id, they count as served: the user's sample may be gone. */
function unknownKeys(operation: Operation): readonly string[] {
  const asksForId = isBelowId(operation);
  // A plain document seldom has every status that an operation returns.
  if (asksForId && operation.plain === true)
    return [...new Set([...NOTHING_THERE.map(String), ...statusesIn(operation.rejects['unknown-id'] ?? '404')])];
  return asksForId ? operation.responses.map(({ key }) => key).filter((key) => key === '404') : [];
}

function openingCheck(operation: Operation, { roles }: Case): DerivedCheck {
  const clause = credentialClause(operation, `${nameOf(roles)}-opens`, `accepts ${words(roles)}`, roles, true);
  const deletes = operation.method === 'DELETE';
  const one = check({
    clause: clause.id,
    changesNothing: operation.method === 'GET',
    act: async (tools) => ({ answer: await sendAs(tools, operation, roles) }),
    judge: ({ answer }) => [deletes ? servedOrUnknown(answer, operation) : accepted(answer)],
  });
  return { clause, checks: [one] };
}

/** Sends a valid request. A deletion is tried on an unknown id: the operation is open if the answer is about the id. */
function sendAs(tools: CheckContext, operation: Operation, roles: Credentials): Promise<Exchange> {
  if (operation.method !== 'DELETE') return sendValid(tools, operation, roles);
  return isUsual(operation, roles)
    ? unknownDeletion(tools, operation)
    : sharedAs(tools, operation.id, roles, () => tools.send(requestForUnknownId(tools, operation).as(...roles)));
}

function closedCheck(
  operation: Operation,
  { roles, isDealt }: Case & { readonly isDealt: boolean },
  [first, ...others]: ReturnType<typeof waysToBeWrong>,
): DerivedCheck {
  const kind = kindOf(roles);
  const says = `refuses a caller with ${words(roles)}`;
  const clause = credentialClause(operation, `${nameOf(roles)}-refused`, says, roles, false);
  const checkOf = (parts: GuardParts, send: Send) => guardCheck({ ...parts, clause: clause.id }, operation, kind, send);
  const alone = (tools: CheckContext, turn: number) => sendWithoutAccess(tools, operation, roles, kind, turn);
  const withBody: Send = (tools) => sentOnce(tools, tools.bare(operation.id).as().invalid(kind, words(roles)));
  const companions = companionsOf(operation, roles).length;
  const nearMisses = kind === 'wrong-credential' ? others : [];
  return {
    clause,
    checks: present(
      checkOf(
        { clausesPerRequest: (isDealt ? CLAUSES_PER_REFUSAL : 1) * Math.max(1, companions) },
        async (tools) => (await combinedRefusal(tools, operation, roles)) ?? alone(tools, first),
      ),
      companions > 0 && checkOf({ variant: 'alone', depth: 'deep' }, (tools) => alone(tools, first)),
      // At lower depths an unreadable body is enough, if its refusal shows that nobody looked at it.
      roles.length === 0 &&
        distinguishesCallerFromBody(operation) &&
        checkOf({ variant: 'with-body', depth: 'deep' }, withBody),
      ...nearMisses.map((turn) =>
        checkOf(
          { variant: `near-miss-${turn}`, depth: 'standard' },
          async (tools) => (await sendCombinedRefusal(tools, operation, roles, turn)) ?? alone(tools, turn),
        ),
      ),
    ),
  };
}

type GuardParts = Pick<Check, 'variant' | 'depth' | 'clausesPerRequest'>;
type Send = (tools: CheckContext) => Promise<Exchange>;

/** The check that a caller without access is refused, with the controls that show what the refusal is about. */
function guardCheck(
  parts: GuardParts & Pick<Check, 'clause'>,
  operation: Operation,
  kind: RejectKind,
  send: Send,
): Check {
  const exact = operation.rejects[kind] !== '4XX';
  return check({
    ...parts,
    changesNothing: operation.method !== 'DELETE',
    act: async (tools) => ({ answer: await send(tools), ...(await positive(tools, operation)) }),
    given: (evidence) => controls(evidence, { exact, operation }),
    judge: ({ answer }) => [exact ? refused(answer) : notServed(answer)],
  });
}

/** A caller without a credential gets one of the statuses that HTTP has for it (RFC 9110 sections 15.5.2 and 15.5.4). */
function refusalStatus(operation: Operation, closed: readonly Case[]): DerivedCheck {
  const clause = companionClause(
    operation,
    ['security', 'refusal-status'],
    'A caller without access gets 401 or 403.',
    { level: 'SHOULD', pointer: `${operation.pointer}/security` },
  );
  const bare = closed.filter(({ roles }) => roles.length === 0);
  return {
    clause,
    checks: bare.map(({ roles }) =>
      check({
        clause: clause.id,
        changesNothing: operation.method !== 'DELETE',
        act: async (tools) => ({ answer: await sendWithoutAccess(tools, operation, roles, 'missing-credential') }),
        judge: ({ answer }) => [answeredWith(answer, ...UNAUTHORIZED.map(String))],
      }),
    ),
  };
}
