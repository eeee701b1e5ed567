import { present } from '../../defined.ts';
import { clipped, visible } from '../escape.ts';
import { isCounted } from '../facts.ts';
import type { Finding, Report } from '../model.ts';
import type { PlaceOf } from '../places.ts';

/** How many annotations of a kind GitHub shows for a step. It drops the rest silently. */
const MAX_SHOWN = 10;

const MAX_MESSAGE = 1500;

/**
 * Annotations for GitHub Actions, the most serious first, each at a line of a file of the user's. If there are more than GitHub
 * shows, the last one says how many.
 */
export function renderGitHub(report: Report, placeOf: PlaceOf): string {
  const commands = (['fail', 'warn'] as const).flatMap((verdict) => {
    const findings = report.findings.filter((finding) => finding.verdict === verdict && isCounted(finding));
    const shown = findings.length > MAX_SHOWN ? findings.slice(0, MAX_SHOWN - 1) : findings;
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
      MAX_MESSAGE,
    ),
  );
}

function wordFor(verdict: Finding['verdict']): string {
  return verdict === 'fail' ? 'error' : 'warning';
}

/** One workflow command. Text from a target cannot begin another line or another property. */
function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const words = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(visible(String(value)))}`);
  return `::${name} ${words.join(',')}::${escapeData(message.split('\n').map(visible).join('\n'))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
