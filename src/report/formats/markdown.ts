import { plural } from '../../nouns.ts';
import { LEVELS } from '../../schema/schema.ts';
import { clipped } from '../escape.ts';
import { tagOf, VERDICT_WORDS, VERDICTS, withRemedy } from '../facts.ts';
import type { Finding, Report } from '../model.ts';
import { block, code, htmlText, plain, tableOf } from './markdown-text.ts';
import { countsOf } from './test-status.ts';

/** GitHub discards a step summary of more than 1 MiB, GitLab a comment of a million characters. */
const MAX_BYTES = 900_000;

const MAX_TEXT = 300;

/** The report as Markdown, for a comment on a merge request or a step summary. */
export function renderMarkdown(report: Report): string {
  const { findings } = report;
  const head = [headOf(report), countsTable(report)].join('\n\n');
  const foot = `Exit status ${report.outcome.exitStatus}. ${report.suite.name} ${plain(report.suite.version)}`;
  const tail = [notExercised(report), foot].filter((part) => part !== '').join('\n\n');
  const room = MAX_BYTES - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const shown = fitting(findings.map(findingDetails), room);
  const rest = findings.length - shown.length;
  return `${[
    head,
    ...(findings.length === 0 ? [] : [`### ${plural(findings.length, 'finding')}`, ...shown]),
    ...(rest === 0 ? [] : [`… and ${rest} more in the report of the run.`]),
    tail,
  ].join('\n\n')}\n`;
}

function headOf({ outcome, run, document }: Report): string {
  const word = {
    conforms: 'no MUST failed',
    violations: 'violations',
    incomplete: 'incomplete',
    'suite-error': 'error',
    'unexpected-pass': 'a known failure passes',
  };
  return `## ${plain(`${document.title} ${document.version}`)}: ${word[outcome.verdict]}\n\n**${plain(outcome.sentence)}**\n\n${code(run.baseUrl)}, profile ${code(run.profile.name)}, depth ${run.depth}, ${run.requests} requests, seed ${run.seed}`;
}

function countsTable(report: Report): string {
  const { byLevel } = report.summary;
  const { tests, passed, failed, error, skipped } = countsOf(report);
  return `${tableOf(
    ['Clauses', ...VERDICTS.map((kind) => VERDICT_WORDS[kind])],
    LEVELS.map((level) => [level, ...VERDICTS.map((kind) => byLevel[level][kind])]),
  )}\n\n${tests} test cases in JUnit, CTRF and TAP: ${passed} passed (a SHOULD that is not met fails with --strict alone), ${failed} failed, ${error} with errors, ${skipped} skipped.`;
}

function findingDetails(finding: Finding): string {
  const lines = [
    `${code(finding.clause)} (${finding.level})`,
    '',
    `Clause: ${plain(clipped(finding.text, MAX_TEXT))} (${plain(finding.section)})`,
    '',
    `- expected: ${code(clipped(finding.expected, MAX_TEXT))}`,
    `- actual: ${code(clipped(finding.actual, MAX_TEXT))}${(finding.at ?? '') === '' ? '' : ` at ${code(clipped(finding.at ?? '', MAX_TEXT))}`}`,
    ...(finding.flaky ? ['- flaky: the check passed when it was repeated'] : []),
    ...(finding.clauses.length < 2 ? [] : [`- explains ${plural(finding.clauses.length, 'clause')}`]),
    ...(finding.curl === undefined ? [] : ['', block(clipped(finding.curl, 4000), 'sh')]),
  ];
  return `<details><summary>${tagOf(finding)} ${htmlText(clipped(finding.title, MAX_TEXT))}</summary>\n\n${lines.join('\n')}\n\n</details>`;
}

function notExercised({ summary: { notShown } }: Report): string {
  if (notShown.length === 0) return '';
  const rows = notShown
    .slice(0, 10)
    .map(({ reason, remedy, clauses }) => [clauses.length, code(clipped(withRemedy(reason, remedy), MAX_TEXT))]);
  return `<details><summary>Not tested</summary>\n\n${tableOf(['Clauses', 'Why'], rows)}\n\n</details>`;
}

/** The first parts, as many as fit into `bytes`. */
function fitting(parts: readonly string[], bytes: number): readonly string[] {
  let left = bytes;
  const end = parts.findIndex((part) => (left -= Buffer.byteLength(part) + 2) < 0);
  return end === -1 ? parts : parts.slice(0, end);
}
