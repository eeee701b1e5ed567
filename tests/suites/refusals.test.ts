import { expect, test } from 'vitest';
import type { Answer } from '../../src/http/exchange.ts';
import { judgeEvidence } from '../../src/judge/evidence.ts';
import { missingFieldIsNamed } from '../../suites/prediction/refusals.check.ts';
import { exchange, problem, text } from '../support/exchanges.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** The verdict where a body without `pressure` is answered so. */
function verdictOn(outcome: Answer) {
  const intent = { kind: 'invalid', reject: 'invalid-body', what: 'a body without pressure' } as const;
  const found = [{ field: 'pressure', answer: exchange({ operation: 'predict', intent, outcome }) }];
  return judgeEvidence(suiteUnder({}), missingFieldIsNamed, { found });
}

test.each([
  ['has another media type', text(400, 'Bad Request'), 'predict/400/media-type'],
  ['is empty', text(400, '', 'text/html'), 'predict/400/media-type'],
  ['only claims to be JSON', text(400, 'Bad Request', 'application/problem+json'), 'predict/400/well-formed'],
])('that a refusal without JSON names no field is told with that it %s', (_what, answer, behind) => {
  expect(verdictOn(answer)).toMatchObject({ kind: 'inconclusive', behind });
});

test('a problem has to name the field, and so does JSON of another form; a text may', () => {
  expect(verdictOn(problem(400, { title: 'Bad Request', status: 400, detail: 'No.' })).kind).toBe('fail');
  expect(verdictOn(text(400, '{"error":"No."}', 'application/json')).kind).toBe('fail');
  expect(verdictOn(text(400, 'pressure is missing')).kind).toBe('pass');
});
