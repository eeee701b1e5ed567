import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGarden, type Parts } from '../../fixtures/plain-contract/service.ts';
import { createClock } from '../../fixtures/world/world.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { packageRoot } from '../../src/package.ts';
import { buildReport } from '../../src/report/build.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { runSuite } from '../../src/run/run.ts';
import { BUGS, CONFORMING } from './deviations.ts';

/** A document that says nothing for suites, as anybody has one, and a service of it. */
const loaded = await loadDocument(join(packageRoot(), 'fixtures/plain-contract/openapi.yaml'));
const suiteUnder = suiteCache(loaded, []);

async function judged(parts: Partial<Parts>, writes = true) {
  const garden = createGarden(parts);
  const { record, conclusion } = await runSuite({
    loaded,
    checks: [],
    suiteUnder,
    target: {
      baseUrl: 'http://garden.local',
      credentials: { officeKey: { headers: { 'X-Office-Key': garden.key } } },
      samples: {},
      allow: { writes },
      headers: {},
    },
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(garden.fetch),
    // Its pauses take no time.
    clock: createClock(Date.now()),
  });
  const report = buildReport(record, conclusion);
  const broken = report.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return { garden, report, broken: broken.map(({ id }) => id) };
}

describe('a plain document', () => {
  test('shows most of itself, and what is left out is said', async () => {
    const { report } = await judged({});
    expect(report.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(200);
    expect(report.notes.join('\n')).toContain('uploadPhoto is not tested: its body is multipart/form-data');
    expect(report.notes.join('\n')).toContain('the format garden-note');
  });

  test('has nothing changed without leave, and the report names the flag', async () => {
    const { garden, report } = await judged({}, false);
    expect(garden.changes).toEqual([]);
    const left = report.summary.notShown.find(({ reason }) => reason === 'the permission writes was not given');
    expect(left?.clauses.length).toBeGreaterThan(100);
    expect(left?.remedy).toContain('--allow writes');
  });

  test('loses nothing that the run did not make, with leave', async () => {
    const { garden } = await judged({});
    const answer = await garden.fetch(
      new Request('http://garden.local/plots?district=north&crops=beans', { headers: { 'x-office': 'aa' } }),
    );
    const { plots } = (await answer.json()) as { readonly plots: readonly { readonly id: number }[] };
    expect(plots.map(({ id }) => id).slice(0, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('a conforming service of it', () => {
  test.each(CONFORMING)('breaks nothing: $name', async ({ parts }) => {
    expect((await judged(parts)).broken).toEqual([]);
  });
});

test('what was created is really tried without a credential: the refusal of an unknown id would show nothing', async () => {
  const { report } = await judged({ isOffice: (key, of) => of !== 'create' || key !== undefined });
  const verdicts = report.clauses.filter(({ id }) => id.endsWith('/security/nobody-refused'));
  expect(verdicts.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['createPlot/security/nobody-refused', 'pass'],
    ['changePlot/security/nobody-refused', 'fail'],
    ['giveUpPlot/security/nobody-refused', 'fail'],
  ]);
});

describe('a fault', () => {
  test.each(BUGS)('is found: $name', async ({ parts, shows }) => {
    expect((await judged(parts)).broken).toContainEqual(expect.stringMatching(shows));
  });
});
