import { expect, test } from 'vitest';
import { createKeptAnswers } from '../../src/send/kept-answers.ts';
import { failure, json } from '../support/exchanges.ts';

const answer = json(200, { text: 'x'.repeat(5000) });
const small = json(200, { text: 'x' });

test('answers are kept until they are too much together; their status and headers always are', () => {
  const kept = createKeptAnswers(12_000);
  expect(kept.keep(answer)).toBe(answer);
  expect(kept.keep(answer)).toBe(answer);
  expect(kept.keep(answer)).toMatchObject({
    status: 200,
    headers: answer.headers,
    body: { size: answer.body.size, text: '', unread: expect.stringContaining('over 12000 bytes together') },
  });
});

test('small ones and failures are kept all the same', () => {
  const kept = createKeptAnswers(0);
  const broken = failure();
  expect([kept.keep(small), kept.keep(broken)]).toEqual([small, broken]);
});

test('what is let go makes room', () => {
  const kept = createKeptAnswers(6000);
  expect(kept.keep(answer)).toBe(answer);
  kept.letGo(answer);
  expect(kept.keep(answer)).toBe(answer);
});

test('a text that is not ASCII takes twice the memory', () => {
  const kept = createKeptAnswers(12_000);
  const wide = json(200, { text: 'ü'.repeat(5000) });
  expect(kept.keep(wide)).toBe(wide);
  expect(kept.keep(answer)).not.toBe(answer);
});
