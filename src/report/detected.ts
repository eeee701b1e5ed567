import { present } from '../defined.ts';
import { plural } from '../nouns.ts';
import { clipped, visible } from './escape.ts';
import { exchangeLine } from './facts.ts';
import type { Reading, Report } from './model.ts';

/**
 * The profile that a target follows, as YAML: for each conflict the branch that was seen, with the evidence as comments.
 * It is `any` if no branch was seen, or several. Pure.
 */
export function renderDetected(report: Report): string {
  const { run, readings } = report;
  return [
    ...commented(
      `The reading that ${run.baseUrl} follows, as conform detect saw it at ${run.finishedAt} in ${plural(run.requests, 'request')}.`,
    ),
    '# Give it to a run with --profile and the path of this file. What could not be found out is any: each branch is accepted.',
    // Two services that are both called "detected" could not be told apart in a report.
    `name: detected-${new URL(run.baseUrl).host.replaceAll(/[^\w.-]+/gu, '-')}`,
    'description: What the target was seen to follow.',
    `branches:${readings.length === 0 ? ' {}' : ''}`,
    ...readings.flatMap((reading) => ['', ...blockOf(reading, report).map((line) => `  ${line}`)]),
    '',
  ].join('\n');
}

function blockOf(reading: Reading, report: Report): readonly string[] {
  const { conflict, question, observed, consistent } = reading;
  return [
    ...commented(question),
    ...evidenceOf(reading, report).flatMap(commented),
    `${conflict}: ${consistent === 'yes' ? (observed ?? 'any') : 'any'}`,
  ];
}

function evidenceOf(reading: Reading, report: Report): readonly string[] {
  if (reading.consistent === 'not seen') return [`Not seen: ${reading.why ?? 'no response showed it'}.`];
  const mixed = reading.consistent === 'no' && 'Mixed: the target answers both ways. Decide, and let it follow one.';
  return [...present(mixed), ...observations(reading, report)];
}

function observations({ branches }: Reading, { exchanges }: Report): readonly string[] {
  return branches.flatMap(({ id, answers, byDefault, exchanges: [first] }) => {
    const exchange = exchanges.find(({ seq }) => seq === first);
    if (answers === 0) return [];
    const example = exchange === undefined ? '' : `, such as ${exchangeLine(exchange)}`;
    return [
      `${id}: ${plural(answers, 'answer')}${example}`,
      ...(byDefault === true ? ['No answer showed another branch; that is all that speaks for it.'] : []),
    ];
  });
}

/** A comment of one line. No text of a target may begin a line of its own: it would not be a comment. */
function commented(text: string): readonly string[] {
  return [`# ${clipped(visible(text), 300)}`];
}
