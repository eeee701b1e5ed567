import { expect, test } from 'vitest';
import { NAMED_AGAIN } from '../../src/check/fresh-values.ts';
import type { Draft } from '../../src/check/request.ts';
import type { Outcome } from '../../src/http/exchange.ts';
import { createUsedUp } from '../../src/send/repeating.ts';

const draft = (intent: Draft['intent'], body = '{"name":"a"}', path = '/pins') =>
  ({
    operation: {
      id: 'pin',
      plain: true,
      path,
      requestBody: {
        references: new Map([['board_id', { schema: {}, source: { operation: 'boards', pointer: '' } }]]),
      },
    },
    method: 'POST',
    path,
    pathValues: {},
    query: [],
    body,
    intent,
  }) as unknown as Draft;
const answer = (status: number) => ({ kind: 'response', status }) as Outcome;
const VALID = { kind: 'valid' } as const;

test('a body that was accepted before may be refused, but not a request that is invalid in another way', () => {
  const usedUp = createUsedUp();
  expect(usedUp(draft(VALID))(answer(201), 1)).toBeUndefined();
  expect(usedUp(draft(VALID))(answer(422), 2)).toBe(1);
  expect(usedUp(draft(VALID))(answer(403), 3)).toBeUndefined();
  const nobody = draft({ kind: 'invalid', reject: 'missing-credential', what: 'no credential' });
  expect(usedUp(nobody)(answer(400), 4)).toBeUndefined();
});

const named = (id: number, note: string, path = '/pins') => draft(VALID, `{"board_id":${id},"note":"${note}"}`, path);

test('what may be named once only is learned from a repetition; a refusal of what is new and known to work still counts', () => {
  const usedUp = createUsedUp();
  expect(usedUp(named(1, 'a'))(answer(201), 1)).toBeUndefined();
  // Nothing is known yet: the note may be wrong.
  expect(usedUp(named(1, 'b'))(answer(422), 2)).toBeUndefined();
  const again = draft({ kind: 'open', what: NAMED_AGAIN }, '{"board_id":1,"note":"c"}');
  expect(usedUp(again)(answer(422), 3)).toBe(1);
  expect(usedUp(named(1, 'd'))(answer(422), 4)).toBe(1);
  expect(usedUp(named(2, 'e'))(answer(422), 5)).toBe(1);
  expect(usedUp(named(1, 'f', '/others'))(answer(422), 6)).toBeUndefined();
});

test('nor does a refusal count of what two requests name at the same time', () => {
  const usedUp = createUsedUp();
  usedUp(named(1, 'a'))(answer(201), 1);
  usedUp(named(1, 'a'))(answer(409), 2);
  usedUp(named(2, 'b', '/others'))(answer(201), 3);
  const [first, second] = [usedUp(named(2, 'c')), usedUp(named(2, 'd'))];
  expect(first(answer(422), 4)).toBe(1);
  expect(second(answer(201), 5)).toBeUndefined();
});
