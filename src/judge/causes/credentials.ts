import { isDeepStrictEqual } from 'node:util';
import { isSuccess, statusOf } from '../../check/judges.ts';
import { isWrong } from '../../contract/roles.ts';
import { type Group, groupByValue } from '../../groups.ts';
import { type Exchange, isCredentialCase } from '../../http/exchange.ts';
import { isUnauthorized } from '../../http/unauthorized.ts';
import type { Features } from './features.ts';
import { operationsOf, type Symptom } from './symptoms.ts';
import type { Hypothesis, Theory } from './theory.ts';

/** A right credential that is refused: everywhere, by one operation, or now and then. */
export const refusedCredentials: Theory = ({ symptoms, exchanges }) => {
  // What is refused by itself is not told again for being refused beside another one.
  const groups = groupByValue(symptoms.filter(isShutOut), ({ exchange }) => presentedBy(exchange)).toSorted(
    (a, b) => a.common.length - b.common.length,
  );
  const [nobody, somebody] = [groups.filter(isOfNobody), groups.filter((one) => !isOfNobody(one))];
  const toNobody = nobody.flatMap(({ members }) => hypothesesOf([], members, exchanges));
  // Whoever comes is refused where nobody is let in, though it is open to all.
  const isTold = (symptom: Features): boolean => toNobody.some(({ explains }) => explains(symptom));
  const open = somebody.flatMap(({ common, members }) =>
    hypothesesOf(
      common,
      members.filter((symptom) => !isTold(symptom)),
      exchanges,
    ),
  );
  return [...toNobody, ...open];
};

function isOfNobody({ common }: Group<Features, readonly string[]>): boolean {
  return common.length === 0;
}

function hypothesesOf(
  presented: readonly string[],
  members: readonly Features[],
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

function presentedBy(exchange: Exchange | undefined): readonly string[] {
  return exchange?.request.credentials ?? [];
}
