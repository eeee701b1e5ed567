import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { createProgress } from '../../src/cli/progress.ts';
import { Redactor } from '../../src/redact/redactor.ts';
import type { RunEvent } from '../../src/send/journal.ts';
import { nastyReport } from '../report/sample.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

const [exchange] = nastyReport.exchanges;

function header(): RunEvent {
  const { run, suite, document } = nastyReport;
  return { type: 'run', header: { ...run, suiteVersion: suite.version, document } };
}

function sent(operation: string, attempts = 1): RunEvent {
  if (exchange === undefined) throw new Error('the sample has exchanges');
  return { type: 'exchange', exchange: { ...exchange, operation, attempts } };
}

function acted(clause: string, suspect = false): RunEvent {
  return {
    type: 'act',
    act: { check: clause, clause, outcome: { kind: 'verdict', verdict: { kind: 'pass' } }, again: false },
    suspect,
  };
}

const levelled = (id: string) => ({ id, level: id.endsWith('-should') ? ('SHOULD' as const) : ('MUST' as const) });

/** What is written while events happen, half a second apart. */
function told(isTty: boolean, events: readonly RunEvent[], planned: readonly string[]): readonly string[] {
  const written: string[] = [];
  let time = 0;
  const progress = createProgress(
    { write: (text) => void written.push(text), isTty },
    { planned: () => planned.map(levelled), now: () => (time += 500) },
  );
  for (const event of events) progress.sink(event, new Redactor());
  progress.end();
  return written;
}

describe('progress', () => {
  const planned = ['listPapers/a', 'listPapers/b', 'getPaper/a'];

  test('counts what was sent again for one exchange, as the report does', () => {
    const lines = told(false, [header(), sent('getPaper', 3), acted('getPaper/a')], ['getPaper/a']);
    expect(lines.join('')).toContain('getPaper: 3 requests');
  });

  test.each([20, 40, 120])('on a terminal of %s columns: a line that never wraps', (columns) => {
    const written: string[] = [];
    let [time, width] = [0, columns * 2];
    const progress = createProgress(
      { write: (text) => void written.push(text), isTty: true, columns: () => width },
      { planned: () => planned.map(levelled), now: () => (time += 500), budget: 1000 },
    );
    progress.sink(header(), new Redactor());
    // The window is made narrower while the run goes on.
    width = columns;
    progress.sink(sent('anOperationWithANameThatIsLongerThanTheWholeTerminalIsWide'.repeat(2)), new Redactor());
    const [line = ''] = written.map((text) => text.replace('\r\u001b[2K', '')).slice(-1);
    expect(line).toHaveLength(columns - 1);
  });

  test('on a terminal: how much of the plan is done, and about how long it takes', () => {
    const events = [
      header(),
      ...planned.flatMap((clause) => [sent(clause.split('/')[0] ?? ''), acted(clause, clause === 'listPapers/b')]),
    ];
    const lines = told(true, [...events, sent('getPaper')], planned);
    expect(lines[0]).toBe('\r\u001b[2K0 of 3 checks, listPapers, 1 request');
    expect(lines.join('')).toMatch(/2 of 3 checks, getPaper, 3 requests, 1 clause failed so far, about \d+ s left/u);
    expect(lines.join('')).toContain('3 of 3 checks');
    expect(lines.at(-1)).toBe('\r\u001b[2K');
  });

  test('elsewhere: a line when the last check of an operation is done', () => {
    const events = [
      header(),
      sent('listPapers'),
      acted('listPapers/a'),
      acted('listPapers/b', true),
      sent('getPaper'),
      acted('getPaper/a'),
    ];
    expect(told(false, events, planned).filter((line) => line.includes(' of 2 operations'))).toEqual([
      'listPapers: 1 request, 1 clause failed so far (1 of 2 operations done)\n',
      'getPaper: 1 request (2 of 2 operations done)\n',
    ]);
  });

  test('counts each clause that failed once, and none that is only not met', () => {
    const clauses = ['getPaper/a', 'getPaper/a', 'getPaper/b', 'getPaper/c-should'];
    const events = [header(), sent('getPaper'), ...clauses.map((clause) => acted(clause, true))];
    expect(told(false, events, clauses).join('')).toContain('getPaper: 1 request, 2 clauses failed so far');
  });

  test('counts no check twice, and none that was not planned', () => {
    const again: RunEvent = { ...(acted('listPapers/a') as Extract<RunEvent, { type: 'act' }>) };
    const events = [
      header(),
      acted('other/x'),
      again,
      { ...again, act: { ...again.act, again: true } } as RunEvent,
      sent('listPapers'),
    ];
    expect(told(true, events, planned).join('')).toContain('1 of 3 checks');
  });

  test('says how many requests there are at most', () => {
    const written: string[] = [];
    let time = 0;
    const writer = { write: (text: string) => void written.push(text), isTty: true };
    createProgress(writer, { budget: 1000, now: () => (time += 500) }).sink(sent('listPapers'), new Redactor());
    expect(written.join('')).toContain('listPapers, 1 request of at most 1000');
  });
});

describe('how much a run tells', () => {
  let service: Listening;
  beforeAll(async () => {
    service = await listen(createReference().fetch);
  });
  afterAll(() => service.close());
  const run = (...more: readonly string[]) =>
    conform(['run', '--base-url', service.url, '--only', 'getRateLimit', ...more], { cwd: temporaryFolder() });

  test('--quiet: the last lines alone', async () => {
    const { out, err } = await run('--quiet');
    expect(err).toBe('');
    expect(out.trimEnd().split('\n')).toHaveLength(2);
    expect(out).toMatch(/Exit status 0: no selected MUST clause failed\.\n$/u);
  });

  test('--verbose: every exchange, and no operation is over before its last check', async () => {
    const { err } = await run('--verbose');
    expect(err.split('\n').filter((line) => /^GET .* -> \d{3} .*\(exchange \d+\)$/u.test(line)).length).toBeGreaterThan(
      1,
    );
    expect(err).toMatch(/^getRateLimit: \d+ requests \(1 of 1 operations done\)$/mu);
  });
});
