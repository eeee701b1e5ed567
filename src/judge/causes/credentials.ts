import { isDeepStrictEqual } from 'node:util';
import { isSuccess, statusOf } from '../../check/judges.ts';
import type { Clause } from '../../contract/contract.ts';
import { isWrong } from '../../contract/roles.ts';
import { defined } from '../../defined.ts';
import { type Group, groupByValue } from '../../groups.ts';
import { type Exchange, isCredentialCase } from '../../http/exchange.ts';
import { isUnauthorized } from '../../http/unauthorized.ts';
import { exercised, operationsOf, type Symptom } from './symptoms.ts';
import { type Hypothesis, isHalf, isMost, type Theory } from './theory.ts';

/** Who is told what is wrong with the rest of a request was let in. */
const BEYOND: readonly number[] = [400, 422];

/** Served, though it ought to be refused for its credential. */
function isLetIn({ exchange, violation }: Symptom): boolean {
  const actual = violation.status?.actual ?? (exchange && statusOf(exchange)) ?? 0;
  return isCredentialCase(exchange) && ((actual < 300 && actual >= 200) || BEYOND.includes(actual));
}

/** An operation, or the whole service, that asks for no credential at all. */
export const openToAnybody: Theory = (seen) => {
  const open = seen.symptoms.filter(
    (one) => isLetIn(one) && one.exchange?.request.credentials.length === 0 && refusesNobody(one.clause),
  );
  const operations = operationsOf(open);
  const guarded = exercised(seen, refusesNobody);
  const nature = { kind: 'credential-accepted', presented: [] } as const;
  const within = (ids: readonly string[]) => (symptom: Symptom) =>
    isLetIn(symptom) && ids.includes(symptom.exchange?.operation ?? '');
  if (operations.length >= SEVERAL || (operations.length > 1 && isMost(operations.length, guarded.length)))
    return [
      {
        id: 'service/open-to-anybody',
        nature,
        scope: 'service',
        ...defined({ lead: leadAmong(open) }),
        explains: within(operations),
      },
    ];
  return operations.map(
    (id): Hypothesis => ({
      id: `${id}/open-to-anybody`,
      nature,
      scope: 'operation',
      ...defined({ lead: leadAmong(open.filter(({ exchange }) => exchange?.operation === id)) }),
      explains: within([id]),
    }),
  );
};

/** Does it say that a caller without any credential is refused? */
function refusesNobody({ subject }: Clause): boolean {
  return subject?.kind === 'credential' && !subject.opens && subject.presented.length === 0;
}

/** One kind of credential that opens wherever it is presented, though it must not. */
export const acceptedCredentials: Theory = ({ symptoms, exchanges }) => {
  const groups = groupByValue(symptoms.filter(isLetIn), ({ exchange }) => presentedBy(exchange)).filter(
    ({ common }) => common.length > 0,
  );
  return [
    ...anyCredential(groups),
    ...groups.flatMap(({ common: presented, members }): readonly Hypothesis[] => {
      const operations = operationsOf(members);
      const tried = new Set(exchanges.filter((one) => isTrial(one, presented)).map(({ operation }) => operation));
      if (operations.length < 2 || (operations.length < SEVERAL && !isHalf(operations.length, tried.size))) return [];
      const headers = credentialHeaders(members, exchanges);
      return [
        {
          id: `service/accepts-${presented.join('+').replaceAll(/[^A-Za-z]+/gu, '-')}`,
          nature: { kind: 'credential-accepted', presented },
          scope: 'service',
          minimum: 2,
          ...defined({ lead: leadAmong(members) }),
          // Where a wrong one is good enough, whatever else stands in the same header is as well.
          explains: (symptom) =>
            isLetIn(symptom) &&
            (isDeepStrictEqual(presentedBy(symptom.exchange), presented) ||
              (presented.some(isWrong) && headers.some((name) => name in (symptom.exchange?.request.headers ?? {})))),
        },
      ];
    }),
  ];
};

/** The clause that speaks of the credential itself, rather than of where it stood or what became of it. */
function leadAmong(members: readonly Symptom[]): string | undefined {
  return members.find(({ clause: { subject } }) => subject?.kind === 'credential' && !subject.opens)?.clause.id;
}

/** Several kinds of right credentials open what is for others: who is somebody may do everything. */
function anyCredential(groups: readonly Group<Symptom, readonly string[]>[]): readonly Hypothesis[] {
  const misplaced = groups.filter(({ common: [name = '', ...more] }) => more.length === 0 && !isWrong(name));
  const operations = new Set(misplaced.flatMap(({ members }) => operationsOf(members)));
  if (misplaced.length < 2 || operations.size < MANY) return [];
  const isSomebody = (symptom: Symptom): boolean => {
    const names = symptom.exchange?.request.credentials ?? [];
    return names.length === 0 || !names.every(isWrong);
  };
  return [
    {
      id: 'service/accepts-any-credential',
      nature: { kind: 'credential-accepted', presented: misplaced.flatMap(({ common }) => common) },
      scope: 'service',
      minimum: 2,
      explains: (symptom) => isLetIn(symptom) && isSomebody(symptom),
    },
  ];
}

/** So many operations make one fault of what they accept, however many refuse it. */
const SEVERAL = 3;

/** So many operations at least make a habit out of single faults. */
const MANY = 4;

function presentedBy(exchange: Exchange | undefined): readonly string[] {
  return exchange?.request.credentials ?? [];
}

function isTrial(exchange: Exchange, presented: readonly string[]): boolean {
  return isCredentialCase(exchange) && isDeepStrictEqual(presentedBy(exchange), presented);
}

/** The headers in which these credentials travel: those that not every request has. */
export function credentialHeaders(members: readonly Symptom[], exchanges: readonly Exchange[]): readonly string[] {
  const names = new Set(members.flatMap(({ exchange }) => Object.keys(exchange?.request.headers ?? {})));
  const bare = exchanges.filter(({ request }) => request.credentials.length === 0);
  return [...names].filter(
    (name) => !bare.some(({ request, intent }) => name in request.headers && intent.kind === 'valid'),
  );
}

/** A right credential that is refused: everywhere, by one operation, or now and then. */
export const refusedCredentials: Theory = ({ symptoms, exchanges }) => {
  // What is refused by itself is not told again for being refused beside another one.
  const groups = groupByValue(symptoms.filter(isShutOut), ({ exchange }) => presentedBy(exchange)).toSorted(
    (a, b) => a.common.length - b.common.length,
  );
  const [nobody, somebody] = [groups.filter(isOfNobody), groups.filter((one) => !isOfNobody(one))];
  const toNobody = nobody.flatMap(({ members }) => hypothesesOf([], members, exchanges));
  // Whoever comes is refused where nobody is let in, though it is open to all.
  const isTold = (symptom: Symptom): boolean => toNobody.some(({ explains }) => explains(symptom));
  const open = somebody.flatMap(({ common, members }) =>
    hypothesesOf(
      common,
      members.filter((symptom) => !isTold(symptom)),
      exchanges,
    ),
  );
  return [...toNobody, ...open];
};

function isOfNobody({ common }: Group<Symptom, readonly string[]>): boolean {
  return common.length === 0;
}

function hypothesesOf(
  presented: readonly string[],
  members: readonly Symptom[],
  exchanges: readonly Exchange[],
): readonly Hypothesis[] {
  // Where a part of it opens, it is what else is wrong with a bad request that is answered so.
  // Where right requests are refused now and then, and wrong ones are mostly told what is wrong with them, it is not.
  const opens = (operation: string | undefined, some: (one: Exchange) => boolean): boolean =>
    exchanges.some((one) => isServed(one, operation) && arePartOf(presentedBy(one), presented) && some(one));
  const wavers = members.some(({ exchange }) => isValid(exchange) && opens(exchange?.operation, isValid));
  const isMeant = ({ exchange }: Symptom): boolean =>
    isValid(exchange) ||
    !opens(exchange?.operation, () => true) ||
    (wavers && opens(exchange?.operation, (one) => !isValid(one)));
  const operations = operationsOf(members.filter(isMeant));
  const wavering = operations.filter((id) => exchanges.some((one) => isServedWith(one, id, presented)));
  const closed = operations.filter((id) => !wavering.includes(id));
  const isNobody = presented.length === 0;
  const name = isNobody ? 'nobody' : presented.join('+');
  // Where nobody at all is let in it is no matter of credentials: a chat that is switched off, say.
  const status = members[0]?.violation.status?.actual;
  const isShut = (ids: readonly string[]): boolean => ids.every((id) => isShutToAll(id, exchanges));
  const make = (id: string, ids: readonly string[], always: boolean): Hypothesis => ({
    id,
    nature:
      isNobody && status !== undefined && isShut(ids)
        ? { kind: 'valid-refused', status }
        : { kind: 'credential-refused', presented, always },
    scope: ids.length > 1 ? 'service' : 'operation',
    // What is closed to a caller without any credential, though it is open to all, is closed to whoever comes.
    explains: (symptom) =>
      (isNobody ? isRefused(symptom) : isShutOut(symptom) && arePartOf(presented, presentedBy(symptom.exchange))) &&
      ids.includes(symptom.exchange?.operation ?? '') &&
      isMeant(symptom),
  });
  return [
    ...(wavering.length === 0 ? [] : [make(`service/refuses-${name}-now-and-then`, wavering, false)]),
    ...(closed.length > 1 ? [make(`service/refuses-${name}`, closed, true)] : []),
    ...(closed.length === 1 ? closed.map((id) => make(`${id}/refuses-${name}`, [id], true)) : []),
  ];
}

/** No bad request: a valid one, or one that may be out of bounds of which the contract says nothing. */
function isValid(exchange: Exchange | undefined): boolean {
  const intent = exchange?.intent;
  return intent?.kind === 'valid' || (intent?.kind === 'open' && intent.valid === true);
}

/** What nobody presents is a part of nothing else. */
function arePartOf(some: readonly string[], credentials: readonly string[]): boolean {
  return some.length === 0 ? credentials.length === 0 : some.every((name) => credentials.includes(name));
}

/** Refused for a credential, though what it presented is right. */
function isShutOut(symptom: Symptom): boolean {
  return isRefused(symptom) && !presentedBy(symptom.exchange).some(isWrong);
}

/** Refused for a credential, though it was not to be. */
function isRefused({ exchange, violation }: Symptom): boolean {
  return exchange !== undefined && isUnauthorized(violation.status?.actual ?? 0) && !isCredentialCase(exchange);
}

/** Let in: a bad request that is told what is wrong with it may have been read before the caller was asked for. */
function isServedWith(exchange: Exchange, operation: string, presented: readonly string[]): boolean {
  return exchange.operation === operation && isSuccess(exchange) && isDeepStrictEqual(presentedBy(exchange), presented);
}

/** Was it asked with a right credential, and without any, and let nobody in? */
function isShutToAll(operation: string, exchanges: readonly Exchange[]): boolean {
  const own = exchanges.filter((one) => one.operation === operation && !presentedBy(one).some(isWrong));
  return own.some((one) => presentedBy(one).length > 0) && !own.some((one) => isServed(one, operation));
}

function isServed(exchange: Exchange, operation: string | undefined): boolean {
  const status = statusOf(exchange);
  return exchange.operation === operation && status !== undefined && !isUnauthorized(status);
}
