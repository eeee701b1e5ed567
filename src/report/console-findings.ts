import { present } from '../defined.ts';
import type { Exchange } from '../http/exchange.ts';
import { plural } from '../nouns.ts';
import { flagsFor, rerunCommand } from './command.ts';
import { COLUMNS, firstFew, type Paint, paintIf, wrapped } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import { exchangeLine, exchangesBySeq, isCounted, isPlace, otherBranches, tagOf } from './facts.ts';
import type { Finding, Report } from './model.ts';
import { surroundings } from './surroundings.ts';

const MAX_LENGTH = 400;

/** The findings, one block each, the most serious first. Known ones come last, with the number that `show` has for them. */
export function findingLines(
  { findings, outcome, exchanges, run }: Report,
  paint: Paint,
  max: number,
  reportPath: string,
): readonly string[] {
  if (findings.length === 0)
    return [
      outcome.exitStatus === 0
        ? paint.green('No finding: nothing that was seen breaks the contract.')
        : 'No finding so far.',
    ];
  const more = findings.length - max;
  const bySeq = exchangesBySeq(exchanges);
  return [
    paint.bold(plural(findings.length, 'finding')),
    ...[...findings.entries()]
      .toSorted(([, a], [, b]) => Number(isCounted(b)) - Number(isCounted(a)))
      .slice(0, max)
      .flatMap(([index, finding]) => ['', ...findingBlock(finding, paint, { bySeq, run }, index + 1)]),
    ...(more > 0 ? ['', `… and ${more} more in ${visible(reportPath)}`] : []),
  ];
}

/** The coloured tag of a finding. */
export function findingWord(finding: Finding, paint: Paint): string {
  const tag = tagOf(finding);
  if (tag === 'KNOWN') return paint.dim(tag);
  return (tag === 'FAIL' ? paint.red : paint.yellow)(paint.bold(tag));
}

/** One finding over several lines, with those of the exchanges that it cites. `conform show` knows it by `number`. */
export function findingBlock(
  finding: Finding,
  paint: Paint,
  { bySeq = new Map(), run }: { readonly bySeq?: ReadonlyMap<number, Exchange>; readonly run?: Report['run'] } = {},
  number?: number,
): readonly string[] {
  const marks = finding.gravity === 'security' ? [paint.red('security')] : [];
  return [
    [
      `${number === undefined ? '' : `${number}. `}${findingWord(finding, paint)}  ${paint.bold(visible(finding.clause))}`,
      finding.level,
      ...marks,
    ].join('  '),
    ...wrapped(visible(finding.title), INDENT),
    ...[...fieldsOf(finding, run), ...evidenceOf(finding, bySeq)].flatMap(([name, value]) =>
      fieldLines(name, value, paint),
    ),
  ];
}

const INDENT = ' '.repeat(6);

/** A field, wrapped beside its label. A command stays on one line, so that it can be copied. */
function fieldLines(name: string, value: string, paint: Paint): readonly string[] {
  const label = `${INDENT}${paint.dim(name.padEnd(9))} `;
  const columns = INDENT.length + 10;
  if (COMMANDS.has(name)) return [`${label}${value}`];
  return wrapped(breakable(value, COLUMNS - columns), label, { paint: shadeOf(name, paint), columns });
}

/** Adds blanks at which a long word can be wrapped: after a comma, or at the end of the line. */
function breakable(text: string, width: number): string {
  return text
    .split(' ')
    .flatMap((word) => word.match(new RegExp(`.{1,${width}}$|.{1,${width - 1}},|.{1,${width}}`, 'gsu')) ?? [word])
    .join(' ');
}

const COMMANDS: ReadonlySet<string> = new Set(['replay', 'reproduce']);

/** Colours the two sides of a difference as the HTML page does. */
function shadeOf(name: string, paint: Paint): (text: string) => string {
  if (name === 'expected') return paint.green;
  return name === 'actual' ? paint.red : (text) => text;
}

function fieldsOf(finding: Finding, run: Report['run'] | undefined): readonly (readonly [string, string])[] {
  const { section, text, expected, actual, at, alsoSeen, conflict, flaky, clauses, curl } = finding;
  return present<readonly [string, string]>(
    ['clause', visible(`${section}: ${text}`)],
    ['expected', shortened(expected)],
    ['actual', `${shortened(actual)}${isPlace(at) ? ` at ${shortened(at)}` : ''}`],
    alsoSeen !== undefined && ['also seen', `in ${plural(alsoSeen, 'more answer')}`],
    conflict !== undefined && ['conflict', conflictWords(conflict)],
    flaky && ['flaky', 'the check passed when it was repeated'],
    clauses.length > 1 && ['explains', shortened(`${plural(clauses.length, 'clause')}: ${firstFew(clauses, 3)}`)],
    run !== undefined && ['replay', copyable(`${rerunCommand(run)} ${flagsFor(finding, run)}`)],
    curl !== undefined && ['reproduce', copyable(curl)],
  );
}

/** The requests, if the finding takes several, and the part of the answer around the place at fault. */
function evidenceOf({ steps, exchanges: cited, at }: Finding, bySeq: ReadonlyMap<number, Exchange>) {
  const sent = steps.length < 2 ? [] : steps.flatMap((seq) => bySeq.get(seq) ?? []);
  const { outcome } = bySeq.get(cited[0] ?? -1) ?? {};
  const body = outcome?.kind === 'response' ? surroundings(outcome.body, at) : '';
  return [
    ...sent.map((exchange, index) => [`step ${index + 1}`, exchangeLine(exchange)] as const),
    ...(body === '' ? [] : [['answer', visible(body)] as const]),
  ];
}

function conflictWords(conflict: NonNullable<Finding['conflict']>): string {
  const declared = conflict.declared === undefined ? '' : ` (profile: ${conflict.declared})`;
  const others = otherBranches(conflict);
  const passes = others === '' ? '' : `: passes with ${others}`;
  return visible(`${conflict.id}${declared}${passes}`);
}

function shortened(text: string): string {
  return clipped(visible(text), MAX_LENGTH);
}

/** Makes only what a terminal would obey visible, so that the command can still be copied. */
function copyable(command: string): string {
  return command.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, visible);
}

/** One finding as plain text, for a test runner's message. */
export function findingText(finding: Finding): string {
  return findingBlock(finding, paintIf(false)).join('\n');
}
