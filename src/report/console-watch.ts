import type { Comparison } from './compare.ts';
import { type ConsoleOptions, renderEnding } from './console.ts';
import { changeLines } from './console-changes.ts';
import { findingLines } from './console-findings.ts';
import { firstLines } from './console-first.ts';
import { blocksOf } from './console-text.ts';
import type { Report } from './model.ts';

const MAX_FINDINGS = 10;

/** One round of `conform watch`: what to do first, the findings, the changes since the last run, and the verdict. Pure. */
export function renderRound(report: Report, changes: Comparison | undefined, options: ConsoleOptions): string {
  const { paint, reportPath = 'report.json' } = options;
  const blocks = [
    firstLines(report, paint),
    findingLines(report, paint, MAX_FINDINGS, reportPath),
    changes === undefined ? [] : changeLines('Since the last run', changes, paint),
  ];
  const body = blocks.some((lines) => lines.length > 0) ? `${blocksOf(blocks)}\n` : '';
  return body + renderEnding(report, options);
}
