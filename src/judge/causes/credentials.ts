import { isDeepStrictEqual } from 'node:util';
import { isSuccess, statusOf } from '../../check/judges.ts';
import { isWrong } from '../../contract/roles.ts';
import { type Exchange, isCredentialCase, isValid } from '../../http/exchange.ts';
import { isUnauthorized } from '../../http/unauthorized.ts';
import type { Seen, Symptom } from './symptoms.ts';

/** Features about valid credentials that are refused. */
export function credentialsIn({ symptoms, exchanges }: Pick<Seen, 'symptoms' | 'exchanges'>) {
  const refused = symptoms.flatMap((one) => (isRefused(one) ? [one.exchange] : []));
  const isBarred = createIsBarred(refused, exchanges);
  const refusedValidCredentials = refused.filter((one) => !presentedBy(one).some(isWrong) && isBarred(one));
  /** The smallest part of the presented credentials that the operation refuses by itself; empty if it refuses every caller. */
  const barredBy = (one: Symptom): readonly string[] | undefined => {
    if (!isRefused(one) || !isBarred(one.exchange)) return undefined;
    const own = refusedValidCredentials.filter(({ operation }) => operation === one.exchange.operation);
    // 403 to callers with and without a credential may mean anything but that one is missing.
    const isForAll = new Set(own.map((other) => presentedBy(other).length === 0)).size > 1;
    if (isForAll && own.every((other) => statusOf(other) === FORBIDDEN)) return undefined;
    const parts = own.map(presentedBy).filter((some) => some.length === 0 || isPart(some, presentedBy(one.exchange)));
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
 * Tells whether a request is refused for its credentials. If some of them open the operation, a bad request is refused for its
 * mistake instead; unless valid requests with the same credentials are refused now and then, and bad ones got further.
 */
function createIsBarred(refused: readonly Exchange[], exchanges: readonly Exchange[]) {
  const isOpened = ({ operation, request }: Exchange, isChosen: (one: Exchange) => boolean): boolean =>
    exchanges.some(
      (one) =>
        one.operation === operation && isChosen(one) && isServed(one) && isPart(presentedBy(one), request.credentials),
    );
  const refusedAtTimes = refused.filter((one) => isValid(one) && isOpened(one, isValid)).map(presentedBy);
  return (exchange: Exchange): boolean =>
    isValid(exchange) ||
    !isOpened(exchange, () => true) ||
    (refusedAtTimes.some((some) => isDeepStrictEqual(some, presentedBy(exchange))) &&
      isOpened(exchange, (one) => !isValid(one)));
}

/** Is it refused, in a clause about its own operation? A promise of another one does not concern its credentials. */
function isRefused(one: Symptom): one is Symptom & { readonly exchange: Exchange } {
  const { clause, exchange, violation } = one;
  const isOwn = exchange !== undefined && (clause.operation ?? exchange.operation) === exchange.operation;
  return isOwn && isUnauthorized(violation.status?.actual ?? 0) && !isCredentialCase(exchange);
}

const FORBIDDEN = 403;

function presentedBy({ request }: Exchange): readonly string[] {
  return request.credentials;
}

/** Are all of `some` among the credentials? No credentials are only a part of no credentials. */
function isPart(some: readonly string[], credentials: readonly string[]): boolean {
  return some.length === 0 ? credentials.length === 0 : some.every((name) => credentials.includes(name));
}

function isServed(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && !isUnauthorized(status);
}
