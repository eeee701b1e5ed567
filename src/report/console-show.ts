import { defined } from '../defined.ts';
import { groupByValue } from '../groups.ts';
import type { Exchange } from '../http/exchange.ts';
import { findingBlock, findingWord } from './console-findings.ts';
import type { Paint } from './console-text.ts';
import { visible } from './escape.ts';
import { exchangesBySeq, isPlace } from './facts.ts';
import { indentJson } from './indent-json.ts';
import type { ClauseResult, Report } from './model.ts';

/** Everything about a clause: its verdict, its violations, the finding behind it, and the exchanges that show it. */
export function clauseLines(
  clause: ClauseResult,
  report: Report,
  exchanges: readonly Exchange[],
  paint: Paint,
): readonly string[] {
  const finding = report.findings.find(({ id }) => id === clause.finding);
  const shown = new Set([...clause.violations.flatMap(({ exchange }) => exchange ?? []), ...(finding?.steps ?? [])]);
  const number = finding === undefined ? 0 : report.findings.indexOf(finding) + 1;
  const found = { bySeq: exchangesBySeq(report.exchanges), run: report.run };
  const findingSection =
    finding === undefined
      ? []
      : ['', paint.bold('The finding behind it'), '', ...findingBlock(finding, paint, found, number)];
  return [
    `${paint.bold(visible(clause.id))}  ${clause.level}  ${clause.verdict}`,
    `  ${visible(`${clause.section}: ${clause.text}`)}`,
    ...(clause.reason === undefined ? [] : [`  ${visible(clause.reason)}`]),
    ...(clause.remedy === undefined ? [] : [`  -> ${visible(clause.remedy)}`]),
    ...mergedViolations(clause.violations).flatMap(({ expected, actual, at, exchanges: seqs }) => [
      '',
      `  expected  ${visible(expected)}`,
      `  actual    ${visible(actual)}${isPlace(at) ? ` at ${visible(at)}` : ''}`,
      ...(seqs.length === 0 ? [] : [`  exchange  ${seqs.join(', ')}`]),
    ]),
    ...findingSection,
    ...exchanges.filter(({ seq }) => shown.has(seq)).flatMap((one) => ['', ...exchangeLines(one, paint)]),
  ];
}

/** A line for each finding of a run with its number and its clause, as a run prints them, the most serious first. */
export function findingLines({ findings, outcome }: Report, paint: Paint): readonly string[] {
  if (findings.length === 0) return [visible(outcome.sentence)];
  const width = String(findings.length).length;
  return findings.map(
    (one, index) =>
      `${String(index + 1).padStart(width)}  ${findingWord(one, paint)}  ${visible(one.clause)}  ${visible(one.title)}`,
  );
}

type ShownViolation = ClauseResult['violations'][number];

/** Merges violations with the same words and place into one, with all exchanges that show it. */
function mergedViolations(
  violations: readonly ShownViolation[],
): readonly (Omit<ShownViolation, 'exchange'> & { readonly exchanges: readonly number[] })[] {
  return groupByValue(violations, ({ expected, actual, at }) => defined({ expected, actual, at })).map(
    ({ common, members }) => ({
      ...common,
      exchanges: [...new Set(members.flatMap(({ exchange }) => exchange ?? []))],
    }),
  );
}

/** A whole exchange: request and response with all headers and bodies. Secrets are placeholders already. */
export function exchangeLines({ seq, operation, request, outcome }: Exchange, paint: Paint): readonly string[] {
  const requestLines = [
    paint.bold(`Exchange ${seq}${operation === undefined ? '' : `, ${visible(operation)}`}`),
    `> ${visible(`${request.method} ${request.target}`)}`,
    ...headerLines(request.headers, '>'),
    ...bodyLines(request.body),
  ];
  if (outcome.kind === 'failure') return [...requestLines, `< ${visible(outcome.message)}`];
  return [
    ...requestLines,
    `< ${outcome.status} (${outcome.durationMs.toFixed(0)} ms, ${outcome.body.size} bytes)`,
    ...headerLines(outcome.headers, '<'),
    ...bodyLines(outcome.body.text),
  ];
}

function headerLines(headers: Readonly<Record<string, string>>, mark: string): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${mark} ${visible(`${name}: ${value}`)}`);
}

/** JSON is indented, other bodies keep their line breaks. What else a terminal would obey is made visible. */
function bodyLines(text = ''): readonly string[] {
  if (text === '') return [];
  const lines = indentJson(text).split(/\r?\n/u);
  return ['', ...lines.map((line) => `  ${visible(line)}`)];
}
