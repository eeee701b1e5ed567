import { type Assertion, type Check, check, type Tools } from '../check/check.ts';
import {
  accepted,
  answeredWith,
  applicable,
  enough,
  isSuccess,
  notServed,
  refused,
  statusOf,
} from '../check/judges.ts';
import { tellsDoorFromBody } from '../check/nobody.ts';
import { controlKey, controlOf, sentOnce } from '../check/positive-control.ts';
import type { RequestBuilder } from '../check/request.ts';
import { unlessNotShown } from '../check/verdict.ts';
import { type Operation, successKeysOf } from '../contract/operations.ts';
import { isWrong } from '../contract/roles.ts';
import type { Exchange } from '../http/exchange.ts';
import { isUnauthorized, UNAUTHORIZED } from '../http/unauthorized.ts';
import {
  type Case,
  type Credentials,
  companionsOf,
  credentialCases,
  isUsual,
  kindOf,
  nameOf,
  refusedBeside,
  refusedTogether,
  sendClosed,
  sendValid,
  sharedAs,
  turnsOf,
  words,
} from './credential-cases.ts';
import { canBeServed, type DerivedCheck, derivedClause, type RequestRule } from './rule.ts';

/** Which roles open an operation, and which do not: every operation against nothing, each role, pairs, and a wrong one of each. */
export const securityMatrix: RequestRule = {
  derive(operation, contract) {
    if (operation.security.length === 0) return [publicCheck(operation)];
    const opening = credentialCases(operation).filter(({ opens }) => opens);
    const closed = credentialCases(operation).filter(({ opens }) => !opens);
    return [
      ...opening.map((one) => openingCheck(operation, one)),
      ...closed.map((one) => closedCheck(operation, one, turnsOf(contract, operation, one.roles))),
      ...(canBeServed(operation) ? [refusalStatus(operation, closed)] : []),
    ];
  },
};

function publicCheck(operation: Operation): DerivedCheck {
  const clause = derivedClause(operation, ['security', 'public'], {
    text: `${operation.method} ${operation.path} answers without any credential.`,
    pointer: `${operation.pointer}/security`,
    subject: { kind: 'credential', presented: [], opens: true },
  });
  const checks = [
    check({
      clause: clause.id,
      ...(operation.costly ? { once: true } : {}),
      act: async (tools) => ({
        answer: await (operation.method === 'DELETE' ? unknownDeletion(tools, operation) : sendValid(tools, operation, [])),
      }),
      judge: ({ answer }) => [answeredWith(answer, ...successKeysOf(operation), ...unknownKeys(operation))],
    }),
  ];
  return {
    clause,
    checks: operation.permission === undefined ? [...checks, ...signedInChecks(clause.id, operation)] : checks,
  };
}

/** Who has signed in elsewhere is served where nobody has to. */
function signedInChecks(clause: string, operation: Operation): readonly Check[] {
  return operation.schemes.slice(-1).map(({ role }) =>
    check({
      clause,
      variant: 'signed-in',
      depth: 'deep',
      act: async (tools) => ({ answer: await sendValid(tools, operation, [role]) }),
      judge: ({ answer }) => [answeredWith(answer, ...successKeysOf(operation), ...unknownKeys(operation))],
    }),
  );
}

/** Where an id is asked for, the documented answer to an unknown one is an answer too: the user's sample may have gone. */
function unknownKeys(operation: Operation): readonly string[] {
  const asksForId = operation.parameters.some((parameter) => parameter.in === 'path');
  // Hardly a plain document has every status that an operation gives.
  if (asksForId && operation.plain === true) return UNKNOWN;
  return asksForId ? operation.responses.map(({ key }) => key).filter((key) => key === '404') : [];
}

const UNKNOWN = ['404', '410'];

function openingCheck(operation: Operation, { roles }: Case): DerivedCheck {
  const clause = derivedClause(operation, ['security', `${nameOf(roles)}-opens`], {
    text: `${operation.method} ${operation.path} accepts ${words(roles)}.`,
    pointer: `${operation.pointer}/security`,
    needs: roles.map((role) => `credential:${role}`),
    subject: { kind: 'credential', presented: roles, opens: true },
  });
  const act = async (tools: Tools) => ({ answer: await sendValid(tools, operation, roles) });
  return {
    clause,
    checks:
      operation.method === 'DELETE'
        ? [deletingCheck(clause.id, operation, roles)]
        : [
            check({
              clause: clause.id,
              ...(operation.method === 'GET' ? { changesNothing: true } : {}),
              act,
              judge: ({ answer }) => [accepted(answer)],
            }),
          ],
  };
}

/** Deleting is tried on an id that does not exist: open means that the answer is about the id, be it right or wrong. */
function deletingCheck(clause: string, operation: Operation, roles: Credentials): Check {
  return check({
    clause,
    act: async (tools) => ({ answer: await deleteUnknown(tools, operation, roles) }),
    judge: ({ answer }) => [answeredWith(answer, ...successKeysOf(operation), ...unknownKeys(operation))],
  });
}

function deleteUnknown(tools: Tools, operation: Operation, roles: Credentials): Promise<Exchange> {
  return isUsual(operation, roles)
    ? unknownDeletion(tools, operation)
    : sharedAs(tools, operation.id, roles, () => tools.send(ofNothing(tools, operation).as(...roles)));
}

/** The control of an operation that deletes. */
function unknownDeletion(tools: Tools, operation: Operation): Promise<Exchange> {
  return tools.shared(controlKey(operation.id), () => tools.send(ofNothing(tools, operation)));
}

function ofNothing(tools: Tools, operation: Operation): RequestBuilder {
  return tools.bare(operation.id).open('an id that does not exist');
}

function closedCheck(
  operation: Operation,
  { roles }: Case,
  [first, ...others]: ReturnType<typeof turnsOf>,
): DerivedCheck {
  const kind = kindOf(roles);
  const exact = operation.rejects[kind] !== '4XX';
  const clause = derivedClause(operation, ['security', `${nameOf(roles)}-refused`], {
    text: `${operation.method} ${operation.path} refuses a caller with ${words(roles)}.`,
    pointer: `${operation.pointer}/security`,
    needs: roles.filter((role) => !isWrong(role)).map((role) => `credential:${role}`),
    subject: { kind: 'credential', presented: roles, opens: false },
  });
  const checkOf = (
    parts: Pick<Check, 'variant' | 'depth' | 'clausesPerRequest'>,
    send: (tools: Tools) => Promise<Exchange>,
  ) =>
    check({
      clause: clause.id,
      ...parts,
      ...(operation.method === 'DELETE' ? {} : { changesNothing: true }),
      act: async (tools) => ({ answer: await send(tools), ...(await positive(tools, operation)) }),
      given: (evidence) => controls(evidence, { exact, operation }),
      judge: ({ answer }) => [exact ? refused(answer) : notServed(answer)],
    });
  const alone = (tools: Tools, turn: number) => sendClosed(tools, operation, roles, kind, turn);
  // Before that a body that nobody can read is enough, where its refusal tells that nobody looked at it.
  const withBody = () =>
    checkOf({ variant: 'with-body', depth: 'deep' }, (tools) =>
      sentOnce(tools, tools.bare(operation.id).as().invalid(kind, words(roles))),
    );
  const nearMisses = kind === 'wrong-credential' ? others : [];
  return {
    clause,
    checks: [
      checkOf(
        { clausesPerRequest: Math.max(1, companionsOf(operation, roles).length) },
        async (tools) => (await refusedTogether(tools, operation, roles)) ?? alone(tools, first),
      ),
      ...(companionsOf(operation, roles).length === 0
        ? []
        : [checkOf({ variant: 'alone', depth: 'deep' }, (tools) => alone(tools, first))]),
      ...(roles.length === 0 && tellsDoorFromBody(operation) ? [withBody()] : []),
      ...nearMisses.map((turn) =>
        checkOf(
          { variant: `near-miss-${turn}`, depth: 'standard' },
          async (tools) => (await refusedBeside(tools, operation, roles, turn)) ?? alone(tools, turn),
        ),
      ),
    ],
  };
}

/** Where the contract names no status, the two that HTTP has for it (RFC 9110 sections 15.5.2 and 15.5.4). */
function refusalStatus(operation: Operation, closed: readonly Case[]): DerivedCheck {
  const clause = derivedClause(operation, ['security', 'refusal-status'], {
    level: 'SHOULD',
    text: 'A caller without access gets 401 or 403.',
    pointer: `${operation.pointer}/security`,
    subject: { kind: 'companion' },
  });
  const bare = closed.filter(({ roles }) => roles.length === 0);
  return {
    clause,
    checks: bare.map(({ roles }) =>
      check({
        clause: clause.id,
        ...(operation.method === 'DELETE' ? {} : { changesNothing: true }),
        act: async (tools) => ({ answer: await sendClosed(tools, operation, roles, 'missing-credential') }),
        judge: ({ answer }) => [answeredWith(answer, ...UNAUTHORIZED.map(String))],
      }),
    ),
  };
}

interface Controls {
  readonly answer: Exchange;
  readonly control?: Exchange;
  /** An answer to what is open to everybody at the same address. */
  readonly neighbour?: Exchange;
  /** Where the right credential meets a server error: the answer to a caller without any. */
  readonly stranger?: Exchange;
}

/**
 * A refusal shows something only where the right credential is not refused, or where the refusal names the credential.
 * `exact`: just one status will do.
 */
function controls(
  { answer, control, neighbour, stranger }: Controls,
  { exact, operation }: { readonly exact: boolean; readonly operation: Operation },
): readonly Assertion[] {
  if (isSuccess(answer)) return [];
  // Who meets the error that stands behind the door has come through it, where strangers are refused at the door.
  const isBeyond = stranger !== undefined && isUnauthorized(statusOf(stranger)) && (statusOf(answer) ?? 0) >= 500;
  if (exact && isBeyond) return [];
  if (neighbour !== undefined && statusOf(neighbour) === statusOf(answer))
    return [
      applicable(
        false,
        'it was answered as an id that nothing has is answered to everybody, so it does not show whether the credential was missed; an id that something has is never tried',
      ),
    ];
  const isAlike = control !== undefined && statusOf(control) === statusOf(answer);
  // Which refusal it is may be left open, and an id that nothing has is refused to everybody.
  if (isAlike && operation.method === 'DELETE' && !isUnauthorized(statusOf(answer)) && (statusOf(answer) ?? 0) < 500)
    return [
      applicable(
        false,
        'it was answered as the deletion of what is not there is answered, so it does not show whether the credential was missed',
      ),
    ];
  if (control !== undefined)
    return [enough(!isAlike, 'the right credential is refused in the same way, so the refusal shows nothing')];
  return [
    enough(
      isUnauthorized(statusOf(answer)),
      'without the right credential only a 401 or 403 shows that it was missed',
      'give the credential that has access to the operation',
    ),
  ];
}

/** The same operation with the right credential, where the user gave it and sending it is allowed. */
async function positive(tools: Tools, operation: Operation): Promise<Omit<Controls, 'answer'>> {
  if (!canBeServed(operation)) return (await unlessNotShown(() => publicNeighbour(tools, operation), 'skip')) ?? {};
  const control = await unlessNotShown(
    () => (operation.method === 'DELETE' ? unknownDeletion(tools, operation) : controlOf(tools, operation.id)),
    'skip',
  );
  if (control === undefined) return {};
  if ((statusOf(control) ?? 0) < 500) return { control };
  const stranger = await unlessNotShown(() => sendClosed(tools, operation, [], 'missing-credential'), 'skip');
  return stranger === undefined ? { control } : { control, stranger };
}

/** What nobody may do cannot be tried with success; beside it stands what everybody may do at the same address. */
async function publicNeighbour(tools: Tools, { path }: Operation): Promise<{ neighbour?: Exchange }> {
  const open = [...tools.contract.operations.values()].find(
    (other) => other.path === path && other.method === 'GET' && other.security.length === 0,
  );
  return open === undefined ? {} : { neighbour: await tools.send(ofNothing(tools, open)) };
}
