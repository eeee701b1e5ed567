import { expect, test } from 'vitest';
import { createSemaphore, type Place } from '../../src/http/semaphore.ts';

/** Lets everybody in whose turn it is; tells who went in, in their order. */
function queueing(count: number) {
  const semaphore = createSemaphore(count);
  const entered: string[] = [];
  return {
    semaphore,
    entered,
    come: (who: string, place?: Place, signal?: AbortSignal) =>
      semaphore.acquire(signal, place).then(() => void entered.push(who)),
    settle: () => new Promise<void>((resolve) => void setImmediate(resolve)),
  };
}

test('the furthest ahead goes first, and of equals the first to come', async () => {
  const { semaphore, entered, come, settle } = queueing(1);
  for (const [who, ahead] of [
    ['first', 0],
    ['second', 0],
    ['long', 5],
    ['third', 0],
  ] as const)
    void come(who, { ahead });
  for (let turn = 0; turn < 3; turn += 1) {
    await settle();
    semaphore.release();
  }
  await settle();
  expect(entered).toEqual(['first', 'long', 'second', 'third']);
});

test('an exclusive one waits until all others are out, and nobody goes in beside it', async () => {
  const { semaphore, entered, come, settle } = queueing(3);
  for (const who of ['one', 'two']) void come(who);
  void come('alone', { exclusive: true });
  void come('later');
  await settle();
  expect(entered).toEqual(['one', 'two']);
  semaphore.release();
  await settle();
  expect(entered).toEqual(['one', 'two']);
  semaphore.release();
  await settle();
  expect(entered).toEqual(['one', 'two', 'alone']);
  semaphore.release();
  await settle();
  expect(entered).toEqual(['one', 'two', 'alone', 'later']);
});

test('an exclusive one that gives up lets those behind it in', async () => {
  const { entered, come, settle } = queueing(2);
  const stop = new AbortController();
  void come('one');
  const alone = come('alone', { exclusive: true }, stop.signal);
  void come('later');
  await settle();
  stop.abort(new Error('it was stopped'));
  await expect(alone).rejects.toThrow('it was stopped');
  await settle();
  expect(entered).toEqual(['one', 'later']);
});
