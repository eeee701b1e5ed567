import { describe, expect, test } from 'vitest';
import { parseTargetFile } from '../../src/config/target-file.ts';
import { conclude } from '../../src/judge/conclude.ts';
import { buildReport } from '../../src/report/build.ts';
import { assertLevels, suiteCache } from '../../src/rules/suite.ts';
import type { Level } from '../../src/schema/schema.ts';
import { loaded } from '../support/contract.ts';
import { exchange, json } from '../support/exchanges.ts';
import { record } from '../support/records.ts';

const suiteUnder = suiteCache(loaded, []);
const WARNING = 'listPapers/server-errors';
const FAILURE = 'listPapers/valid-requests-do-not-fail';

/** A run in which both clauses are broken, judged with these levels. */
function reported(levels: Readonly<Record<string, Level>>) {
  const made = record({ exchanges: [exchange({ operation: 'listPapers', outcome: json(502, {}) })] });
  const judged = { ...made, header: { ...made.header, levels } };
  const { clauses, outcome, run } = buildReport(judged, conclude(judged, {}, suiteUnder));
  const of = (id: string) => clauses.find((clause) => clause.id === id);
  return { outcome, run, warning: of(WARNING), failure: of(FAILURE) };
}

describe('the levels of a target file', () => {
  test('are those of the contract unless told', () => {
    const { warning, failure } = reported({});
    expect(warning).toMatchObject({ level: 'SHOULD', verdict: 'warn' });
    expect(failure).toMatchObject({ level: 'MUST', verdict: 'fail' });
  });

  test('raise a clause and lower another, and the report says so', () => {
    const { warning, failure, outcome, run } = reported({ [WARNING]: 'MUST', [FAILURE]: 'SHOULD' });
    expect(warning).toMatchObject({ level: 'MUST', verdict: 'fail' });
    expect(failure).toMatchObject({ level: 'SHOULD', verdict: 'warn' });
    expect(outcome).toMatchObject({ exitStatus: 1 });
    expect(run.levels).toEqual({ [WARNING]: 'MUST', [FAILURE]: 'SHOULD' });
  });

  test('decide the exit status', () => {
    expect(reported({ 'listPapers/*': 'SHOULD' }).outcome.exitStatus).not.toBe(1);
  });

  test('of several that fit the last counts', () => {
    expect(reported({ 'listPapers/*': 'SHOULD', [FAILURE]: 'MUST' }).failure?.verdict).toBe('fail');
    expect(reported({ [FAILURE]: 'MUST', 'listPapers/*': 'SHOULD' }).failure?.verdict).toBe('warn');
  });

  test('are read from the file, MUST and SHOULD alone', () => {
    const read = (level: string) => parseTargetFile(`levels: { ${WARNING}: ${level} }`, 'target.yaml', {});
    expect(read('MUST').levels).toEqual({ [WARNING]: 'MUST' });
    expect(() => read('must')).toThrow(/levels/u);
  });

  test('name clauses that there are', () => {
    expect(() => assertLevels(suiteUnder({}), { [WARNING]: 'MUST', 'predict/body/*': 'MUST' })).not.toThrow();
    expect(() => assertLevels(suiteUnder({}), { 'listPapers/server-error': 'MUST' })).toThrow(
      /levels: listPapers\/server-error matches no clause.*server-errors/u,
    );
  });
});
