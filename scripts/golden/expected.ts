import type { Choices } from '../../src/contract/resolve.ts';
import { buildReport } from '../../src/report/build.ts';
import type { ClauseResult, Report } from '../../src/report/model.ts';
import type { Suite } from '../../src/rules/suite.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { recordFromJournal } from '../../src/send/journal-file.ts';

/** What is expected of one journal, each thing by its name: `listOrders/route`, `finding service/…`, `run`. */
export type Judged = ReadonlyMap<string, string>;

/** What a journal is judged with; `see` gets each report that comes of it. */
export interface Judging {
  readonly suiteUnder: (choices: Choices) => Suite;
  readonly see?: (report: Report) => void;
}

/** Judges a journal as `conform judge` does, under the profile of its run. */
export function judged(id: string, journal: string, { suiteUnder, see = () => undefined }: Judging): Judged {
  const record = recordFromJournal(journal, id);
  const again = rejudge(record, { profile: record.header.profile }, suiteUnder);
  const report = buildReport(again.record, again.conclusion);
  see(report);
  return new Map([
    ['run', outcomeOf(report)] as const,
    ...report.findings.map((finding) => [`finding ${finding.id}`, findingText(finding)] as const),
    ...report.clauses.map((clause) => [clause.id, clauseText(clause)] as const),
  ]);
}

function outcomeOf({ outcome, setup, readings }: Report): string {
  const followed = readings.flatMap(({ conflict, observed }) =>
    observed === undefined ? [] : `${conflict}/${observed}`,
  );
  return [`${outcome.verdict}, exit ${outcome.exitStatus}`, ...setup.map(({ id }) => `set-up ${id}`), ...followed].join(
    '; ',
  );
}

/** What it explains stands with each of the clauses. */
function findingText({ level, clause, clauses }: Report['findings'][number]): string {
  return `${level} ${clause}, ${clauses.length} clauses`;
}

/** So much of a reason: the words behind it say what to do. */
const REASON = 100;

/** The verdict with its first violation and finding, or why it was not shown. The words of violations have tests of their own. */
function clauseText({ verdict, reason, finding, violations: [first] }: ClauseResult): string {
  if (first === undefined) return reason === undefined ? verdict : `${verdict}: ${reason.slice(0, REASON)}`;
  const at = first.at === undefined ? '' : ` at ${first.at}`;
  return `${verdict}, exchange ${first.exchange}${at}, finding ${finding}`;
}
