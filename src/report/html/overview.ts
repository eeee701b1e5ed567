import { CONFLICTS, ownerOf, SERVICE } from '../../contract/clause-id.ts';
import { groupBy } from '../../groups.ts';
import { plural } from '../../nouns.ts';
import { statusWords } from '../console.ts';
import { listed, secondsOf, selectionWords, verdictCounts } from '../facts.ts';
import { greatestOf } from '../greatest.ts';
import type { BranchSeen, ComparedRun, Report } from '../model.ts';
import { clausesIn, notTestedOf, type Reason } from '../not-tested.ts';
import { linkTo } from './cards.ts';
import { cellsOf, KINDS } from './clause-kinds.ts';
import { earlierOf } from './gate-view.ts';
import { type Child, type Html, html } from './html.ts';

/** The verdict, with a bar of how much of the contract was tested. */
export function verdictView(report: Report): Html {
  const { outcome, run, document, suite } = report;
  return html`<header class="verdict ${outcome.verdict}">
<p class="kicker">${document.title} ${document.version}</p>
<h1>${outcome.sentence}</h1>
${verdictBar(report)}
${changes(earlierOf(report))}
${firstStep(report)}
<details class="about"><summary>${run.baseUrl} · ${plural(run.requests, 'request')} in ${secondsOf(run).toFixed(1)} s · exit status ${outcome.exitStatus}, ${statusWords(report)}</summary>
<dl class="facts"><div><dt>Profile</dt><dd>${run.profile.name}</dd></div><div><dt>Depth</dt><dd>${run.depth}, seed ${run.seed}${run.strict && ', strict'}</dd></div><div><dt>Begun</dt><dd><time datetime="${run.startedAt}">${run.startedAt.slice(0, 19).replace('T', ' ')} UTC</time></dd></div><div><dt>Given</dt><dd>credentials ${listed(run.credentials)}; permissions ${listed(run.permissions)}</dd></div>${run.only.length > 0 && html`<div><dt>Only</dt><dd>${selectionWords(run)}</dd></div>`}<div><dt>Suite</dt><dd>${suite.name} ${suite.version}</dd></div></dl></details>
</header>`;
}

/** What changed since the earlier run, with the way to the list. */
function changes(earlier: ComparedRun | undefined): Child {
  return (
    earlier !== undefined &&
    html`<p class="first"><a href="#compared">Since the earlier run</a>: ${earlier.fixed.length} fixed, ${earlier.new.length} newly failed, ${earlier.still.length} as before</p>`
  );
}

/** Where to start: the finding that explains the most. */
function firstStep({ findings, setup }: Report): Child {
  const first = setup.length === 0 ? greatestOf(findings) : undefined;
  return (
    first !== undefined && html`<p class="first">What to do first: <a href="${linkTo(first.id)}">${first.title}</a></p>`
  );
}

interface Share {
  readonly name: string;
  readonly count: number;
  readonly kind: string;
}

function verdictBar({ clauses }: Report): Html {
  const { failed, warned, passed, notExercised } = verdictCounts(clauses);
  const shares: readonly Share[] = [
    { name: 'failed', count: failed, kind: 'fail' },
    { name: 'SHOULD not met', count: warned, kind: 'warn' },
    { name: 'passed', count: passed, kind: 'pass' },
    { name: 'not tested', count: notExercised, kind: 'none' },
  ];
  const text = shares.map(({ name, count: number }) => `${number} ${name}`).join(', ');
  return html`${bar(shares, `${clauses.length} clauses: ${text}`)}
<ul class="legend">${shares.map(({ name, count: number, kind }) => html`<li><span class="dot ${kind}" aria-hidden="true"></span><b>${number}</b> ${name}</li>`)}<li class="all">of <b>${clauses.length}</b> clauses</li></ul>`;
}

/** Shares of a whole, side by side. Even the smallest is wide enough to be seen. */
function bar(shares: readonly Share[], label: string): Html {
  const minWidth = 0.6;
  const total = Math.max(
    1,
    shares.reduce((sum, { count }) => sum + count, 0),
  );
  let left = 0;
  const parts = shares
    .filter(({ count }) => count > 0)
    .map(({ count, kind }) => {
      const width = Math.max(minWidth, (count / total) * 100);
      const part = html`<rect class="${kind}" x="${left.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`;
      left += width;
      return part;
    });
  return html`<svg class="bar" viewBox="0 0 ${Math.max(100, left).toFixed(2)} 10" preserveAspectRatio="none" role="img" aria-label="${label}">${parts}</svg>`;
}

/** Problems of the set-up, which have to be fixed before anything else. */
export function setupView({ setup }: Report): Child {
  if (setup.length === 0) return undefined;
  return html`<section class="setup" id="first"><h2>First: the set-up</h2><p>These are about how the run was set up, not about the target.</p><ul>${setup.map(({ message, remedy }) => html`<li><b>${message}</b><br>${remedy}</li>`)}</ul></section>`;
}

/** A list of the findings about security. */
export function securityView({ findings }: Report): Html {
  const found = findings.filter(({ gravity }) => gravity === 'security');
  if (found.length === 0) return html`<p class="security-none">No finding is about security.</p>`;
  const isFailed = found.some(({ verdict }) => verdict === 'fail');
  return html`<div class="security-some${!isFailed && ' warn'}"><h3>Security</h3><ul>${found.slice(0, 20).map(({ id, title }) => html`<li><a href="${linkTo(id)}">${title}</a></li>`)}</ul></div>`;
}

/** One row per operation, and for what belongs to none, so that the columns add up: its counts, and for each kind of rule how many clauses passed, with a link to these. */
export function operationsView(report: Report): Html {
  const cells = cellsOf(report);
  return html`<section id="operations"><h2>Operations</h2>${securityView(report)}
<p class="dim">Each cell says how many clauses of a kind passed, of how many, and leads to them.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Operations"><table class="dense"><thead><tr><th scope="col">Operation<th scope="col">Failed<th scope="col">Not met${KINDS.map(({ title }) => html`<th scope="col">${title}`)}<th scope="col" class="spare">Requests</thead><tbody>${report.summary.operations.map(
    ({ operation, method, path, failed, warned, requests }) =>
      html`<tr><th scope="row"><a href="#q=op:${operation}">${method.toUpperCase()} ${path}</a> <small>${operation}</small><td${failed > 0 && html` class="bad"`}>${failed}<td>${warned}${cells(operation)}<td class="spare">${requests}`,
  )}${otherRows(report, cells)}</tbody></table></div></section>`;
}

function otherRows({ clauses, summary }: Report, cells: ReturnType<typeof cellsOf>): readonly Html[] {
  const groups = groupBy(clauses, ({ operation, id }) => (operation === undefined ? ownerOf(id) : undefined));
  return [...groups].map(([owner, own]) => {
    const { failed, warned } = verdictCounts(own);
    const [name, requests] =
      owner === SERVICE
        ? ['The service as a whole', summary.requestsByOperation['outside the contract'] ?? 0]
        : [owner === CONFLICTS ? 'Conflicts' : owner];
    return html`<tr><th scope="row"><a href="#clauses=op:${owner}">${name}</a><td${failed > 0 && html` class="bad"`}>${failed}<td>${warned}${cells(owner)}<td class="spare">${requests}`;
  });
}

/** At most this many clauses are named with a reason. The table at the end has them all. */
const MAX_NAMED = 40;

/** Why clauses were not tested, by what can be done about it. Only what the user can change is unfolded. */
export function notTestedView(report: Report): Child {
  const groups = notTestedOf(report);
  if (groups.length === 0) return undefined;
  return html`<section id="not-tested"><h2>Not tested</h2>${groups.map(({ kind, title, reasons }) =>
    kind === 'open'
      ? html`<h3>${title}</h3>${yamlFor(reasons)}${reasons.map(reasonView)}`
      : html`<details class="why"><summary><b>${plural(clausesIn(reasons), 'clause')}:</b> ${title}</summary>${reasons.map(reasonView)}</details>`,
  )}</section>`;
}

function reasonView({ kind, reason, remedy, clauses, finding }: Reason): Html {
  return html`<details class="why"><summary><b>${plural(clauses.length, 'clause')}:</b> ${kind === 'inconclusive' && html`<span class="tag">inconclusive</span>`} ${reason}${remedy !== undefined && html` <span class="remedy">→ ${remedy}</span>`}</summary>${finding !== undefined && html`<p><a href="${linkTo(finding)}">The finding that hides it</a></p>`}<p class="ids">${clauses.slice(0, MAX_NAMED).map((id) => html`<code>${id}</code> `)}${clauses.length > MAX_NAMED && html`and <a href="#clauses=${encodeURIComponent(`status:${kind} ${reason}`)}">${clauses.length - MAX_NAMED} more</a>`}</p></details>`;
}

/** YAML to paste into the target file, with every place that a remedy names. */
function yamlFor(reasons: readonly Reason[]): Child {
  const named = reasons.flatMap(({ remedy = '' }) => remedy.match(/\b(?:credentials|samples|allow)(?:\.\w+)+/gu) ?? []);
  const lines = [...new Set(named)].sort().flatMap((place) => {
    const path = place.split('.');
    return path.map((name, depth) => {
      const value = depth < path.length - 1 ? '' : ` ${YAML_VALUES[path[0] ?? ''] ?? '…'}`;
      return { at: path.slice(0, depth + 1).join('.'), text: `${'  '.repeat(depth)}${name}:${value}` };
    });
  });
  if (lines.length === 0) return undefined;
  const yaml = [...new Map(lines.map(({ at, text }) => [at, text])).values()].join('\n');
  return html`<details class="why"><summary>To paste into the target file: all of it at once</summary><pre tabindex="0">${yaml}</pre></details>`;
}

const YAML_VALUES: Readonly<Record<string, string>> = {
  credentials: '{ headers: { NAME-OF-THE-HEADER: ${CONFORM_SECRET} } }',
  allow: 'true',
};

/** The conflicts of the contract, and which branch the target follows. */
export function readingsView({ readings }: Report): Child {
  if (readings.length === 0) return undefined;
  return html`<section id="readings"><h2>Conflicts: where the contract contradicts itself</h2><div class="scroll" tabindex="0" role="region" aria-label="Conflicts"><table><thead><tr><th scope="col">Conflict</th><th scope="col">Profile</th><th scope="col">Service uses</th><th scope="col">Answers by operation</th></tr></thead><tbody>${readings.map(
    ({ conflict, question, declared, observed, consistent, why, branches }) =>
      html`<tr id="conflict-${conflict}"><th scope="row">${conflict}<small>${question}</small></th><td>${declared ?? 'any branch'}</td><td>${consistent === 'yes' ? (observed ?? '') : consistent === 'no' ? html`<b class="${declared === undefined ? 'unmet' : 'bad'}">several</b>` : html`<span class="dim">not seen</span>`}</td><td>${answersOf(branches, declared)}${why !== undefined && html`<small>${why}</small>`}</td></tr>`,
  )}</tbody></table></div></section>`;
}

/** The number of answers for each branch, a line per operation. One that follows several branches is marked. */
function answersOf(branches: readonly BranchSeen[], declared: string | undefined): readonly Html[] {
  const seen = branches.filter(({ answers }) => answers > 0);
  const operations = [...new Set(seen.flatMap(({ byOperation = {} }) => Object.keys(byOperation)))];
  if (operations.length === 0) return seen.map(({ id, answers }) => html`${id}: ${answers}<br>`);
  return operations.map((operation) => {
    const counts = seen.flatMap(({ id, byOperation = {} }) => {
      const count = byOperation[operation];
      return count === undefined ? [] : [`${id} ${count}`];
    });
    return html`<div class="${counts.length > 1 && (declared === undefined ? 'unmet' : 'bad')}">${operation}: ${counts.join(', ')}</div>`;
  });
}
