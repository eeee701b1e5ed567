import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onReply, wrap } from '../../fixtures/middleware.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import type { Report } from '../../src/report/model.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

let broken: Listening;
const service = createReference();
beforeAll(async () => {
  const wrong = onReply(['getRateLimit', 'getUsage'], (reply) =>
    // No credential is refused, and a SHOULD is not met.
    reply.status === 401
      ? { ...reply, status: 200, body: {} }
      : { ...reply, body: { ...(reply.body as object), used: -1 } },
  );
  broken = await listen(wrap(service.fetch, wrong));
});
afterAll(() => broken.close());

const numbers = (text: string, pattern: RegExp): readonly number[] =>
  (pattern.exec(text) ?? []).slice(1).map((found) => Number(found));

test('one run has one count: live, in the verdict, the tables, the report, Markdown, JUnit, CTRF, TAP and badge', async () => {
  const cwd = temporaryFolder();
  const formats = ['junit=j.xml', 'markdown=m.md', 'ctrf=c.json', 'tap=t.tap', 'badge=b.svg'];
  const { out, err } = await conform(
    [
      'run',
      broken.url,
      '--report',
      'r',
      '--only',
      'getRateLimit,getUsage,getChatCapabilities',
      ...formats.flatMap((one) => ['--reporter', one]),
    ],
    { cwd, env: { CONFORM_TOKEN: service.credentials.bearer } },
  );
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8');
  const report = JSON.parse(read('r/report.json')) as Report;
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail');
  const notMet = report.clauses.filter(({ verdict }) => verdict === 'warn');
  expect(failed.length).toBeGreaterThan(3);
  expect(notMet.length).toBeGreaterThan(0);

  // Clauses fail; what explains them is a finding.
  const sentence = `${failed.length} MUST clauses failed, ${notMet.length} SHOULD clause${notMet.length === 1 ? '' : 's'} not met`;
  expect(report.outcome.sentence).toContain(sentence);
  expect(out.replaceAll('\n', ' ')).toContain(sentence);
  const explained = report.findings.flatMap(({ clauses }) => clauses);
  expect(explained.toSorted()).toEqual([...failed, ...notMet].map(({ id }) => id).toSorted());
  expect(numbers(out, /^(\d+) findings?$/mu)).toEqual([report.findings.length]);
  expect(numbers(read('m.md'), /^### (\d+) findings?$/mu)).toEqual([report.findings.length]);

  const passed = report.clauses.filter(({ verdict }) => verdict === 'pass').length;
  expect(numbers(out, /^MUST +\d+ +(\d+)/mu)).toEqual([failed.length]);
  expect(numbers(out, /^SHOULD +\d+ +\d+ +(\d+)/mu)).toEqual([notMet.length]);
  const rows = [...out.matchAll(/^[x!+-] (.+?) +(\d+) +(\d+) +(\d+) +(\d+)$/gmu)];
  const column = (at: number): number => rows.reduce((sum, row) => sum + Number(row[at]), 0);
  expect([column(2), column(3), column(4)]).toEqual([passed, failed.length, notMet.length]);

  expect(numbers(read('m.md'), /^\| MUST \| \d+ \| (\d+) \|/mu)).toEqual([failed.length]);
  expect(numbers(read('j.xml'), /<testsuites [^>]*failures="(\d+)"/u)).toEqual([failed.length]);
  expect(read('j.xml').split('<failure ')).toHaveLength(failed.length + 1);
  expect(read('t.tap').split('\nnot ok ')).toHaveLength(failed.length + 1);
  expect(numbers(read('c.json'), /"failed": (\d+)/u)).toEqual([failed.length]);
  expect(numbers(read('b.svg'), /(\d+) of (\d+) clauses failed/u)).toEqual([failed.length, report.clauses.length]);

  // While it runs no more is known than what its own check has found so far.
  const live = [...err.matchAll(/^(\w+): \d+ requests?, (\d+) clauses? failed so far/gmu)];
  expect(live.length).toBeGreaterThan(0);
  for (const [, operation = '', count] of live)
    expect(Number(count)).toBeLessThanOrEqual(failed.filter((one) => one.operation === operation).length);
});
