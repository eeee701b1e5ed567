import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { present } from '../../defined.ts';
import { countsOf } from '../../groups.ts';
import { memoize } from '../../memoize.ts';
import { plural } from '../../nouns.ts';
import { packageRoot } from '../../package.ts';
import { rerunCommand } from '../command.ts';
import type { Report } from '../model.ts';
import type { PlaceOf } from '../places.ts';
import { findingCards } from './cards.ts';
import { clausesView } from './clause-table.ts';
import { exchangesView } from './exchange-log.ts';
import { earlierOf, gateView } from './gate-view.ts';
import { type Child, type Html, html, textOf, trusted } from './html.ts';
import { islandOf } from './island.ts';
import { notTestedView, operationsView, readingsView, setupView, verdictView } from './overview.ts';

/**
 * The report as one page that needs no network. Without scripts all but the contents of the island can be read. The policy
 * allows only this style sheet and script: text of a target could not run or request anything, even if it became markup.
 */
export function renderHtml(report: Report, placeOf: PlaceOf): string {
  return `<!doctype html>\n${textOf(html`<html lang="en">${headOf(report)}
<body><a class="skip-link" href="#findings">Skip to the findings</a>
${navigation(report)}
<main data-base="${report.run.baseUrl}" data-seen="${report.run.baseUrl} on ${report.run.startedAt}, by ${report.suite.name} ${report.suite.version}">${verdictView(report)}
${setupView(report)}
${findingsSection(report, placeOf)}
${operationsView(report)}
${gateView(report)}
${notTestedView(report)}
${readingsView(report)}
${exchangesView(report)}
${notesView(report)}
${clausesView(report)}
</main><footer class="foot"><p>This page holds what the target answered. Secrets of the run are placeholders; look at the bodies before you pass it on.</p><p>${report.suite.name} ${report.suite.version}; contract document ${report.document.sha256.slice(0, 12)}</p></footer>
<script type="text/plain" id="island">${islandOf(report)}</script>
<script>${trusted(assets().script)}</script></body></html>`)}\n`;
}

/** The style sheet and the script from the files beside this one. */
const assets = memoize(() => {
  const read = (name: string): string => readFileSync(join(packageRoot(), 'src/report/html', name), 'utf8');
  return { style: read('style.css'), script: read('script.js') };
});

function headOf(report: Report): Html {
  const { style, script } = assets();
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark"><title>${titleOf(report)}</title><style>${trusted(style)}</style></head>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function titleOf({ outcome, findings, run }: Report): string {
  const words = findings.length === 0 ? outcome.verdict : plural(findings.length, 'finding');
  return `${words}: ${run.baseUrl}`;
}

function navigation(report: Report): Html {
  const { findings, setup, summary, readings, gate } = report;
  const links = present(
    setup.length > 0 && ['first', 'Set-up'],
    ['findings', `Findings (${findings.length})`],
    ['operations', 'Operations'],
    (gate?.known.length ?? 0) > 0 && ['known', 'Known failures'],
    earlierOf(report) !== undefined && ['compared', 'Compared'],
    summary.notShown.length > 0 && ['not-tested', 'Not tested'],
    readings.length > 0 && ['readings', 'Conflicts'],
    report.exchanges.length > 0 && ['exchanges', 'Exchanges'],
    ['clauses', 'All clauses'],
  );
  return html`<nav aria-label="Sections"><div><ul>${links.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></div></nav>`;
}

function findingsSection(report: Report, placeOf: PlaceOf): Html {
  const { findings, run } = report;
  const again = rerunCommand(run);
  if (findings.length === 0)
    return html`<section id="findings"><h2>Findings</h2><p>Nothing that was seen breaks the contract.</p></section>`;
  const chips = present(
    ['status:fail', 'MUST failed'],
    ['status:warn', 'SHOULD not met'],
    findings.some(({ gravity }) => gravity === 'security') && ['is:security', 'Security'],
  );
  return html`<section id="findings"><h2>${plural(findings.length, 'finding')}</h2>
<div class="work">${operationsWithFindings(report)}<div><div class="filter" role="search" aria-label="Findings" hidden><label class="unseen" for="search">Search the findings</label><input type="search" id="search" placeholder="status:fail op:… level:MUST words" autocomplete="off" spellcheck="false">${chips.map(([word, name]) => html`<button type="button" data-word="${word}" aria-pressed="false">${name}</button>`)}<button type="button" id="folds">Open all</button><div class="count"><span class="told" role="status"></span> <a id="also" href="#clauses" hidden></a></div></div>
${findingCards(report, placeOf)}
<p class="after">After a fix, run only these again: <code id="again" data-command="${again}">${again} --failed &lt;the folder of this page&gt;</code></p></div></div></section>`;
}

/** The operations that have findings, beside these if there is room. Each entry filters the findings. */
function operationsWithFindings({ findings, summary }: Report): Html {
  const counts = countsOf(findings.flatMap(({ operations }) => operations));
  const rows = summary.operations.filter(({ operation }) => counts.has(operation));
  return html`<nav class="own" aria-label="Operations with findings"><ul><li><a href="#q=" aria-current="true">All</a> <b>${findings.length}</b></li>${rows.map(({ operation, method, path }) => html`<li><a href="#q=op:${operation}">${method.toUpperCase()} ${path.split('/').map((step, index) => html`${index > 0 && html`<wbr>/`}${step}`)}</a> <b>${counts.get(operation)}</b></li>`)}</ul></nav>`;
}

function notesView({ notes }: Report): Child {
  if (notes.length === 0) return undefined;
  return html`<section id="notes"><h2>Notes</h2><ul>${notes.map((note) => html`<li>${note}</li>`)}</ul></section>`;
}
