import { present } from '../../defined.ts';
import { clipped, visible } from '../escape.ts';
import { isCounted } from '../facts.ts';
import type { Finding, Report } from '../model.ts';
import type { PlaceOf } from '../place.ts';

/** How many annotations of a kind a step may show; GitHub drops the rest without a word. */
const SHOWN = 10;

const LONG = 1500;

/**
 * Annotations for GitHub Actions, the gravest first, at the line of the contract document. Where there are more than
 * GitHub shows, the last one says how many.
 */
export function renderGitHub(report: Report, placeOf: PlaceOf): string {
  const commands = (['fail', 'warn'] as const).flatMap((verdict) => {
    const findings = report.findings.filter((finding) => finding.verdict === verdict && isCounted(finding));
    const shown = findings.length > SHOWN ? findings.slice(0, SHOWN - 1) : findings;
    const rest = findings.length - shown.length;
    const more = `and ${rest} more findings: see the report of the run`;
    return present(
      ...shown.map((finding) => annotation(finding, placeOf)),
      rest > 0 && command(wordFor(verdict), { title: 'conform' }, more),
    );
  });
  const { outcome } = report;
  if (outcome.exitStatus !== 0 && !report.findings.some(isCounted))
    commands.push(command('error', { title: 'conform' }, outcome.sentence));
  return commands.map((line) => `${line}\n`).join('');
}

function annotation(finding: Finding, placeOf: PlaceOf): string {
  const place = placeOf(finding.clause)?.users;
  return command(
    wordFor(finding.verdict),
    { ...place, title: finding.clause },
    clipped(
      [finding.title, `clause: ${finding.text}`, `expected: ${finding.expected}`, `actual: ${finding.actual}`].join(
        '\n',
      ),
      LONG,
    ),
  );
}

function wordFor(verdict: Finding['verdict']): string {
  return verdict === 'fail' ? 'error' : 'warning';
}

/** One workflow command. What a target says stays within it: no line of its own, no property of its own. */
function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const words = Object.entries(properties).map(([key, value]) => `${key}=${property(visible(String(value)))}`);
  return `::${name} ${words.join(',')}::${data(message.split('\n').map(visible).join('\n'))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
