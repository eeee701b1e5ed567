import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { conclude } from '../../src/judge/conclude.ts';
import { Redactor } from '../../src/redact/redactor.ts';
import { buildReport } from '../../src/report/build.ts';
import { type Suite, suiteCache } from '../../src/rules/suite.ts';
import { type RunResult, runSuite } from '../../src/run/run.ts';
import type { RunEvent } from '../../src/send/journal.ts';
import { openJournal, readJournal, recordFromJournal } from '../../src/send/journal-file.ts';
import { allChecks } from '../../suites/index.ts';
import { temporaryFolder } from '../support/temporary.ts';

const path = join(temporaryFolder(), 'run.ndjson');
let service: ReferenceService;
let result: RunResult;
let suiteUnder: (choices: Choices) => Suite;

beforeAll(async () => {
  service = createReference();
  const loaded = await loadDocument();
  suiteUnder = suiteCache(loaded, allChecks);
  const journal = openJournal(path);
  result = await runSuite({
    loaded,
    checks: allChecks,
    target: embeddedTarget(service, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(service.fetch),
    sink: journal.sink,
    only: ['papers', 'account', 'predict'],
    suiteUnder,
  });
  journal.close();
});

describe('the journal', () => {
  test('that is closed takes nothing more, whoever has the number of its file by then', () => {
    const first = openJournal(join(temporaryFolder(), 'first.ndjson'));
    first.close();
    const other = join(temporaryFolder(), 'other.ndjson');
    const second = openJournal(other);
    first.sink({ type: 'note', text: 'late' }, new Redactor());
    second.close();
    expect(readFileSync(other, 'utf8')).toBe('');
  });

  test('gives the same verdicts when it is read back', () => {
    const record = readJournal(path);
    const again = conclude(record, {}, suiteUnder);
    expect(verdicts(again.results)).toEqual(verdicts(result.conclusion.results));
    expect(buildReport(record, again).outcome).toEqual(buildReport(result.record, result.conclusion).outcome);
  });

  test('gives back a record that, written down again, is the same', () => {
    const record = readJournal(path);
    expect(record.exchanges).toHaveLength(result.record.exchanges.length);
    expect(record.acts).toHaveLength(result.record.acts.length);
    expect(record.repeats).toEqual(result.record.repeats);
    expect([record.header, record.choices, record.finishedAt, record.complete]).toEqual([
      result.record.header,
      result.record.choices,
      result.record.finishedAt,
      true,
    ]);
  });

  test('holds no secret', () => {
    const text = readFileSync(path, 'utf8');
    const { apiKey, bearer, session } = service.credentials;
    for (const secret of [apiKey, bearer, session.split('=')[1] ?? '']) expect(text).not.toContain(secret);
  });

  test('refers to exchanges in evidence by number, and finds them again', () => {
    expect(readFileSync(path, 'utf8')).toMatch(/"type":"act".*\{"\$exchange":\d+\}/u);
    const exchanges = new Set<unknown>(readJournal(path).exchanges);
    const act = readJournal(path).acts.find(({ outcome }) => outcome.kind === 'evidence');
    expect(act).toBeDefined();
    expect(exchanges.size).toBeGreaterThan(0);
  });

  test('that was cut off anywhere is a run that is not complete', () => {
    const text = readFileSync(path, 'utf8');
    for (const share of [0.2, 0.5, 0.99])
      expect(recordFromJournal(text.slice(0, Math.floor(text.length * share)), 'j').complete).toBe(false);
    const lines = text.trimEnd().split('\n');
    expect(recordFromJournal(lines.slice(0, -1).join('\n'), 'j')).toMatchObject({
      complete: false,
      reason: 'the run did not end',
    });
  });

  test.each([
    ['an empty file', '', 'a journal begins with the facts of its run'],
    [
      'a line that is no JSON',
      '{"type":"note","text":""}\nhello\n{"type":"note","text":""}',
      'j:2: this line is no event',
    ],
    ['an event of another kind', '{"type":"other"}', 'j:1: this line is no event'],
  ])('complains of %s', (_, text, message) => {
    expect(() => recordFromJournal(text, 'j')).toThrow(message);
  });

  test('keeps bodies that are no JSON', () => {
    const file = join(temporaryFolder(), 'j');
    const journal = openJournal(file);
    const body = { size: 5, text: '{"a":', utf8: true };
    const exchange = {
      seq: 123_456,
      intent: { kind: 'valid' },
      request: { method: 'GET', target: '/x?k=123456', query: {}, headers: {}, credentials: [] },
      outcome: { kind: 'response', status: 200, headers: {}, body, durationMs: 1.123456 },
    } as const;
    const events: readonly RunEvent[] = [
      { type: 'run', header: result.record.header },
      { type: 'exchange', exchange },
    ];
    for (const event of events) journal.sink(event, new Redactor());
    journal.close();
    expect(readJournal(file).exchanges).toEqual([exchange]);
  });
});

function verdicts(results: RunResult['conclusion']['results']): Readonly<Record<string, string>> {
  return Object.fromEntries(results.map(({ clause, verdict }) => [clause.id, verdict.kind]));
}
