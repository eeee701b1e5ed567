import { expect, test } from 'vitest';
import { type Call, type Middleware } from '../../fixtures/middleware.ts';
import { createBench, runAgainst } from '../../scripts/matrix/trial.ts';
import { buildReport } from '../../src/report/build.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** So many turns of the event loop the database takes, if no other request comes before. */
const TURNS = 50;

/** The query of a request, once it is found to be valid, stands in a variable that all requests share while the database is asked. */
function sharedQuery(): Middleware {
  let shared: Call['query'] | undefined;
  return async (call, next) => {
    const own = await next();
    if (call.operation !== 'listPapers' || own.status !== 200) return own;
    shared = call.query;
    for (let turn = 0; turn < TURNS && shared === call.query; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    const absent = Object.fromEntries([...call.query.keys()].map((name) => [name, undefined]));
    return next({ query: { ...absent, ...Object.fromEntries(shared) } });
  };
}

test('answers that get mixed up while others are under way are one finding, which says so', async () => {
  const { record, conclusion } = await runAgainst(createBench(loaded, suiteUnder), {
    id: 'listPapers/shared-query',
    violates: 'listPapers/page-is-echoed',
    because: 'requests share a variable',
    alsoBreaks: [],
    reference: {},
    scope: ['papers'],
    patch: sharedQuery,
  });
  const { findings } = buildReport(record, conclusion);
  const told = findings.map(({ cause, flaky, title }) => [cause.kind, flaky, title]);
  expect(told).toContainEqual(['unsteady', true, expect.stringContaining('one at a time')]);
  // What goes wrong depends on how requests meet: a clause or two may stand beside it.
  expect(told.length).toBeLessThanOrEqual(3);
});
