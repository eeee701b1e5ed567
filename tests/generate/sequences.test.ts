import { describe, expect, test } from 'vitest';
import { type Action, runSequences, type SequencesOptions } from '../../src/generate/sequences.ts';

/** A counter that may be raised, lowered and emptied. */
interface Counter {
  count: number;
  done: string[];
}

interface Step {
  readonly done: string;
  readonly holds: boolean;
}

function countingUntil(limit: number): readonly Action<Counter, Step>[] {
  const doing = (name: string, when: (model: Readonly<Counter>) => boolean, change: (model: Counter) => void) => ({
    name,
    when,
    run(model: Counter) {
      change(model);
      model.done.push(name);
      return Promise.resolve({ done: model.done.join(' '), holds: model.count < limit });
    },
  });
  return [
    doing(
      'up',
      () => true,
      (model) => void (model.count += 1),
    ),
    doing(
      'down',
      ({ count }) => count > 0,
      (model) => void (model.count -= 1),
    ),
    doing(
      'none',
      ({ count }) => count > 1,
      (model) => void (model.count = 0),
    ),
  ];
}

function options(limit: number, more: Partial<SequencesOptions<Counter, Step>> = {}): SequencesOptions<Counter, Step> {
  return {
    actions: countingUntil(limit),
    start: () => ({ count: 0, done: [] }),
    end: () => Promise.resolve(),
    holds: ({ holds }) => holds,
    runs: 60,
    length: 20,
    seed: 11,
    ...more,
  };
}

describe('sequences', () => {
  test('do only what can be done, and tell every step', async () => {
    const { steps, broken, path } = await runSequences(options(100));
    expect(broken).toBeUndefined();
    expect(path).toBeUndefined();
    expect(steps.length).toBeGreaterThan(150);
    expect(steps.some(({ done }) => done.endsWith('none'))).toBe(true);
    expect(steps.filter(({ done }) => done.startsWith('down'))).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5])('are made as short as they can be (seed %i)', async (seed) => {
    const { broken } = await runSequences(options(3, { seed }));
    expect(broken?.done).toBe('up up up');
  });

  test('are the same for the same seed', async () => {
    expect(await runSequences(options(100))).toEqual(await runSequences(options(100)));
  });

  test('are repeated by their path, alone', async () => {
    const { broken, path } = await runSequences(options(3));
    let started = 0;
    const again = await runSequences(
      options(3, {
        path,
        start: () => {
          started += 1;
          return { count: 0, done: [] };
        },
      }),
    );
    expect(again.broken).toEqual(broken);
    expect(again.path).toBe(path);
    expect(started).toBe(1);
  });

  test('are cleaned up after, also those that break off', async () => {
    const open = new Set<Counter>();
    const start = () => {
      const model = { count: 0, done: [] };
      open.add(model);
      return model;
    };
    const end = (model: Counter) => Promise.resolve(void open.delete(model));
    await runSequences(options(3, { start, end }));
    expect(open.size).toBe(0);
  });

  test('end with what an action throws', async () => {
    const failing: Action<Counter, Step> = {
      name: 'fail',
      when: () => true,
      run: () => Promise.reject(new Error('no more requests')),
    };
    await expect(runSequences(options(3, { actions: [failing] }))).rejects.toThrow('no more requests');
  });
});
