import { describe, expect, test } from 'vitest';
import type { Mutant } from '../../fixtures/mutants/index.ts';
import { unguardedMutants } from '../../fixtures/unguarded.ts';
import { createBench, runOn } from '../../scripts/matrix/trial.ts';
import type { Target } from '../../src/check/target.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const bench = createBench(loaded, suiteUnder);
const OPERATIONS = ['updatePaper', 'deletePaper'];
const sound: Mutant = { ...(unguardedMutants[0] as Mutant), patch: () => (_call, next) => next(), scope: OPERATIONS };

/** A run with the leave to lose what is given away, unless told. */
async function run(mutant: Mutant, change: (target: Target) => Target = (target) => target) {
  const hosted = bench.host(mutant.reference);
  const target = change({ ...hosted.target, allow: { ...hosted.target.allow, expendable: true } });
  const { record, conclusion } = await runOn(bench, { ...hosted, target }, mutant);
  const paths = record.exchanges.map(({ request }) => `${request.method} ${request.target}`);
  const shown = await hosted.fetch(
    new Request(`${target.baseUrl}/api/papers/${String(hosted.target.samples.expendablePaper)}`),
  );
  return {
    verdicts: new Map(conclusion.results.map(({ clause, verdict }) => [clause.id, verdict])),
    tried: paths.filter((one) => one.endsWith(String(hosted.target.samples.expendablePaper))),
    isThere: shown.status === 200,
  };
}

const kinds = ({ verdicts }: Awaited<ReturnType<typeof run>>) =>
  [...verdicts].filter(([id]) => id.includes('/security/')).map(([, { kind }]) => kind);

describe('what is given away', () => {
  test('is tried by each caller who has to be refused, updating before deleting, and stays where all are', async () => {
    const done = await run(sound);
    expect(done.tried.map((one) => one.split(' ')[0])).toEqual([
      'GET',
      ...Array(4).fill('PUT'),
      ...Array(4).fill('DELETE'),
      'GET',
    ]);
    expect(new Set(kinds(done))).toEqual(new Set(['pass']));
    expect(done.isThere).toBe(true);
  });

  test.each(unguardedMutants)('$id is caught', async (mutant) => {
    const done = await run(mutant);
    expect(done.verdicts.get(mutant.violates)).toMatchObject({ kind: 'fail' });
    expect(done.isThere).toBe(mutant.violates.startsWith('update'));
  });

  test.each(unguardedMutants.filter(({ violates }) => violates.includes('session')))(
    '$id is caught with the fewest requests, too',
    async (mutant) => {
      const done = await run({ ...mutant, depth: 'smoke' });
      expect(done.verdicts.get(mutant.violates)).toMatchObject({ kind: 'fail' });
      expect(new Set(done.tried).size).toBeLessThanOrEqual(3);
    },
  );

  test.each(unguardedMutants)('$id says what to give where it is not', async (mutant) => {
    const done = await run(mutant, ({ samples: { expendablePaper: _none, ...samples }, ...target }) => ({
      ...target,
      samples,
      allow: { ...target.allow, expendable: false },
    }));
    expect(done.tried).toEqual([]);
    expect(done.verdicts.get(mutant.violates)).toMatchObject({
      kind: 'skip',
      remedy: expect.stringMatching(/^give samples\.expendablePaper, .+ allow: \{ expendable: true \}/u) as string,
    });
  });

  test.each([
    ['the permission', (target: Target): Target => ({ ...target, allow: {} })],
    ['the sample', (target: Target): Target => ({ ...target, samples: {} })],
  ])('is not touched without %s', async (_what, change) => {
    const done = await run(unguardedMutants[0] as Mutant, change);
    expect(done.tried).toEqual([]);
    expect(done.isThere).toBe(true);
  });

  test('is caught if it is deleted although the caller was refused', async () => {
    const unheeded: Mutant = {
      ...sound,
      patch:
        ({ credentials }) =>
        async (call, next) => {
          const refused = await next();
          const authorization = `Bearer ${credentials.adminBearer}`;
          if (call.operation === 'deletePaper' && refused.status === 401)
            await next({ headers: { 'x-api-key': undefined, cookie: undefined, authorization } });
          return refused;
        },
    };
    const done = await run(unheeded);
    expect(done.isThere).toBe(false);
    expect(kinds(done).filter((kind) => kind === 'fail')).toHaveLength(1);
  });

  test('shows nothing where it is not there', async () => {
    const done = await run(sound, ({ samples, ...target }) => ({
      ...target,
      samples: { ...samples, expendablePaper: `c${'0'.repeat(24)}` },
    }));
    expect(new Set(kinds(done))).toEqual(new Set(['inconclusive']));
  });
});
