import { ownerOf } from '../../contract/clause-id.ts';
import type { ClauseResult, Report } from '../model.ts';
import { type Html, html } from './html.ts';

const WORDS: Readonly<Record<ClauseResult['verdict'], string>> = {
  pass: 'passed',
  fail: 'broken',
  warn: 'not met',
  skip: 'skipped',
  inconclusive: 'inconclusive',
  error: 'error',
};

/** Verdicts that stand out; the others are thousands. */
const STRIKING: ReadonlySet<string> = new Set(['fail', 'warn', 'error']);

/** Every clause with its verdict, folded by operation. */
export function clausesView({ clauses }: Report): Html {
  const groups = new Map<string, ClauseResult[]>();
  for (const clause of clauses) {
    const name = ownerOf(clause.id);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [clause]);
    else group.push(clause);
  }
  return html`<section id="clauses"><h2>All clauses</h2>${[...groups].map(([name, group]) => groupView(name, group))}</section>`;
}

/** Closing tags that HTML does not need are left out: there are thousands of rows. */
function groupView(name: string, group: readonly ClauseResult[]): Html {
  const broken = group.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').length;
  return html`<details><summary>${name}: ${group.length}${broken > 0 && html`, <b class="bad">${broken} broken</b>`}</summary><div class="scroll" tabindex="0" role="region" aria-label="Clauses of ${name}"><table class="clauses"><thead><tr><th scope="col">Clause<th scope="col">Level<th scope="col">Verdict</thead><tbody>${group.map(
    ({ id, level, verdict }) =>
      html`<tr><td>${id.slice(name.length + 1)}<td>${level}<td${STRIKING.has(verdict) && html` class="${verdict}"`}>${WORDS[verdict]}\n`,
  )}</tbody></table></div></details>`;
}
