import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { execute } from '../../src/cli/execute.ts';
import { loadProfile } from '../../src/config/profile.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import type { Report } from '../../src/report/model.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { suiteUnder } from '../support/whole-suite.ts';
import { conform, pretend } from './io.ts';

const cwd = temporaryFolder();
const operations = [
  ...new Set(Object.values(loaded.document['x-conflicts']).flatMap((conflict) => conflict.operations)),
];
const PROFILES = ['any', 'machine-readable', 'reference-pages'] as const;

/** A run of the operations that conflicts are about, within this process, with report and journal in a folder. */
async function live(name: string, folder: string, only: readonly string[] = operations): Promise<Report> {
  const service = createReference({ chunkDelayMs: 0 });
  const profile = loadProfile(name, { document: loaded.document, folder: cwd });
  const { report } = await execute(
    {
      loaded,
      checks: allChecks,
      suiteUnder,
      target: embeddedTarget(service, 'http://reference.local'),
      profile,
      transport: fetchTransport(service.fetch),
      depth: 'standard',
      only,
      folder,
    },
    pretend({ cwd }).io,
  );
  return report;
}

/** `conform judge` with allChecks, as JSON. */
async function judged(...argv: readonly string[]): Promise<Report> {
  const { out } = await conform(['judge', ...argv, '--json'], { cwd }, allChecks);
  return JSON.parse(out) as Report;
}

function verdicts({ clauses }: Report): ReadonlyMap<string, string> {
  return new Map(clauses.map(({ id, verdict }) => [id, verdict]));
}

let lives: ReadonlyMap<string, Report>;
beforeAll(async () => {
  const made: [string, Report][] = [];
  for (const name of PROFILES) made.push([name, await live(name, name)]);
  lives = new Map(made);
});

describe('conform judge', () => {
  test.each(PROFILES)('gives the report of a run under %s again, to the letter', async (name) => {
    const { status, out } = await conform(['judge', name, '--json'], { cwd }, allChecks);
    expect(out).toBe(readFileSync(join(cwd, name, 'report.json'), 'utf8'));
    expect(status).toBe(lives.get(name)?.outcome.exitStatus);
  });

  test.each(PROFILES)('of a run under any agrees with a live run under %s', async (name) => {
    const [again, then] = [verdicts(await judged('any/run.ndjson', '--profile', name)), lives.get(name)];
    expect(then).toBeDefined();
    const shown = (verdict: string | undefined): boolean => ['pass', 'fail', 'warn'].includes(verdict ?? '');
    const both = (then?.clauses ?? []).filter(({ id, verdict }) => shown(verdict) && shown(again.get(id)));
    expect(both.length).toBeGreaterThan(350);
    expect(both.filter(({ id, verdict }) => again.get(id) !== verdict).map(({ id }) => id)).toEqual([]);
    expect(
      (then?.clauses ?? []).filter(({ verdict, id }) => shown(verdict) && !shown(again.get(id))).map(({ id }) => id),
    ).toEqual([]);
  });

  test('says which branch contradicts, and ends with the status of a live run', async () => {
    const { status, out } = await conform(['judge', 'any', '--branch', 'search-envelope=bare'], { cwd }, allChecks);
    expect(status).toBe(1);
    expect(out).toContain('FAIL  conflicts/search-envelope');
    expect(out).toMatch(/passes with\s+search-envelope=wrapped/u);
  });

  test('says where evidence for another reading was not recorded', async () => {
    const report = await judged(
      'reference-pages',
      '--branch',
      'prior-strata=by_system_type',
      '--profile',
      'machine-readable',
    );
    const reasons = new Map(report.clauses.map(({ id, reason }) => [id, reason]));
    expect(report.run.profile.name).toBe('machine-readable with prior-strata=by_system_type');
    expect([...reasons.values()].some((reason) => reason?.includes('not recorded') === true)).toBe(false);
    writeFileSync(
      join(cwd, 'less.ndjson'),
      withoutActs(readFileSync(join(cwd, 'any/run.ndjson'), 'utf8'), 'getPaperDetail/malformed-id-is-refused'),
    );
    const less = await judged('less.ndjson');
    expect(less.clauses.find(({ id }) => id === 'getPaperDetail/malformed-id-is-refused')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('not recorded') as string,
      remedy: expect.stringContaining('run the suite') as string,
    });
    expect(less.outcome.exitStatus).toBe(3);
  });

  test('writes a report where it is told to, and leaves that of the run alone', async () => {
    const before = readFileSync(join(cwd, 'any/report.json'), 'utf8');
    const { out } = await conform(
      ['judge', 'any', '--profile', 'reference-pages', '--report', 'again'],
      { cwd },
      allChecks,
    );
    expect(out).toContain(join('again', 'report.html'));
    expect(JSON.parse(readFileSync(join(cwd, 'again/report.json'), 'utf8'))).toMatchObject({
      run: { profile: { name: 'reference-pages' } },
    });
    expect(readFileSync(join(cwd, 'any/report.json'), 'utf8')).toBe(before);
  });

  test('tells that a run was cut short', async () => {
    const lines = readFileSync(join(cwd, 'any/run.ndjson'), 'utf8').split('\n');
    writeFileSync(join(cwd, 'cut.ndjson'), lines.slice(0, Math.floor(lines.length / 2)).join('\n'));
    const { status, err } = await conform(['judge', 'cut.ndjson'], { cwd }, allChecks);
    expect([status, err]).toEqual([3, expect.stringContaining('The run was cut short')]);
  });

  test.each([
    ['nothing there', 'nope', 'there is no run; give the folder that conform run wrote'],
    ['a report in place of a journal', 'any/report.json', 'this line is no event of a run'],
  ])('complains of %s', async (_, path, message) => {
    const { status, err } = await conform(['judge', path], { cwd }, allChecks);
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

/** A journal as an older suite would have written it, which did not have a check yet. */
function withoutActs(text: string, clause: string): string {
  return text
    .split('\n')
    .filter((line) => !line.includes(`"type":"act"`) || !line.includes(`"clause":"${clause}"`))
    .join('\n');
}

describe('conform compare', () => {
  test('finds nothing between two runs that are alike', async () => {
    const { status, out } = await conform(['compare', 'any', 'any/report.json'], { cwd });
    expect([status, out]).toEqual([0, expect.stringContaining('No regressions.')]);
  });

  test('ends with 1 when a clause that passed is broken, and says which; one that is gone says nothing', async () => {
    writeFileSync(join(cwd, 'worse.json'), JSON.stringify(changed('any')));
    const { status, out } = await conform(['compare', 'any', 'worse.json'], { cwd });
    expect(status).toBe(1);
    expect(out).toMatch(/Regressions: 1 clause\n {2}\S+ {2}passed -> failed\n/u);
    expect(out).toContain('1 clause is part of one run alone, and not broken there.');
    expect(out).toContain('Worse than before: 1 clause that passed fails now.');
    const back = await conform(['compare', 'worse.json', 'any'], { cwd });
    expect([back.status, back.out]).toEqual([0, expect.stringContaining('No regressions; 1 fixed.')]);
  });

  test('says early, and at the end, what failed before and was not tested again', async () => {
    const report = changed('any');
    const failed = report.clauses.find(({ verdict }) => verdict === 'fail')?.id;
    const skipped = report.clauses.map((one) => (one.id === failed ? { ...one, verdict: 'skip' } : one));
    writeFileSync(join(cwd, 'failing.json'), JSON.stringify(report));
    writeFileSync(join(cwd, 'skipping.json'), JSON.stringify({ ...report, clauses: skipped }));
    const { status, out } = await conform(['compare', 'failing.json', 'skipping.json'], { cwd });
    expect(status).toBe(0);
    expect(out).toContain(`Failed before, not tested now: 1 clause\n  ${failed}  failed -> skipped\n`);
    expect(out).toContain('No regressions. 1 clause that failed before was not tested.');
    expect(out).not.toContain('which says nothing');
  });

  test('warns that runs asked for different things', async () => {
    const { out } = await conform(['compare', 'any', 'reference-pages'], { cwd });
    expect(out).toContain('The runs differ in profile');
    expect(out).toMatch(/\d+ clauses? (?:is|are) part of one run alone, and not broken there\./u);
    expect(out).not.toContain('absent');
    expect(JSON.parse((await conform(['compare', 'any', 'any', '--json'], { cwd })).out)).toEqual({
      regressions: [],
      fixed: [],
      newlyPassing: [],
      newlyBroken: [],
      noLongerShown: [],
      changedOtherwise: [],
      ofOneReading: [],
    });
  });

  test.each([
    ['nothing there', 'nope', 'there is no run; give the folder that conform run wrote'],
    ['a journal', 'any/run.ndjson', 'this is no JSON'],
    ['other JSON', 'other.json', 'this is no report of a run'],
  ])('complains of %s', async (_, path, message) => {
    writeFileSync(join(cwd, 'other.json'), '{"version":2}');
    const { status, err } = await conform(['compare', 'any', path], { cwd });
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

/** A report in which one clause fails that passed, and another one is gone. */
function changed(name: string): Report {
  const report = lives.get(name) as Report;
  const [first, second] = report.clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  return {
    ...report,
    clauses: report.clauses
      .filter(({ id }) => id !== second)
      .map((clause) => (clause.id === first ? { ...clause, verdict: 'fail' } : clause)),
  };
}
