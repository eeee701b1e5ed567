import { ownerOf } from '../../contract/clause-id.ts';
import { groupBy } from '../../groups.ts';
import { isBroken, VERDICT_WORDS, verdictCounts } from '../facts.ts';
import type { ClauseResult, Report, VerdictKind } from '../model.ts';
import { linkTo } from './cards.ts';
import { type Child, type Html, html } from './html.ts';

/** Every clause with its verdict and the number of its answers, folded by operation. The island has the sentences. */
export function clausesView(report: Report): Html {
  return html`<section id="clauses"><h2>All clauses</h2><div class="filter" role="search" aria-label="Clauses" hidden><label class="unseen" for="search-clauses">Search the clauses</label><input type="search" id="search-clauses" placeholder="op:… kind:security status:skip words" autocomplete="off" spellcheck="false"><div class="count"><span class="told" role="status"></span></div></div>${[...groupsOf(report)].map(([name, group]) => groupView(name, group))}</section>`;
}

/** Optional closing tags are left out, as there are thousands of rows. */
function groupView(name: string, group: readonly ClauseResult[]): Html {
  const { failed, warned } = verdictCounts(group);
  return html`<details data-op="${name}"><summary>${name}: ${group.length}${failed > 0 && html`, <b class="bad">${failed} failed</b>`}${warned > 0 && html`, ${warned} not met`}</summary><div class="scroll" tabindex="0" role="region" aria-label="Clauses of ${name}"><table class="clauses"><thead><tr><th scope="col">Clause<th scope="col">Level<th scope="col">Verdict<th scope="col" class="n">Answers</thead><tbody>${group.map(
    ({ id, level, verdict, answers, ...one }) =>
      html`<tr><td>${id.slice(name.length + 1)}<td>${level}<td${verdict !== 'pass' && html` class="${verdict}"`}>${wordOf(verdict, one.finding)}<td>${answers}`,
  )}</tbody></table></div></details>`;
}

/** The verdict. For a broken clause it links to the finding. */
function wordOf(verdict: VerdictKind, finding: string | undefined): Child {
  const word = VERDICT_WORDS[verdict];
  return isBroken({ verdict }) && finding !== undefined ? html`<a href="${linkTo(finding)}">${word}</a>` : word;
}

/** The clauses in the order of their rows. */
export function clausesInOrder(report: Report): readonly ClauseResult[] {
  return [...groupsOf(report).values()].flat();
}

function groupsOf({ clauses }: Report): ReadonlyMap<string, readonly ClauseResult[]> {
  return groupBy(clauses, ({ id }) => ownerOf(id));
}
