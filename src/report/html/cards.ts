import { present } from '../../defined.ts';
import type { Exchange } from '../../http/exchange.ts';
import { powershellFor } from '../../http/powershell.ts';
import { plural } from '../../nouns.ts';
import { flagsFor, rerunCommand } from '../command.ts';
import { clipped, visible } from '../escape.ts';
import { exchangesBySeq, isPlace, otherBranches } from '../facts.ts';
import type { Finding, Report } from '../model.ts';
import type { PlaceOf } from '../places.ts';
import { differenceFrom } from './difference.ts';
import { exchangeView } from './exchange-view.ts';
import { type Child, type Html, html } from './html.ts';
import type { Extent } from './json-view.ts';

/** So many findings are shown with everything. The next ones say what was expected and what came; the rest are one line each. */
const DETAIL = { full: 100, brief: 900 } as const;

/** Up to this many findings are all unfolded. */
const MAX_OPEN = 3;

const MAX_TEXT = 600;

/** Findings as cards, the most serious first. */
export function findingCards(report: Report, placeOf: PlaceOf): Html {
  const bySeq = exchangesBySeq(report.exchanges);
  const texts = new Map(report.clauses.map(({ id, text }) => [id, text]));
  const extent = extentFor(report.findings.length);
  const cards = report.findings.map((finding, index) => {
    const number = index + 1;
    if (index < DETAIL.full) return card(finding, number, { report, bySeq, texts, extent, placeOf });
    return index < DETAIL.full + DETAIL.brief ? briefCard(finding, number) : lineCard(finding, number);
  });
  return html`<div id="cards">${cards}</div>`;
}

/** The more findings, the shorter their bodies: a page with a hundred has to fit into a mail. */
function extentFor(findings: number): Extent {
  if (findings <= 20) return { lines: 40, beside: 6 };
  return findings <= 50 ? { lines: 18, beside: 3 } : { lines: 6, beside: 1 };
}

interface Facts {
  readonly report: Report;
  readonly bySeq: ReadonlyMap<number, Exchange>;
  /** The sentences of the clauses, by id. */
  readonly texts: ReadonlyMap<string, string>;
  readonly extent: Extent;
  readonly placeOf: PlaceOf;
}

function card(finding: Finding, number: number, facts: Facts): Html {
  const { id, clause, text, section, level } = finding;
  const place = facts.placeOf(clause);
  return html`<details class="card ${finding.verdict}" id="${anchor(id)}" data-search="${searchText(finding)}" data-har="${harNumbers(finding).join(' ')}"${facts.report.findings.length <= MAX_OPEN && html` open`}>
${summaryOf(finding, number)}
<blockquote><p>${text}</p><cite>${section}, ${level}, <code>${clause}</code>${place !== undefined && html`, ${place.file}:${place.line}`}<span class="permalink"> · <a href="${linkTo(id)}">link to this finding</a></span></cite></blockquote>
${difference(finding)}
${finding.excused !== undefined && html`<p>Does not count: ${finding.excused}</p>`}${conflictLine(finding)}
${stepsOf(finding, facts)}${finding.alsoSeen !== undefined && html`<p>Also seen in ${plural(finding.alsoSeen, 'more answer')}.</p>`}
${actions(finding, facts)}
${clauseList('Clauses that it breaks', finding.clauses, 1, facts)}${clauseList('Could not be judged because of it', finding.hides, 0, facts)}
</details>`;
}

/** The exchanges that the HAR of a finding contains. */
export function harNumbers({ steps, exchanges: [first] }: Finding): readonly number[] {
  return [...new Set([...steps, ...(first === undefined ? [] : [first])])];
}

function summaryOf(finding: Finding, number: number): Html {
  const { title, verdict, gravity, flaky, excused } = finding;
  return html`<summary><span class="dim">${number}</span><span class="tag ${verdict}">${verdict === 'fail' ? 'FAIL' : 'WARN'}</span>${gravity === 'security' && html`<span class="tag security">security</span>`}${flaky && html`<span class="tag">flaky</span>`}${excused !== undefined && html`<span class="tag">known</span>`}<h3><span class="title">${clipped(title, 300)}</span>${glance(finding)}</h3></summary>`;
}

/** What a folded card says besides its title: the operation, what was expected, and what came. */
function glance({ expected, actual, operations: [first, ...more] }: Finding): Html {
  const where = first === undefined ? '' : more.length === 0 ? first : `${first} and ${more.length} more`;
  return html`<small class="glance">${where !== '' && html`<span>${where}</span>`}<span>expected ${clipped(expected, MAX_GLANCE)}</span><span>actual ${clipped(actual, MAX_GLANCE)}</span></small>`;
}

const MAX_GLANCE = 70;

function briefCard(finding: Finding, number: number): Html {
  return html`<details class="card ${finding.verdict}" id="${anchor(finding.id)}" data-search="${searchText(finding)}">
${summaryOf(finding, number)}
<blockquote><p>${clipped(finding.text, 200)}</p></blockquote>
${difference({ ...finding, expected: clipped(finding.expected, 150), actual: clipped(finding.actual, 150) })}
</details>`;
}

function lineCard({ id, verdict, title }: Finding, number: number): Html {
  return html`<p class="card ${verdict}" id="${anchor(id)}">${number} <b>${verdict === 'fail' ? 'FAIL' : 'WARN'}</b> ${clipped(title, 140)}</p>\n`;
}

function difference({ expected, actual, at }: Pick<Finding, 'expected' | 'actual' | 'at'>): Html {
  return html`<dl class="diff"><dt>expected</dt><dd class="want">${side(expected, actual, 'del')}</dd><dt>actual</dt><dd class="got">${side(actual, expected, 'ins')}</dd>${isPlace(at) && html`<dt>at</dt><dd class="place"><code>${clipped(at, MAX_TEXT)}</code></dd>`}</dl>`;
}

/** One side of the difference. What the other side does not have is marked. */
function side(own: string, other: string, mark: 'del' | 'ins'): readonly Html[] {
  return differenceFrom(clipped(own, MAX_TEXT), clipped(other, MAX_TEXT)).map(({ text, marked }) =>
    !marked ? html`${text}` : mark === 'del' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`,
  );
}

function conflictLine({ conflict }: Finding): Child {
  if (conflict === undefined) return undefined;
  const passes = otherBranches(conflict);
  return html`<p class="conflict">About the conflict <a href="#conflict-${conflict.id}"><b>${conflict.id}</b></a>${conflict.declared !== undefined && html`, decided as <b>${conflict.declared}</b> by the profile`}${passes !== '' && html`: would pass under <code>${passes}</code>`}.</p>`;
}

/**
 * The exchanges that it takes to see the fault, in their order. The answers that show it are highlighted. They are numbered
 * unless each shows it by itself.
 */
function stepsOf(finding: Finding, { bySeq, extent, report }: Facts): Child {
  const { steps, exchanges, at, expected } = finding;
  const [shown] = exchanges;
  const sequence = (steps.length === 0 && shown !== undefined ? [shown] : steps).flatMap((seq) => bySeq.get(seq) ?? []);
  if (sequence.length === 0) return undefined;
  const views = sequence.map((exchange) => {
    const isShown = exchange.seq === shown || (at === undefined && exchanges.includes(exchange.seq));
    return {
      tag:
        exchanges.includes(exchange.seq) &&
        html`<span class="tag ${finding.verdict}">${tagOf(finding, exchange.seq, report)}</span>`,
      view: exchangeView(exchange, { extent, isShown, ...(isShown && at !== undefined ? { at, expected } : {}) }),
    };
  });
  if (views.length === 1) return views.map(({ view }) => view);
  const items = views.map(({ tag, view }) => html`<li>${tag}${view}</li>`);
  const isSequence = !steps.every((seq) => exchanges.includes(seq));
  return isSequence ? html`<ol class="steps">${items}</ol>` : html`<ul class="steps">${items}</ul>`;
}

function tagOf({ cause }: Finding, seq: number, { readings }: Report): string {
  const { branches = [] } =
    readings.find(({ conflict }) => cause.kind === 'conflict' && conflict === cause.conflict) ?? {};
  const branch = branches.find(({ exchanges }) => exchanges.includes(seq));
  return branch === undefined ? 'this answer shows it' : `this answer follows ${branch.id}`;
}

function actions(finding: Finding, { report, bySeq }: Facts): Html {
  const exchange = bySeq.get(finding.exchanges[0] ?? -1);
  const again = `${rerunCommand(report.run)} ${flagsFor(finding, report.run)}`;
  const isOneRequest = exchange !== undefined && finding.curl !== undefined && finding.steps.length <= 1;
  const commands = present<readonly [string, string]>(
    finding.curl !== undefined && ['curl', finding.curl],
    isOneRequest && ['PowerShell', powershellFor(exchange.request, report.run.baseUrl)],
    ['conform', again],
  );
  return html`<details class="again"><summary>Reproduce</summary>${commands.map(([name, command]) => html`<div class="command"><h4>${name}</h4><pre tabindex="0">${command}</pre></div>`)}</details>`;
}

const MAX_LISTED = 40;

/** With more findings than this, the sentences of clauses would make the page too long to send. */
const MAX_WITH_SENTENCES = 30;

function clauseList(title: string, clauses: readonly string[], threshold: number, { report, texts }: Facts): Child {
  if (clauses.length <= threshold) return undefined;
  const more = clauses.length - MAX_LISTED;
  const hasSentences = report.findings.length <= MAX_WITH_SENTENCES;
  return html`<details class="clauses"><summary>${title}: ${clauses.length}</summary><ul>${clauses.slice(0, MAX_LISTED).map((id) => html`<li><code>${id}</code>${hasSentences && html` <small>${texts.get(id) ?? ''}</small>`}</li>`)}${more > 0 && html`<li>and ${more} more</li>`}</ul></details>`;
}

/** What the search looks through besides the text of the card. */
function searchText({ verdict, level, operations, gravity, cause, clause, excused }: Finding): string {
  return [
    `status:${verdict}`,
    `level:${level}`,
    `is:${gravity}`,
    excused === undefined ? 'is:counted' : 'is:known',
    `cause:${cause.kind}`,
    ...operations.slice(0, 30).map((one) => `op:${one}`),
    clause,
  ]
    .join(' ')
    .toLowerCase();
}

/** The element id of a finding. It stays the same from run to run. */
function anchor(id: string): string {
  return visible(id).replaceAll(/\s+/gu, '_');
}

/** The link to a finding within the page. */
export function linkTo(id: string): string {
  return `#${encodeURI(anchor(id))}`;
}
