import { gzipSync } from 'node:zlib';
import { withRemedy } from '../facts.ts';
import { harOf } from '../formats/har.ts';
import type { Report, ReportedExchange } from '../model.ts';
import { linkTo } from './cards.ts';
import { kindsIn } from './clause-kinds.ts';
import { clausesInOrder } from './clause-table.ts';
import { FINDINGS, listedOf } from './exchange-log.ts';

/**
 * What only scripts show: exchanges as HAR, and the sentences of clauses in the order of their rows. It is compressed, and in
 * base64, which no HTML parser takes for markup. What the script can compute is left out.
 */
export function islandOf(report: Report): string {
  const clauses = clausesInOrder(report);
  const rows = new Map(clauses.map(({ id }, index) => [id, index]));
  const maxLength = report.findings.length <= FEW_FINDINGS ? BODY_LENGTH.withFew : BODY_LENGTH.withMany;
  const listed = [...listedOf(report)].sort(bySimilarity).map((one) => shortened(one, maxLength));
  const cited = new Map(
    report.findings
      .slice(0, FINDINGS)
      .toReversed()
      .flatMap(({ id, exchanges }) => exchanges.map((seq) => [seq, linkTo(id)] as const)),
  );
  const { log } = harOf({ ...report, findings: [] }, listed);
  const entries = listed.map(({ seq, operation, clauses: own = [] }, index) => ({
    ...reducedEntry(log.entries[index]),
    _seq: seq,
    _operation: operation,
    _rows: own.flatMap((id) => rows.get(id) ?? []).sort((a, b) => a - b),
    _finding: cited.get(seq),
  }));
  const kindOf = kindsIn(report);
  const sentences = clauses.map(({ id, text, reason, remedy }) => [
    text,
    kindOf(id),
    reason && withRemedy(reason, remedy, '→'),
  ]);
  return gzipSync(JSON.stringify({ log: { ...log, entries }, sentences }), { level: 9 }).toString('base64');
}

/** Similar exchanges compress well next to each other. */
function bySimilarity(one: ReportedExchange, other: ReportedExchange): number {
  return sortKey(one) < sortKey(other) ? -1 : 1;
}

function sortKey({ operation, request, outcome }: ReportedExchange): string {
  return `${operation} ${outcome.kind === 'response' ? outcome.status : ''} ${request.target}`;
}

/** An entry without what follows from the rest of it. */
function reducedEntry(entry: ReturnType<typeof harOf>['log']['entries'][number] | undefined): object {
  if (entry === undefined) return {};
  const { timings: _timings, cache: _cache, comment: _comment, time, request, ...rest } = entry;
  const { queryString: _query, ...sent } = request;
  return { ...rest, time: Math.round(time * 10) / 10, request: sent };
}

/** Characters of each body in the island. Many findings need the room, and show the bodies that matter. */
const BODY_LENGTH = { withFew: 1_000, withMany: 120 } as const;
const FEW_FINDINGS = 50;

function shortened(exchange: ReportedExchange, maxLength: number): ReportedExchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.body.text.length <= maxLength) return exchange;
  return {
    ...exchange,
    outcome: { ...outcome, body: { ...outcome.body, text: `${outcome.body.text.slice(0, maxLength)}…` } },
  };
}
