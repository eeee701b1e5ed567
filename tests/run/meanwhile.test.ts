import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createMeanwhile } from '../../src/run/meanwhile.ts';

describe('work that nobody waits for', () => {
  test('is done while an answer is under way, in order', async () => {
    const [meanwhile, done] = [createMeanwhile(), [] as string[]];
    for (const name of ['first', 'second']) meanwhile.later(() => void done.push(name));
    const answer = after(20).then(() => [...done]);
    expect(done).toEqual([]);
    expect(await meanwhile.during(answer)).toEqual(['first', 'second']);
  });

  test('is done before anybody has the answer, however soon it comes', async () => {
    const [meanwhile, done] = [createMeanwhile(), [] as string[]];
    meanwhile.later(() => void done.push('work'));
    await meanwhile.during(Promise.resolve());
    expect(done).toEqual(['work']);
  });

  test('is done once, by whoever catches up first', async () => {
    const [meanwhile, done] = [createMeanwhile(), [] as string[]];
    meanwhile.later(() => void done.push('work'));
    const answer = meanwhile.during(after(5));
    meanwhile.catchUp();
    await answer;
    meanwhile.catchUp();
    expect(done).toEqual(['work']);
  });

  test('gets in the way of no failure', async () => {
    const [meanwhile, done] = [createMeanwhile(), [] as string[]];
    meanwhile.later(() => void done.push('work'));
    await expect(meanwhile.during(Promise.reject(new Error('reset')))).rejects.toThrow('reset');
    meanwhile.catchUp();
    expect(done).toEqual(['work']);
  });
});
