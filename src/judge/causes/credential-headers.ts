import { isWrong } from '../../contract/roles.ts';
import { type Exchange, hasFailed, isCredentialCase } from '../../http/exchange.ts';
import { isHalf, type Symptom } from './symptoms.ts';

/** Stands for the headers if requests without any credential fail as well: then whoever is not let in causes the error. */
export const WHATEVER_HEADER = '';

/** Features about the headers that carry credentials: `failingHeader` causes server errors if its credential is wrong. */
export function credentialHeadersIn(exchanges: readonly Exchange[]) {
  const bare = exchanges.filter(({ request, intent }) => request.credentials.length === 0 && intent.kind === 'valid');
  const otherHeaders = new Set(bare.flatMap(({ request }) => Object.keys(request.headers)));
  const headersOf = ({ request }: Exchange) => Object.keys(request.headers).filter((name) => !otherHeaders.has(name));
  const wrong = exchanges.filter((one) => one.request.credentials.some(isWrong) || isCredentialCase(one));
  const mostFail = (some: readonly Exchange[]) =>
    isHalf(some.filter(({ outcome }) => hasFailed(outcome)).length, some.length);
  const headers = [...new Set(wrong.flatMap(headersOf))];
  const failing = headers.filter((name) => mostFail(wrong.filter(({ request }) => name in request.headers)));
  const wrongFailures = new Set(wrong.filter(({ outcome }) => hasFailed(outcome)));
  const without = wrong.filter((one) => headersOf(one).length === 0);
  const isWhatever = failing.length > 0 && without.length > 0 && mostFail(without);
  return {
    credentialHeaders: ({ exchange }: Symptom): readonly string[] =>
      exchange === undefined ? [] : headersOf(exchange),
    failingHeader({ exchange }: Symptom): string | undefined {
      if (exchange === undefined || !wrongFailures.has(exchange)) return undefined;
      return isWhatever ? WHATEVER_HEADER : failing.find((name) => name in exchange.request.headers);
    },
  };
}
