import type { Exchange } from '../http/exchange.ts';
import { flagsFor, sameRun } from './command.ts';
import { firstFew, heading, type Paint, paintIf, plural } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import { exchangeLine } from './exchange-line.ts';
import type { Finding, Gravity, Report } from './model.ts';

const LONG = 400;

/** What was wrong, one block each; the gravest come first. */
export function findingLines(
  { findings, outcome, exchanges, run }: Report,
  paint: Paint,
  max: number,
  rest: string,
): readonly string[] {
  if (findings.length === 0)
    return [
      outcome.exitStatus === 0
        ? paint.green('No finding: nothing that was seen breaks the contract.')
        : 'No finding so far.',
    ];
  const more = findings.length - max;
  const groups = byGravity(findings.slice(0, max));
  // What is all there is needs no name.
  const isNamed = groups.some(([gravity]) => gravity !== 'other');
  return [
    heading(plural(findings.length, 'finding'), paint),
    ...groups.flatMap(([gravity, some]) => [
      ...(isNamed ? ['', heading(GRAVITY[gravity], paint)] : []),
      ...some.flatMap((finding) => ['', ...findingBlock(finding, paint, { exchanges, run })]),
    ]),
    ...(more > 0 ? ['', `… and ${more} more in ${visible(rest)}`] : []),
  ];
}

const GRAVITY: Readonly<Record<Gravity, string>> = {
  security: 'Security',
  data: 'Data',
  other: 'Everything else',
};

function byGravity(findings: readonly Finding[]): readonly (readonly [Gravity, readonly Finding[]])[] {
  const gravities: readonly Gravity[] = ['security', 'data', 'other'];
  return gravities
    .map((gravity) => [gravity, findings.filter((finding) => finding.gravity === gravity)] as const)
    .filter(([, some]) => some.length > 0);
}

/** How a finding counts, in a word. */
export function findingWord({ excused, verdict }: Finding, paint: Paint): string {
  if (excused !== undefined) return paint.dim('KNOWN');
  return verdict === 'fail' ? paint.red(paint.bold('FAIL')) : paint.yellow(paint.bold('WARN'));
}

/** One finding, over several lines; with the exchanges that it cites, where they are at hand. */
export function findingBlock(
  finding: Finding,
  paint: Paint,
  { exchanges = [], run }: Partial<Pick<Report, 'exchanges' | 'run'>> = {},
): readonly string[] {
  const flaky = finding.flaky ? paint.yellow('  flaky: the same request, sent again, was answered correctly') : '';
  return [
    `${findingWord(finding, paint)}  ${paint.bold(visible(finding.clause))}  ${finding.level}${flaky}`,
    `      ${visible(finding.title)}`,
    ...[...fieldsOf(finding, run), ...evidenceOf(finding, exchanges)].map(
      ([name, value]) => `      ${paint.dim(name.padEnd(9))} ${shadeOf(name, paint)(value)}`,
    ),
  ];
}

/** The two sides of a difference, as the page colours them. */
function shadeOf(name: string, paint: Paint): (text: string) => string {
  if (name === 'expected') return paint.green;
  return name === 'actual' ? paint.red : (text) => text;
}

function fieldsOf(finding: Finding, run: Report['run'] | undefined): readonly (readonly [string, string])[] {
  return [
    ['clause', visible(`${finding.section}: ${finding.text}`)],
    ['expected', short(finding.expected)],
    [
      'actual',
      `${short(finding.actual)}${finding.at === undefined ? '' : ` at ${finding.at === '' ? 'the whole body' : short(finding.at)}`}`,
    ],
    ...conflictFields(finding),
    ...(finding.clauses.length < 2
      ? []
      : [['explains', short(`${plural(finding.clauses.length, 'clause')}: ${firstFew(finding.clauses, 3)}`)] as const]),
    ...(run === undefined ? [] : [['replay', shell(`${sameRun(run)} ${flagsFor(finding, run)}`)] as const]),
    ...(finding.curl === undefined ? [] : [['reproduce', shell(finding.curl)] as const]),
  ];
}

/** All that was sent where it takes several requests to see it, and the beginning of the answer that shows it. */
function evidenceOf({ steps, exchanges: shown }: Finding, exchanges: readonly Exchange[]) {
  const bySeq = new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
  const sent = steps.length < 2 ? [] : steps.flatMap((seq) => bySeq.get(seq) ?? []);
  const { outcome } = bySeq.get(shown[0] ?? -1) ?? {};
  const body = outcome?.kind === 'response' ? outcome.body.text.trim() : '';
  return [
    ...sent.map((exchange, index) => [`step ${index + 1}`, exchangeLine(exchange)] as const),
    ...(body === '' ? [] : [['answer', clipped(visible(body), BEGINNING)] as const]),
  ];
}

/** So much of an answer tells what kind of answer it is. */
const BEGINNING = 200;

function conflictFields({ conflict }: Finding): readonly (readonly [string, string])[] {
  if (conflict === undefined) return [];
  const declared = conflict.declared === undefined ? '' : ` (the profile says ${conflict.declared})`;
  const passes =
    conflict.passesUnder.length === 0
      ? ''
      : `: would pass under ${conflict.passesUnder.map((branch) => `${conflict.id}=${branch}`).join(' or ')}`;
  return [['conflict', visible(`${conflict.id}${declared}${passes}`)]];
}

function short(text: string): string {
  return clipped(visible(text), LONG);
}

/** A command has to stay what it is: only what a terminal would obey is made visible. */
function shell(command: string): string {
  return command.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, visible);
}

/** One finding as plain text, for a test runner's message. */
export function findingText(finding: Finding): string {
  return findingBlock(finding, paintIf(false)).join('\n');
}
