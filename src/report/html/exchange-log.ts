import { requestsOf } from '../../http/exchange.ts';
import { plural } from '../../nouns.ts';
import { EXCHANGES_LISTED } from '../facts.ts';
import type { Report, ReportedExchange } from '../model.ts';
import { type Child, html } from './html.ts';
import { timelineView } from './timeline.ts';

/** The exchanges of this many findings are listed before any other. */
export const FINDINGS = 300;

/** The exchanges that the page lists: those that findings cite, and the first of the others. */
export function listedOf({ exchanges, findings }: Report): readonly ReportedExchange[] {
  const cited = new Set(findings.slice(0, FINDINGS).flatMap(({ exchanges: shown, steps }) => [...shown, ...steps]));
  const room = EXCHANGES_LISTED - exchanges.filter(({ seq }) => cited.has(seq)).length;
  const others = exchanges.filter(({ seq }) => !cited.has(seq)).slice(0, Math.max(0, room));
  return [...exchanges.filter(({ seq }) => cited.has(seq)), ...others].toSorted((a, b) => a.seq - b.seq);
}

/** A timeline of the exchanges, and a list of them, which the script fills from the island. */
export function exchangesView(report: Report): Child {
  const listed = listedOf(report);
  if (listed.length === 0) return undefined;
  const sent = requestsOf(listed);
  const { requests } = report.run;
  return html`<section id="exchanges"><h2>Exchanges</h2>${sent < requests && html`<p class="dim">${plural(sent, 'request')} of ${requests}: the first, and those that findings cite. The journal of the run has all.</p>`}
${timelineView(listed, report.summary.operations, startOf(listed))}
<noscript><p>The list of exchanges needs scripts. Without them, conform report with --reporter har writes them.</p></noscript>
<details id="log" hidden><summary>${plural(listed.length, 'exchange')}, one by one${sent > listed.length && ` (${sent} requests, as ${sent - listed.length} were sent again)`}</summary><div class="filter" role="search" aria-label="Exchanges"><label class="unseen" for="search-log">Search the exchanges</label><input type="search" id="search-log" placeholder="op:… status:404 words" autocomplete="off" spellcheck="false">${STATUSES.map(([word, name]) => html`<button type="button" data-word="${word}" aria-pressed="false">${name}</button>`)}<div class="count"><span class="told" role="status"></span></div></div>
<div class="scroll" tabindex="0" role="region" aria-label="Exchanges"><table class="log"><thead><tr><th scope="col">No.<th scope="col">After<th scope="col">Request<th scope="col">Status<th scope="col">Took<th scope="col" class="spare">Tested</thead><tbody></tbody></table></div>
<p class="dim">Tested: the clauses whose checks sent it or used its answer. Besides, every answer is checked against all that the contract says of its status.</p></details></section>`;
}

const STATUSES: readonly (readonly [string, string])[] = [
  ['status:2xx', '2xx'],
  ['status:4xx', '4xx'],
  ['status:5xx', '5xx'],
  ['status:none', 'No answer'],
  ['is:cited', 'Shows a finding'],
];

/** The time of the first request; 0 if the journal has no times. */
function startOf(listed: readonly ReportedExchange[]): number {
  return listed.reduce((earliest, { sentAt = earliest }) => Math.min(earliest, sentAt), listed[0]?.sentAt ?? 0);
}
