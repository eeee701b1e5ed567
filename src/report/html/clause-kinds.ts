import { ownerOf } from '../../contract/clause-id.ts';
import { groupBy } from '../../groups.ts';
import type { ClauseResult, Report } from '../model.ts';
import { type Html, html } from './html.ts';

/** The kinds of rules, each a column of the table of operations. The first that matches the id after its owner counts. */
export const KINDS = [
  { kind: 'service', title: 'Service', is: /^(?:route|status|server-errors|whole-answers|valid-requests-[\w-]+)$/u },
  { kind: 'success', title: 'Successes', is: /^2\w\w\//u },
  { kind: 'refusal', title: 'Refusals', is: /^(?:[1345]\w\w|default)\//u },
  { kind: 'security', title: 'Security', is: /^security\//u },
  { kind: 'input', title: 'Inputs', is: /\//u },
  { kind: 'behaviour', title: 'Behaviour', is: /(?:)/u },
] as const;

/** Tells the kind of rule that a clause is. What a finding about security is led by is one about security. */
export function kindsIn({ findings }: Pick<Report, 'findings'>): (id: string) => string {
  const leads = new Set(findings.flatMap(({ gravity, clause }) => (gravity === 'security' ? [clause] : [])));
  return (id) => {
    const rest = id.slice(ownerOf(id).length + 1);
    return leads.has(id) ? 'security' : (KINDS.find(({ is }) => is.test(rest))?.kind ?? '');
  };
}

/** The cells of an operation: how many clauses of each kind passed, red if one failed, with a link to them. */
export function cellsOf(report: Report): (operation: string) => readonly Html[] {
  const kindOf = kindsIn(report);
  const groups = groupBy(report.clauses, ({ id }) => `op:${ownerOf(id)} kind:${kindOf(id)}`);
  return (operation) =>
    KINDS.map(({ kind }) => {
      const words = `op:${operation} kind:${kind}`;
      return cell(groups.get(words) ?? [], words);
    });
}

function cell(clauses: readonly ClauseResult[], words: string): Html {
  if (clauses.length === 0) return html`<td>`;
  const count = (...verdicts: readonly string[]): number =>
    clauses.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [passed, failed, unmet] = [count('pass'), count('fail', 'error'), count('warn')];
  const colour = failed > 0 ? 'fail' : unmet > 0 ? 'warn' : passed === 0 ? 'none' : 'pass';
  const problems = [failed > 0 && `${failed} failed`, unmet > 0 && `${unmet} not met`].filter(Boolean).join(', ');
  return html`<td class="${colour}"><a href="#clauses=${words}"${problems !== '' && html` title="${problems}"`}>${passed}/${clauses.length}</a>`;
}
