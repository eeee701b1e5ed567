import { isSuccess } from '../../check/judges.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isUnauthorized } from '../../http/unauthorized.ts';
import { grouped, groupedBy, isExercised, operationsOf, type Symptom, statusOf } from './symptoms.ts';
import { type Hypothesis, isHalf, isMost, type Theory } from './theory.ts';

const REFUSALS: readonly string[] = ['missing-credential', 'wrong-credential'];

/** Who is told what is wrong with the rest of a request was let in. */
const BEYOND: readonly number[] = [400, 422];

/** Callers without a credential are refused by several operations, but under another status than HTTP has for them. */
export const otherDoors: Theory = ({ symptoms }) => {
  const atTheDoor = ({ clause, exchange, violation: { status } }: Symptom) =>
    clause.subject?.kind === 'companion' &&
    exchange?.intent.kind === 'invalid' &&
    exchange.intent.reject === 'missing-credential'
      ? status
      : undefined;
  return groupedBy(symptoms, atTheDoor).flatMap(({ common: { expected, actual }, members }): readonly Hypothesis[] => {
    if (operationsOf(members).length < 2) return [];
    const own = new Set(members);
    return [
      {
        id: `service/refusal-status/${expected.join('-')}/${actual}`,
        nature: { kind: 'refusal-status', expected, actual, reject: 'missing-credential' },
        scope: 'service',
        minimum: 2,
        explains: (symptom) => own.has(symptom),
      },
    ];
  });
};

/** Served, though it ought to be refused for its credential. */
function isLetIn({ exchange, violation }: Symptom): boolean {
  const actual = violation.status?.actual ?? 0;
  return (
    exchange?.intent.kind === 'invalid' &&
    REFUSALS.includes(exchange.intent.reject) &&
    ((actual < 300 && actual >= 200) || BEYOND.includes(actual))
  );
}

/** An operation, or the whole service, that asks for no credential at all. */
export const openToAnybody: Theory = ({ symptoms, results }) => {
  const open = symptoms.filter(
    (one) => isLetIn(one) && one.exchange?.request.credentials.length === 0 && isRefusalClause(one),
  );
  const operations = operationsOf(open);
  const guarded = results.filter(
    ({ clause, ...rest }) =>
      clause.subject?.kind === 'credential' &&
      !clause.subject.opens &&
      clause.subject.presented.length === 0 &&
      isExercised({ clause, ...rest }),
  );
  const nature = { kind: 'credential-accepted', presented: [] } as const;
  const within = (ids: readonly string[]) => (symptom: Symptom) =>
    isLetIn(symptom) && ids.includes(symptom.exchange?.operation ?? '');
  if (operations.length > 1 && isMost(operations.length, guarded.length))
    return [{ id: 'service/open-to-anybody', nature, scope: 'service', explains: within(operations) }];
  return operations.map(
    (id): Hypothesis => ({
      id: `${id}/open-to-anybody`,
      nature,
      scope: 'operation',
      explains: within([id]),
    }),
  );
};

function isRefusalClause({ clause: { subject } }: Symptom): boolean {
  return subject?.kind === 'credential' && !subject.opens && subject.presented.length === 0;
}

/** One kind of credential that opens wherever it is presented, though it must not. */
export const acceptedCredentials: Theory = ({ symptoms, exchanges }) => {
  const groups = grouped(symptoms.filter(isLetIn), ({ exchange }) => presentedBy(exchange) || undefined);
  return [
    ...anyCredential(groups),
    ...[...groups].flatMap(([presented, members]): readonly Hypothesis[] => {
      const operations = operationsOf(members);
      const tried = new Set(exchanges.filter((one) => isTrial(one, presented)).map(({ operation }) => operation));
      if (operations.length < 2 || (operations.length < SEVERAL && !isHalf(operations.length, tried.size))) return [];
      const headers = headersOf(members, exchanges);
      return [
        {
          id: `service/accepts-${presented.replaceAll(/[^A-Za-z]+/gu, '-')}`,
          nature: { kind: 'credential-accepted', presented: presented.split('+') },
          scope: 'service',
          minimum: 2,
          ...leadAmong(members),
          // Where a wrong one is good enough, whatever else stands in the same header is as well.
          explains: (symptom) =>
            isLetIn(symptom) &&
            (presentedBy(symptom.exchange) === presented ||
              (presented.includes('wrong') &&
                headers.some((name) => name in (symptom.exchange?.request.headers ?? {})))),
        },
      ];
    }),
  ];
};

/** The clause that speaks of the credential itself, rather than of where it stood or what became of it. */
function leadAmong(members: readonly Symptom[]): { readonly lead?: string } {
  const own = members.find(({ clause: { subject } }) => subject?.kind === 'credential' && !subject.opens);
  return own === undefined ? {} : { lead: own.clause.id };
}

/** Several kinds of right credentials open what is for others: who is somebody may do everything. */
function anyCredential(groups: ReadonlyMap<string, readonly Symptom[]>): readonly Hypothesis[] {
  const misplaced = [...groups].filter(([presented]) => !presented.includes('wrong') && !presented.includes('+'));
  const operations = new Set(misplaced.flatMap(([, members]) => operationsOf(members)));
  if (misplaced.length < 2 || operations.size < MANY) return [];
  const isSomebody = (symptom: Symptom): boolean => {
    const names = symptom.exchange?.request.credentials ?? [];
    return names.length === 0 || names.some((name) => !name.startsWith('wrong '));
  };
  return [
    {
      id: 'service/accepts-any-credential',
      nature: { kind: 'credential-accepted', presented: misplaced.map(([presented]) => presented) },
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

function presentedBy(exchange: Exchange | undefined): string {
  return (exchange?.request.credentials ?? []).join('+');
}

function isTrial({ intent, request }: Exchange, presented: string): boolean {
  return intent.kind === 'invalid' && REFUSALS.includes(intent.reject) && request.credentials.join('+') === presented;
}

/** The headers in which these credentials travel: those that not every request has. */
function headersOf(members: readonly Symptom[], exchanges: readonly Exchange[]): readonly string[] {
  const names = new Set(members.flatMap(({ exchange }) => Object.keys(exchange?.request.headers ?? {})));
  const bare = exchanges.filter(({ request }) => request.credentials.length === 0);
  return [...names].filter(
    (name) => !bare.some(({ request, intent }) => name in request.headers && intent.kind === 'valid'),
  );
}

/** A right credential that is refused: everywhere, by one operation, or now and then. */
export const refusedCredentials: Theory = ({ symptoms, exchanges }) => {
  const groups = grouped(symptoms.filter(isShutOut), ({ exchange }) => presentedBy(exchange));
  // What is refused by itself is not told again for being refused beside another one.
  const ordered = [...groups].toSorted(([a], [b]) => a.split('+').length - b.split('+').length);
  const nobody = groups.get('');
  const toNobody = nobody === undefined ? [] : hypothesesOf('', nobody, exchanges);
  // Whoever comes is refused where nobody is let in, though it is open to all.
  const isTold = (symptom: Symptom): boolean => toNobody.some(({ explains }) => explains(symptom));
  return [
    ...toNobody,
    ...ordered.flatMap(([presented, all]) => {
      const members = presented === '' ? [] : all.filter((symptom) => !isTold(symptom));
      return members.length === 0 ? [] : hypothesesOf(presented, members, exchanges);
    }),
  ];
};

function hypothesesOf(
  presented: string,
  members: readonly Symptom[],
  exchanges: readonly Exchange[],
): readonly Hypothesis[] {
  // Where a part of it opens, it is what else is wrong with a bad request that is answered so.
  // Where right requests are refused now and then, and wrong ones are mostly told what is wrong with them, it is not.
  const opens = (operation: string | undefined, some: (one: Exchange) => boolean): boolean =>
    exchanges.some((one) => isServed(one, operation) && includes(presented, presentedBy(one)) && some(one));
  const wavers = members.some(({ exchange }) => isValid(exchange) && opens(exchange?.operation, isValid));
  const isMeant = ({ exchange }: Symptom): boolean =>
    isValid(exchange) ||
    !opens(exchange?.operation, () => true) ||
    (wavers && opens(exchange?.operation, (one) => !isValid(one)));
  const operations = operationsOf(members.filter(isMeant));
  const wavering = operations.filter((id) => exchanges.some((one) => isServedWith(one, id, presented)));
  const closed = operations.filter((id) => !wavering.includes(id));
  const name = presented === '' ? 'nobody' : presented;
  const make = (id: string, ids: readonly string[], always: boolean): Hypothesis => ({
    id,
    nature: { kind: 'credential-refused', presented: presented === '' ? [] : presented.split('+'), always },
    scope: ids.length > 1 ? 'service' : 'operation',
    // What is closed to a caller without any credential, though it is open to all, is closed to whoever comes.
    explains: (symptom) =>
      (presented === ''
        ? isRefused(symptom)
        : isShutOut(symptom) && includes(presentedBy(symptom.exchange), presented)) &&
      ids.includes(symptom.exchange?.operation ?? '') &&
      isMeant(symptom),
  });
  return [
    ...(wavering.length === 0 ? [] : [make(`service/refuses-${name}-now-and-then`, wavering, false)]),
    ...(closed.length > 1 ? [make(`service/refuses-${name}`, closed, true)] : []),
    ...(closed.length === 1 ? closed.map((id) => make(`${id}/refuses-${name}`, [id], true)) : []),
  ];
}

function isValid(exchange: Exchange | undefined): boolean {
  return exchange?.intent.kind === 'valid';
}

function includes(credentials: string, some: string): boolean {
  const names = credentials.split('+');
  return some.split('+').every((name) => names.includes(name));
}

/** Refused for a credential, though what it presented is right. */
function isShutOut(symptom: Symptom): boolean {
  return (
    isRefused(symptom) && symptom.exchange?.request.credentials.every((name) => !name.startsWith('wrong ')) === true
  );
}

/** Refused for a credential, though it was not to be. */
function isRefused({ exchange, violation }: Symptom): boolean {
  return (
    exchange !== undefined &&
    isUnauthorized(violation.status?.actual ?? 0) &&
    !(exchange.intent.kind === 'invalid' && REFUSALS.includes(exchange.intent.reject))
  );
}

/** Let in: a bad request that is told what is wrong with it may have been read before the caller was asked for. */
function isServedWith(exchange: Exchange, operation: string, presented: string): boolean {
  return exchange.operation === operation && isSuccess(exchange) && presentedBy(exchange) === presented;
}

function isServed(exchange: Exchange, operation: string | undefined): boolean {
  const status = statusOf(exchange);
  return exchange.operation === operation && status !== undefined && !isUnauthorized(status);
}
