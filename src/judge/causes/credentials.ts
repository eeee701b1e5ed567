import { isDeepStrictEqual } from 'node:util';
import { isSuccess, statusOf } from '../../check/judges.ts';
import { isWrong } from '../../contract/roles.ts';
import { type Exchange, isCredentialCase } from '../../http/exchange.ts';
import { isUnauthorized } from '../../http/unauthorized.ts';
import type { Seen, Symptom } from './symptoms.ts';

/** What the record says of right credentials that are refused. */
export function credentialsIn({ symptoms, exchanges }: Pick<Seen, 'symptoms' | 'exchanges'>) {
  const refused = symptoms.flatMap((one) => (isRefused(one) ? [one.exchange] : []));
  const isBarred = whoIsBarred(refused, exchanges);
  const right = refused.filter((one) => !presentedBy(one).some(isWrong) && isBarred(one));
  /** The least of what it presents that the operation refuses by itself; nothing, where nobody at all is let in. */
  const barredBy = (one: Symptom): readonly string[] | undefined => {
    if (!isRefused(one) || !isBarred(one.exchange)) return undefined;
    const parts = right
      .filter(({ operation }) => operation === one.exchange.operation)
      .map(presentedBy)
      .filter((some) => some.length === 0 || isPart(some, presentedBy(one.exchange)));
    return parts.toSorted((a, b) => a.length - b.length)[0];
  };
  return {
    barred: barredBy,
    isNowAndThen: (one: Symptom): boolean => {
      const presented = barredBy(one);
      return (
        presented !== undefined &&
        exchanges.some(
          (other) =>
            other.operation === one.exchange?.operation &&
            isSuccess(other) &&
            isDeepStrictEqual(presentedBy(other), presented),
        )
      );
    },
  };
}

/**
 * Refused for what it presents. Where a part of that opens, a bad request is refused for what else is wrong with it; but not
 * where right requests are refused now and then, and other bad ones are read.
 */
function whoIsBarred(refused: readonly Exchange[], exchanges: readonly Exchange[]) {
  const isOpened = ({ operation, request }: Exchange, isMeant: (one: Exchange) => boolean): boolean =>
    exchanges.some(
      (one) =>
        one.operation === operation && isMeant(one) && isServed(one) && isPart(presentedBy(one), request.credentials),
    );
  const wavering = refused.filter((one) => isValid(one) && isOpened(one, isValid)).map(presentedBy);
  return (exchange: Exchange): boolean =>
    isValid(exchange) ||
    !isOpened(exchange, () => true) ||
    (wavering.some((some) => isDeepStrictEqual(some, presentedBy(exchange))) &&
      isOpened(exchange, (one) => !isValid(one)));
}

/** What another operation promised, of a key that it created say, is no matter of what the request presents. */
function isRefused(one: Symptom): one is Symptom & { readonly exchange: Exchange } {
  const { clause, exchange, violation } = one;
  const isOwn = exchange !== undefined && (clause.operation ?? exchange.operation) === exchange.operation;
  return isOwn && isUnauthorized(violation.status?.actual ?? 0) && !isCredentialCase(exchange);
}

function isValid({ intent }: Exchange): boolean {
  return intent.kind === 'valid' || (intent.kind === 'open' && intent.valid === true);
}

function presentedBy({ request }: Exchange): readonly string[] {
  return request.credentials;
}

/** What nobody presents is a part of nothing else. */
function isPart(some: readonly string[], credentials: readonly string[]): boolean {
  return some.length === 0 ? credentials.length === 0 : some.every((name) => credentials.includes(name));
}

function isServed(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && !isUnauthorized(status);
}
