import { statusOf } from '../../check/judges.ts';
import { isWrong } from '../../contract/roles.ts';
import { type Exchange, isCredentialCase } from '../../http/exchange.ts';
import { isHalf, operationsOf, type Symptom } from './symptoms.ts';
import { type Hypothesis, just, type Theory } from './theory.ts';

/**
 * What is wrong in one header that carries credentials makes several operations fail: a token that cannot be read, say, is
 * one line of code, whether it should have been refused or, where nobody has to say who he is, passed over.
 */
export const failsOnCredentials: Theory = ({ symptoms, exchanges }) => {
  const wrong = exchanges.filter(isOfWrong);
  const failed = new Set(wrong.filter(isFailure).map(({ seq }) => seq));
  const failing = symptoms.filter(({ exchange }) => failed.has(exchange?.seq ?? 0));
  const headers = [...new Set(failing.flatMap(({ credentialHeaders }) => credentialHeaders))];
  const mostFail = (some: readonly Exchange[]) => isHalf(some.filter(isFailure).length, some.length);
  // Where it fails without any of them as well, it is no matter of what stands in one.
  if (mostFail(wrong.filter(({ request }) => !headers.some((name) => name in request.headers)))) return [];
  return headers.flatMap((name): readonly Hypothesis[] => {
    const members = failing.filter(({ exchange }) => exchange !== undefined && name in exchange.request.headers);
    const [{ exchange } = {}] = members;
    const isMost = mostFail(wrong.filter(({ request }) => name in request.headers));
    if (exchange === undefined || operationsOf(members).length < 2 || !isMost) return [];
    const actual = statusOf(exchange) ?? 0;
    return [
      {
        id: `service/refusal-status/${name}`,
        nature: { kind: 'refusal-status', expected: expectedOf(members), actual, reject: 'wrong-credential' },
        scope: 'service',
        explains: just(members),
      },
    ];
  });
};

function isFailure(exchange: Exchange): boolean {
  return (statusOf(exchange) ?? 0) >= 500;
}

/** Is something wrong in what it presents? */
function isOfWrong({ intent, request }: Exchange): boolean {
  return request.credentials.some(isWrong) || isCredentialCase({ intent });
}

/** The status of a refusal, as the clauses about credentials have it. */
function expectedOf(members: readonly Symptom[]): readonly string[] {
  const expected = members.map(({ violation: { status } }) => status?.expected ?? []);
  return expected.find((keys) => keys.length > 0 && keys.every((key) => /^4\d\d$/u.test(key))) ?? ['4XX'];
}
