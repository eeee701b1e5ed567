import { STATUS_CODES } from 'node:http';
import type { Exchange, Outcome } from '../../http/exchange.ts';
import { readJson } from '../../http/read-json.ts';
import { joinPointer } from '../../schema/pointer.ts';
import { clipped } from '../escape.ts';
import { parseCut } from './cut-json.ts';
import { type Child, type Html, html } from './html.ts';
import { type Extent, type JsonLine, jsonLines } from './json-view.ts';

const MAX_TEXT = 400;

/** How an exchange is shown. In the one that shows a fault, the place in the body or the status is highlighted. */
export interface ExchangeView {
  readonly extent: Extent;
  /** Does this exchange show the fault? */
  readonly isShown: boolean;
  readonly at?: string;
  /** What should be there, as the other side of the difference. */
  readonly expected?: string;
}

/** If nothing in a body is at fault, this many lines are enough. */
const BEGINNING_LINES = 12;

/** A refusal says in a few members what is wrong: at least this much is shown, even if there are many findings. */
const REFUSAL: Extent = { lines: 16, beside: 12 };

/** One exchange: what was sent, and what came back. */
export function exchangeView(
  { seq, request, outcome }: Exchange,
  { extent, isShown, at, expected }: ExchangeView,
): Html {
  const beginning = { ...extent, lines: Math.min(extent.lines, BEGINNING_LINES) };
  const isRefusal = outcome.kind === 'response' && outcome.status >= 400;
  const answerExtent = isRefusal ? larger(extent, REFUSAL) : at === undefined ? beginning : extent;
  return html`<div class="exchange ${isShown && at === undefined && 'shown'}">
<p class="line${isShown && ' answer'}"><b>${request.method} ${clipped(request.target, MAX_TEXT)}</b> <span class="arrow" aria-hidden="true">→</span> ${answerLine(outcome)} <small><a href="#x${seq}">exchange ${seq}</a>, ${milliseconds(outcome.durationMs)}</small></p>
<div class="sides"><div><h4>Request</h4>${headersView(request.headers)}${request.body !== undefined && bodyView(request.body, undefined, beginning)}</div>
<div><h4>Response</h4>${outcome.kind === 'response' ? [headersView(outcome.headers), bodyView(outcome.body.text, at, answerExtent, expected)] : html`<p>${outcome.message}</p>`}</div></div></div>`;
}

function larger(one: Extent, other: Extent): Extent {
  return { lines: Math.max(one.lines, other.lines), beside: Math.max(one.beside, other.beside) };
}

function answerLine(outcome: Outcome): Html {
  if (outcome.kind === 'failure') return html`<b class="bad">no answer (${outcome.reason})</b>`;
  return html`<b>${outcome.status} ${STATUS_CODES[outcome.status] ?? ''}</b>`;
}

const MAX_HEADERS = 14;

/** The first headers. The HAR has all. */
function headersView(headers: Readonly<Record<string, string>>): Child {
  const entries = Object.entries(headers);
  if (entries.length === 0) return html`<p class="dim">no headers</p>`;
  return html`<pre class="headers" tabindex="0">${entries.slice(0, MAX_HEADERS).map(([name, value]) => html`<i>${name}:</i> ${clipped(value, MAX_TEXT)}\n`)}</pre>`;
}

/** Text that is not JSON is cut at the end. JSON is cut around the place at fault. */
function bodyView(text: string, at: string | undefined, extent: Extent, expected?: string): Html {
  if (text === '') return html`<p class="dim">empty body</p>`;
  const parsed = parseCut(text);
  if (parsed === undefined) return html`<pre tabindex="0">${clipped(text, extent.lines * 40)}</pre>`;
  const missing = at === undefined ? undefined : /^property ("(?:[^"\\]|\\.)*") is present$/u.exec(expected ?? '')?.[1];
  if (missing !== undefined) {
    const lines = jsonLines(parsed.value, joinPointer(at ?? '', String(readJson(missing).json?.value)), extent);
    return html`<pre tabindex="0">${withMissing(lines, missing)}</pre>`;
  }
  return html`<pre tabindex="0">${withDifference(jsonLines(parsed.value, at ?? '', extent), at, expected)}</pre>`;
}

/** The lines of a body. The member that is missing stands at the end of the object that should have it, as in a diff. */
function withMissing(lines: readonly JsonLine[], name: string): Child {
  const end = lines.findLastIndex(({ lit }) => lit);
  const indent = /^ */u.exec(lines[end]?.text ?? '')?.[0] ?? '';
  return lines.map(({ text }, index) => html`${index === end && html`<del>-${indent} ${name}: …</del>\n`}${text}\n`);
}

/** The lines of a body. What should be there stands above the first line of the place at fault, as in a diff. */
function withDifference(lines: readonly JsonLine[], at: string | undefined, expected: string | undefined): Child {
  const first = at === undefined ? -1 : lines.findIndex(({ lit }) => lit);
  return lines.map(({ text, lit }, index) => {
    if (at === undefined || !lit) return html`${text}\n`;
    const [head = '', indent = ''] = /^(\s*)(?:"(?:[^"\\]|\\.)*": )?/u.exec(text) ?? [];
    const wanted =
      index === first &&
      expected !== undefined &&
      html`<del>-${(isProse(expected) ? indent : head).slice(1) || ' '}${clipped(expected, MAX_EXPECTED)}</del>\n`;
    return html`${wanted}<mark>+${indent === '' ? ` ${text}` : text.slice(1)}</mark>\n`;
  });
}

const MAX_EXPECTED = 160;

/** A sentence is not a value, so it is shown without the name of the member. */
function isProse(expected: string): boolean {
  return !/^["[{]/u.test(expected) && expected.split(' ').length > 3;
}

function milliseconds(duration: number): string {
  return `${duration < 10 ? duration.toFixed(1) : Math.round(duration)} ms`;
}
