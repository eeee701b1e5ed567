import { ownerOf } from '../../contract/clause-id.ts';
import { groupBy } from '../../groups.ts';
import { VERDICT_WORDS } from '../facts.ts';
import type { ClauseResult, Report } from '../model.ts';
import { type Html, html } from './html.ts';

/** Verdicts that stand out; the others are thousands. */
const STRIKING: ReadonlySet<string> = new Set(['fail', 'warn', 'error']);

/** Every clause with its verdict, folded by operation. */
export function clausesView({ clauses }: Report): Html {
  const groups = groupBy(clauses, ({ id }) => ownerOf(id));
  return html`<section id="clauses"><h2>All clauses</h2>${[...groups].map(([name, group]) => groupView(name, group))}</section>`;
}

/** Closing tags that HTML does not need are left out: there are thousands of rows. */
function groupView(name: string, group: readonly ClauseResult[]): Html {
  const failed = group.filter(({ verdict }) => verdict === 'fail').length;
  const unmet = group.filter(({ verdict }) => verdict === 'warn').length;
  return html`<details><summary>${name}: ${group.length}${failed > 0 && html`, <b class="bad">${failed} failed</b>`}${unmet > 0 && html`, ${unmet} not met`}</summary><div class="scroll" tabindex="0" role="region" aria-label="Clauses of ${name}"><table class="clauses"><thead><tr><th scope="col">Clause<th scope="col">Level<th scope="col">Verdict</thead><tbody>${group.map(
    ({ id, level, verdict }) =>
      html`<tr><td>${id.slice(name.length + 1)}<td>${level}<td${STRIKING.has(verdict) && html` class="${verdict}"`}>${VERDICT_WORDS[verdict]}\n`,
  )}</tbody></table></div></details>`;
}
