import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readingLines } from '../../src/report/console-readings.ts';
import { paintIf } from '../../src/report/console-text.ts';
import { renderDetected } from '../../src/report/detected.ts';
import type { BranchSeen, Reading, Report } from '../../src/report/model.ts';
import { nastyReport } from './sample.ts';

const [exchange] = nastyReport.exchanges;
const branch = (id: string, answers: number, exchanges: readonly number[] = []): BranchSeen => ({
  id,
  means: 'm',
  statedBy: 's',
  answers,
  exchanges,
});
const about = (conflict: string, seen: Partial<Reading> & Pick<Reading, 'branches' | 'consistent'>): Reading => ({
  conflict,
  question: `${conflict}?`,
  section: 's',
  ...seen,
});

const report: Report = {
  ...nastyReport,
  exchanges:
    exchange === undefined
      ? []
      : [
          exchange,
          {
            ...exchange,
            seq: 2,
            outcome: {
              kind: 'response',
              status: 404,
              headers: {},
              body: { size: 0, text: '', utf8: true },
              durationMs: 1,
            },
          },
        ],
  readings: [
    about('as-declared', {
      declared: 'x',
      observed: 'x',
      consistent: 'yes',
      branches: [branch('x', 3, [1]), branch('y', 0)],
    }),
    about('otherwise', {
      declared: 'x',
      observed: 'y',
      consistent: 'yes',
      branches: [branch('x', 0), branch('y', 1, [2])],
    }),
    about('both', { consistent: 'no', branches: [branch('x', 2, [1]), branch('y', 1, [2])] }),
    about('unseen', {
      consistent: 'not seen',
      branches: [branch('x', 0), branch('y', 0)],
      why: 'no sample\n- name: injected',
    }),
  ],
};

describe('the readings in a terminal', () => {
  const lines = readingLines(report, paintIf(false));

  test('stand one to a line, with what was declared and what was seen', () => {
    expect(lines.filter((line) => /^ {2}\S/u.test(line))).toEqual([
      '  as-declared  profile x; service uses x (3 answers)',
      '  otherwise    profile x; service uses y (1 answer), not the one of the profile',
      '  both         any branch accepted; service uses several: x (2 answers), y (1',
      '  unseen       any branch accepted; branch not seen (no sample\\n- name:',
    ]);
  });

  test('show one exchange of each kind where the target mixes them', () => {
    const told = lines.filter((line) => /^ {6}\S/u.test(line)).map((line) => line.trim());
    expect(told.join(' ')).toMatch(
      /^x: GET \/api\/v1\/papers -> 200 .*\(exchange 1\) y: GET \/api\/v1\/papers -> 404 without a media type \(exchange 2\)$/u,
    );
  });

  test('are left out where there are none', () => {
    expect(readingLines({ ...report, readings: [] }, paintIf(false))).toEqual([]);
  });
});

describe('the detected profile', () => {
  test('holds what was seen alone, whatever texts the target sent', () => {
    expect(parse(renderDetected(report))).toEqual({
      name: expect.stringMatching(/^detected-[\w.-]+$/u),
      description: 'What the target was seen to follow.',
      branches: { 'as-declared': 'x', otherwise: 'y', both: 'any', unseen: 'any' },
    });
  });

  test('is valid where there is no conflict at all', () => {
    expect(parse(renderDetected({ ...report, readings: [] }))).toMatchObject({ branches: {} });
  });
});
