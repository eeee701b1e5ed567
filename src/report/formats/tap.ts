import { visible } from '../escape.ts';
import type { Report } from '../model.ts';
import { type TestCase, testCases } from './case.ts';

/** TAP version 14: a line per clause. What is wrong is a YAML block under it. */
export function renderTap(report: Report): string {
  const cases = testCases(report);
  const lines = cases.flatMap((one, index) => [tapLine(one, index + 1), ...diagnosticOf(one)]);
  return `TAP version 14\n1..${cases.length}\n${lines.join('\n')}${lines.length === 0 ? '' : '\n'}`;
}

function tapLine({ clause, status, message }: TestCase, number: number): string {
  const ok = status === 'passed' || status === 'skipped' ? 'ok' : 'not ok';
  const skip = status === 'skipped' ? ` # SKIP ${escaped(message)}` : '';
  return `${ok} ${number} - ${escaped(`${clause.id} (${clause.level})`)}${skip}`;
}

function diagnosticOf({ status, details }: TestCase): readonly string[] {
  if (status !== 'failed' && status !== 'error') return [];
  return ['  ---', '  message: |', ...details.split('\n').map((line) => `    ${visible(line)}`), '  ...'];
}

/** Escapes `#`, which would begin a directive. */
function escaped(text: string): string {
  return visible(text).replaceAll('\\', '\\\\').replaceAll('#', '\\#');
}
