import { gzipSync } from 'node:zlib';
import { withRemedy } from '../facts.ts';
import { harOf } from '../formats/har.ts';
import type { Report, ReportedExchange } from '../model.ts';
import { linkTo } from './cards.ts';
import { kindOf } from './clause-kinds.ts';
import { clausesInOrder } from './clause-table.ts';
import { FINDINGS, listedOf } from './exchange-log.ts';

/**
 * What scripts alone show: exchanges as HAR, and the sentences of clauses in the order of their rows. It is packed, in an
 * alphabet that no parser of HTML can leave; what the script can make of the rest is left out.
 */
export function islandOf(report: Report): string {
  const clauses = clausesInOrder(report);
  const rows = new Map(clauses.map(({ id }, index) => [id, index]));
  const kept = report.findings.length <= FEW ? KEPT.withFew : KEPT.withMany;
  const listed = [...listedOf(report)].sort(byLikeness).map((one) => shortened(one, kept));
  const cited = new Map(
    report.findings
      .slice(0, FINDINGS)
      .toReversed()
      .flatMap(({ id, exchanges }) => exchanges.map((seq) => [seq, linkTo(id)] as const)),
  );
  const { log } = harOf({ ...report, findings: [] }, listed);
  const entries = listed.map(({ seq, operation, clauses: own = [] }, index) => ({
    ...leanOf(log.entries[index]),
    _seq: seq,
    _operation: operation,
    _rows: own.flatMap((id) => rows.get(id) ?? []).sort((a, b) => a - b),
    _finding: cited.get(seq),
  }));
  const sentences = clauses.map(({ id, text, reason, remedy }) => [
    text,
    kindOf(id),
    reason && withRemedy(reason, remedy),
  ]);
  return gzipSync(JSON.stringify({ log: { ...log, entries }, sentences }), { level: 9 }).toString('base64');
}

/** What is alike packs well where it stands together. */
function byLikeness(one: ReportedExchange, other: ReportedExchange): number {
  return likeness(one) < likeness(other) ? -1 : 1;
}

function likeness({ operation, request, outcome }: ReportedExchange): string {
  return `${operation} ${outcome.kind === 'response' ? outcome.status : ''} ${request.target}`;
}

/** An entry without what follows from the rest of it. */
function leanOf(entry: ReturnType<typeof harOf>['log']['entries'][number] | undefined): object {
  if (entry === undefined) return {};
  const { timings: _timings, cache: _cache, comment: _comment, time, request, ...rest } = entry;
  const { queryString: _query, ...sent } = request;
  return { ...rest, time: Math.round(time * 10) / 10, request: sent };
}

/** Characters of a body in the island. Many findings take the room, and bring the bodies that matter. */
const KEPT = { withFew: 1_000, withMany: 120 } as const;
const FEW = 50;

function shortened(exchange: ReportedExchange, kept: number): ReportedExchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.body.text.length <= kept) return exchange;
  return {
    ...exchange,
    outcome: { ...outcome, body: { ...outcome.body, text: `${outcome.body.text.slice(0, kept)}…` } },
  };
}
