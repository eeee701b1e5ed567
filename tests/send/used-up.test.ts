import { expect, test } from 'vitest';
import type { Draft } from '../../src/check/request.ts';
import type { Outcome } from '../../src/http/exchange.ts';
import { createUsedUp } from '../../src/send/repeating.ts';

const draft = (intent: Draft['intent']) =>
  ({
    operation: { plain: true, path: '/pins' },
    method: 'POST',
    path: '/pins',
    pathValues: {},
    query: [],
    body: '{"name":"a"}',
    intent,
  }) as unknown as Draft;
const answer = (status: number) => ({ kind: 'response', status }) as Outcome;

test('a body that was accepted before may be refused, but not a request that is invalid in another way', () => {
  const usedUp = createUsedUp();
  expect(usedUp(draft({ kind: 'valid' }), answer(201), 1)).toBeUndefined();
  expect(usedUp(draft({ kind: 'valid' }), answer(422), 2)).toBe(1);
  expect(usedUp(draft({ kind: 'valid' }), answer(403), 3)).toBeUndefined();
  const nobody = draft({ kind: 'invalid', reject: 'missing-credential', what: 'no credential' });
  expect(usedUp(nobody, answer(400), 4)).toBeUndefined();
});
