import type { Redactor } from '../http/redact.ts';
import { splitPointer } from '../schema/pointer.ts';
import { changing, redactExchange } from '../send/redact-event.ts';
import { withoutJson } from './abridge.ts';
import type { Report, Violation } from './model.ts';

/** The report without secrets, as it may be written and shown. */
export function redactReport(report: Report, redactor: Redactor): Report {
  const safe = changing((text) => redactor.text(text));
  const { setup, readings, exchanges, notes, leftBehind, outcome } = report;
  const redactorFor = (operation: string | undefined) => placeRedactor(operation, redactor);
  return {
    ...report,
    outcome: { ...outcome, sentence: safe(outcome.sentence) },
    setup: setup.map((one) => ({ ...one, message: safe(one.message), remedy: safe(one.remedy) })),
    findings: report.findings.map((finding) => {
      const { title, expected, actual, ...rest } = redactorFor(finding.operation)(finding);
      return { ...rest, ...safe({ title, expected, actual }) };
    }),
    readings: readings.map((one) => (one.why === undefined ? one : { ...one, why: safe(one.why) })),
    clauses: report.clauses.map((clause) => ({
      ...clause,
      ...(clause.reason === undefined ? {} : { reason: safe(clause.reason) }),
      violations: safe(clause.violations.map(redactorFor(clause.operation))),
    })),
    exchanges: exchanges.map((exchange) => withoutJson(redactExchange(exchange, redactor, 'shown'))),
    notes: safe(notes),
    ...(leftBehind === undefined ? {} : { leftBehind: leftBehind.map((one) => ({ ...one, path: safe(one.path) })) }),
  };
}

/** Replaces the quoted values of a member that holds a secret, even short ones. */
function placeRedactor(operation: string | undefined, redactor: Redactor) {
  const names = redactor.secretsOf(operation);
  const unquoted = (text: string): string =>
    text.replaceAll(/"((?:[^"\\]|\\.)*)"/gu, (whole, value: string) => {
      const hidden = redactor.inPlace(value);
      return hidden === undefined ? whole : `"${hidden}"`;
    });
  return <T extends Violation & { readonly title?: string }>(one: T): T => {
    if (one.at === undefined || !names.has(splitPointer(one.at).at(-1) ?? '')) return one;
    const title = one.title === undefined ? {} : { title: unquoted(one.title) };
    return { ...one, ...title, expected: unquoted(one.expected), actual: unquoted(one.actual) };
  };
}
