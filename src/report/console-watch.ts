import type { Comparison } from './compare.ts';
import { type ConsoleOptions, renderEnding } from './console.ts';
import { changeLines } from './console-changes.ts';
import { findingLines } from './console-findings.ts';
import { firstLines } from './console-first.ts';
import { blocksOf } from './console-text.ts';
import type { Report } from './model.ts';

const FINDINGS = 10;

/** One round of `conform watch`: what to do first, the findings, and at the end what changed since the time before. Pure. */
export function renderRound(report: Report, changes: Comparison | undefined, options: ConsoleOptions): string {
  const { paint, reportPath = 'report.json' } = options;
  const blocks = [
    firstLines(report, paint),
    findingLines(report, paint, FINDINGS, reportPath),
    changes === undefined ? [] : changeLines('Since the last run', changes, paint),
  ];
  const told = blocks.some((lines) => lines.length > 0) ? `${blocksOf(blocks)}\n` : '';
  return told + renderEnding(report, options);
}
