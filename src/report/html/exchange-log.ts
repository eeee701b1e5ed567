import { groupBy } from '../../groups.ts';
import { type Exchange, requestsOf } from '../../http/exchange.ts';
import { plural } from '../../nouns.ts';
import { EXCHANGES_LISTED } from '../facts.ts';
import type { OperationSummary, Report, ReportedExchange } from '../model.ts';
import { type Child, type Html, html } from './html.ts';

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

/** The width of a strip, and the least width of an exchange in it, in units of SVG. */
const WIDTH = 1_000;
const MIN_MARK = 3;

/** When each operation was requested, and how it answered. Bursts, waits and slow routes can be seen. */
function timelineView(exchanges: readonly Exchange[], operations: readonly OperationSummary[], start: number): Child {
  const end = Math.max(...exchanges.map(({ sentAt = start, outcome }) => sentAt + outcome.durationMs));
  const timed = exchanges.filter(({ sentAt }) => sentAt !== undefined);
  if (timed.length === 0 || end <= start) return undefined;
  const scale = (WIDTH - MIN_MARK) / (end - start);
  const groups = groupBy(timed, ({ operation = '' }) => operation);
  const paths = new Map(
    operations.map(({ operation, method, path }) => [operation, `${method.toUpperCase()} ${path}`]),
  );
  const names = [...paths.keys(), ...[...groups.keys()].filter((name) => !paths.has(name))];
  return html`<div class="timeline"><p class="dim">From the first request to the last, ${((end - start) / 1000).toFixed(1)} s. A mark is an exchange: <b class="s2">2xx</b> <b class="s4">4xx</b> <b class="s5">5xx or no answer</b></p><ul>${names.map((name) => stripOf(groups.get(name) ?? [], name, paths.get(name), { start, scale }))}</ul></div>`;
}

/** When the strips begin, and the units of SVG for a millisecond. */
type Axis = Readonly<Record<'start' | 'scale', number>>;

function stripOf(exchanges: readonly Exchange[], operation: string, path: string | undefined, axis: Axis): Child {
  if (exchanges.length === 0) return undefined;
  const marks = [...groupBy(exchanges, colourOf)].map(
    ([colour, same]): Html => html`<path class="${colour}" d="${same.map((one) => lineOf(axis, one)).join('')}"/>`,
  );
  const sent = requestsOf(exchanges);
  const name = path ?? (operation === '' ? 'outside the contract' : operation);
  return html`<li>${path === undefined ? name : html`<a href="#log=op:${operation}">${name}</a>`}<svg viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" role="img" aria-label="${plural(sent, 'request')}">${marks}</svg><span class="n">${sent}</span></li>`;
}

/** The class in the style sheet: `s2` to `s5` for a status, `sn` for no answer. */
function colourOf({ outcome }: Exchange): string {
  return outcome.kind === 'response' ? `s${String(outcome.status)[0]}` : 'sn';
}

/** The time of an exchange as a horizontal line, in the commands of an SVG path. */
function lineOf({ start, scale }: Axis, { sentAt = start, outcome }: Exchange): string {
  const length = Math.max(MIN_MARK, Math.round(outcome.durationMs * scale));
  return `M${Math.round((sentAt - start) * scale)} 5h${length}`;
}
