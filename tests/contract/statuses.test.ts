import { expect, test } from 'vitest';
import type { OperationNode } from '../../src/contract/document.ts';
import { rejectsByRule } from '../../src/contract/statuses.ts';

const nodeWith = (...keys: readonly string[]) =>
  ({
    operationId: 'sample',
    responses: Object.fromEntries(keys.map((key) => [key, { description: 'An answer.' }])),
  }) as OperationNode;

const rejectsOf = (...keys: readonly string[]) => rejectsByRule(nodeWith(...keys));

test('an id that was made up may be refused for its form, if the document does not say what an id looks like', () => {
  expect(rejectsByRule(nodeWith('200', '404', '422'), true)['unknown-id']).toBe('404 or 422');
  expect(rejectsOf('200', '404', '422')['unknown-id']).toBe('404');
});

test.each<[string, readonly string[], string, string | undefined]>([
  ['a 404 beside `default`', ['200', '404', 'default'], 'missing-credential', '401 or 403 or 404'],
  ['a 404 beside `4XX`', ['200', '404', '4XX'], 'wrong-credential', '401 or 403 or 404'],
  ['a 404 alone', ['200', '404'], 'missing-credential', '401 or 403 or 404'],
  ['a 401 and a 404', ['200', '401', '404'], 'missing-credential', '401 or 404'],
  ['a 401', ['200', '401'], 'missing-credential', '401'],
  ['a 401 beside `default`', ['200', '401', 'default'], 'missing-credential', '401 or 403 or 404'],
  ['a 415 beside `default`', ['200', '415', 'default'], 'malformed-json', '400 or 415 or 422'],
  ['a 400 beside `4XX`', ['200', '400', '4XX'], 'invalid-query', '400 or 415 or 422'],
  ['a 400', ['200', '400'], 'invalid-query', '400'],
  ['no status for wrong content', ['200', '404', 'default'], 'invalid-query', '4XX'],
  ['a 404 beside `default`', ['200', '404', 'default'], 'invalid-path', '400 or 415 or 422 or 404 or 410'],
  ['a 400 and a 404', ['200', '400', '404'], 'invalid-path', '400 or 404'],
  ['a 404 beside `default`', ['200', '404', 'default'], 'unknown-id', '404'],
  ['a 410 beside `default`', ['200', '410', 'default'], 'unknown-id', '404 or 410'],
  ['`default` alone', ['200', 'default'], 'unknown-id', undefined],
  ['`default` alone', ['200', 'default'], 'missing-credential', '4XX'],
])('%s: %j refuses %s with %s', (_, keys, kind, expected) => {
  expect(rejectsOf(...keys)[kind]).toBe(expected);
});
