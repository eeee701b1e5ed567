import { groupBy } from '../../groups.ts';
import { type Exchange, requestsOf } from '../../http/exchange.ts';
import { plural } from '../../nouns.ts';
import type { OperationSummary } from '../model.ts';
import { type Child, type Html, html } from './html.ts';

/** The width of a strip, and the least width of an exchange in it, in units of SVG. */
const WIDTH = 1_000;
const MIN_MARK = 3;

/** When each operation was requested, and how it answered. Bursts, waits and slow routes can be seen. */
export function timelineView(
  exchanges: readonly Exchange[],
  operations: readonly OperationSummary[],
  start: number,
): Child {
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
