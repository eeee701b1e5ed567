import { expect, test } from 'vitest';
import { type Middleware, onReply } from '../../fixtures/middleware.ts';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { type Mutant, mutant, ofOneOperation } from '../../fixtures/mutants/mutant.ts';
import { jobsOf } from '../../scripts/matrix/jobs.ts';
import { createTryOut } from '../../scripts/matrix/on-record.ts';
import { createBench } from '../../scripts/matrix/trial.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const bench = createBench(loaded, suiteUnder);
const RIGHT: Middleware = (_call, next) => next();
const BROKEN = onReply('getChatCapabilities', (reply) => ({ ...reply, status: 203 }));

/** A mutant that is another service each time it is made: these, one after the other. */
function unsteady(...services: readonly Middleware[]): { readonly one: Mutant; readonly made: () => number } {
  let made = 0;
  const one = mutant({
    violates: 'getChatCapabilities/status',
    because: 'every answer has the status 203',
    alsoBreaks: ['*'],
    stateless: true,
    patch: () => services[made++] ?? RIGHT,
  });
  return { one: ofOneOperation(one), made: () => made };
}

test('a mutant that the record shows takes no run of its own', async () => {
  const { one, made } = unsteady(BROKEN);
  expect(await createTryOut(bench)(one, 'record')).toMatchObject({ killed: true, verdict: 'fail' });
  expect(made()).toBe(1);
});

test('a mutant that the record does not show is tried end to end, and that counts', async () => {
  const { one, made } = unsteady(RIGHT, BROKEN);
  const trial = await createTryOut(bench)(one, 'record');
  expect(trial).toMatchObject({ killed: true, verdict: 'fail' });
  expect(trial.onRecord).toBeUndefined();
  expect(made()).toBe(2);
});

test('a mutant that neither way shows survives', async () => {
  expect(await createTryOut(bench)(unsteady(RIGHT, RIGHT).one, 'record')).toMatchObject({ killed: false });
});

test('where both ways are tried, a mutant that only the record shows differs', async () => {
  const trial = await createTryOut(bench)(unsteady(BROKEN, RIGHT).one, 'both');
  expect(trial).toMatchObject({ killed: false, onRecord: 'fail' });
});

test('each mutant is tried once; a part of those on the record both ways, and with --end-to-end none on the record', () => {
  const mutants = allMutants(loaded);
  const tries = jobsOf(bench, mutants, true).flat();
  expect(tries.map(({ id }) => id).toSorted()).toEqual(mutants.map(({ id }) => id).toSorted());
  const [onRecord, both] = (['record', 'both'] as const).map((way) => tries.filter((one) => one.way === way).length);
  expect(onRecord).toBeGreaterThan(mutants.length / 2);
  expect(both).toBeGreaterThan(mutants.length / 20);
  expect(new Set(jobsOf(bench, mutants, false).flatMap((job) => job.map(({ way }) => way)))).toEqual(
    new Set(['end to end']),
  );
});
