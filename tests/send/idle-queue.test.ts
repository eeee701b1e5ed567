import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createIdleQueue } from '../../src/send/idle-queue.ts';

describe('work that nobody waits for', () => {
  test('is done while an answer is under way, in order', async () => {
    const [meanwhile, done] = [createIdleQueue(), [] as string[]];
    for (const name of ['first', 'second']) meanwhile.later(() => void done.push(name));
    const answer = after(20).then(() => [...done]);
    expect(done).toEqual([]);
    expect(await meanwhile.during(answer)).toEqual(['first', 'second']);
  });

  test('waits for the next request where the answer is there first', async () => {
    const [meanwhile, done] = [createIdleQueue(), [] as string[]];
    for (const name of ['first', 'second']) meanwhile.later(() => void done.push(name));
    await meanwhile.during(Promise.resolve());
    expect(done).toEqual([]);
    await meanwhile.during(after(20));
    expect(done).toEqual(['first', 'second']);
  });

  test('stops in the middle where the answer comes, and nothing is lost', async () => {
    const [meanwhile, done] = [createIdleQueue(), [] as string[]];
    let come: () => void = () => undefined;
    const answer = new Promise<void>((resolve) => (come = resolve));
    meanwhile.later(() => {
      done.push('first');
      come();
    });
    meanwhile.later(() => void done.push('second'));
    await meanwhile.during(answer);
    expect(done).toEqual(['first']);
    await meanwhile.catchUp();
    expect(done).toEqual(['first', 'second']);
  });

  test('that fails is a failure of the request', async () => {
    const meanwhile = createIdleQueue();
    meanwhile.later(() => {
      throw new Error('the disk is full');
    });
    await expect(meanwhile.during(after(20))).rejects.toThrow('the disk is full');
  });

  test('is done once, by whoever catches up first', async () => {
    const [meanwhile, done] = [createIdleQueue(), [] as string[]];
    meanwhile.later(() => void done.push('work'));
    const answer = meanwhile.during(after(5));
    await meanwhile.catchUp();
    await answer;
    await meanwhile.catchUp();
    expect(done).toEqual(['work']);
  });

  test('gets in the way of no failure', async () => {
    const [meanwhile, done] = [createIdleQueue(), [] as string[]];
    meanwhile.later(() => void done.push('work'));
    await expect(meanwhile.during(Promise.reject(new Error('reset')))).rejects.toThrow('reset');
    await meanwhile.catchUp();
    expect(done).toEqual(['work']);
  });
});
