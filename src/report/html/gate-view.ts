import { isBroken } from '../facts.ts';
import type { ComparedRun, KnownFailure, Report } from '../model.ts';
import { linkTo } from './cards.ts';
import { type Child, type Html, html } from './html.ts';

/** What is known to fail, with owner and end date; and what changed since an earlier run. */
export function gateView(report: Report): Child {
  return [knownView(report.gate?.known ?? []), changesView(earlierOf(report), report)];
}

/** The earlier run that a page compares with: that of `--baseline`, else that of `--failed`. */
export function earlierOf({ gate, since }: Report): ComparedRun | undefined {
  return gate?.baseline ?? since;
}

function knownView(known: readonly KnownFailure[]): Child {
  if (known.length === 0) return undefined;
  return html`<section id="known"><h2>Known failures</h2><div class="scroll" tabindex="0" role="region" aria-label="Known failures"><table><thead><tr><th scope="col">State</th><th scope="col">Clauses</th><th scope="col">Reason</th><th scope="col">Owner</th><th scope="col">Until</th></tr></thead><tbody>${known.map(knownRow)}</tbody></table></div></section>`;
}

const STATES: Readonly<Record<KnownFailure['state'], string>> = {
  holds: 'failed, as known',
  passes: 'passes now: remove it',
  expired: 'expired: counts again',
  'not seen': 'not tested in this run',
};

function knownRow({ state, clauses, reason, owner, link, until }: KnownFailure): Html {
  const isAlarm = state === 'passes' || state === 'expired';
  return html`<tr><td class="${isAlarm && 'bad'}">${STATES[state]}</td><td>${clauses.slice(0, 5).map((id) => html`<code>${id}</code><br>`)}${clauses.length > 5 && `and ${clauses.length - 5} more`}</td><td>${reason}${link !== undefined && html`<small> ${link}</small>`}</td><td>${owner ?? ''}</td><td>${until ?? ''}</td></tr>`;
}

function changesView(earlier: ComparedRun | undefined, { clauses }: Report): Child {
  if (earlier === undefined) return undefined;
  const findings = new Map(clauses.filter(isBroken).map(({ id, finding }) => [id, finding]));
  const named = (id: string): Html => {
    const finding = findings.get(id);
    return finding === undefined
      ? html`<code>${id}</code> `
      : html`<a href="${linkTo(finding)}"><code>${id}</code></a> `;
  };
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Newly failed', earlier.new],
    ['Fixed', earlier.fixed],
    ['As before', earlier.still],
  ];
  return html`<section id="compared"><h2>Compared with the run of ${earlier.startedAt.slice(0, 19).replace('T', ' ')} UTC</h2><p>${earlier.baseUrl}</p>${lists.map(
    ([name, ids]) =>
      html`<details class="why"${ids !== earlier.still && ids.length > 0 && html` open`}><summary><b>${ids.length}</b> ${name}</summary><p class="ids">${ids.slice(0, 200).map(named)}</p></details>`,
  )}</section>`;
}
