import { present } from '../defined.ts';
import type { Report } from './model.ts';

/** The clauses that were not tested for one reason, and the finding that hides them, if any. */
export type Reason = Report['summary']['notShown'][number] & { readonly finding?: string };

/** What can be done about clauses that were not tested, and the reasons of that kind. */
export interface Untested {
  readonly kind: 'open' | 'hidden' | 'closed';
  readonly title: string;
  readonly reasons: readonly Reason[];
}

/** Why clauses were not tested: what the user can change, what a finding hides, and everything else. */
export function notTestedOf({ summary: { notShown }, clauses }: Report): readonly Untested[] {
  const findingOf = new Map(clauses.map(({ id, finding }) => [id, finding]));
  const reasons = notShown.map((one): Reason => {
    const [finding, ...others] = one.clauses.map((id) => findingOf.get(id));
    return finding === undefined || others.includes(undefined) ? one : { ...one, finding };
  });
  const open = reasons.filter(({ kind, remedy }) => remedy !== undefined || kind === 'inconclusive');
  const others = reasons.filter((one) => !open.includes(one));
  const hidden = others.filter(({ finding }) => finding !== undefined);
  const closed = others.filter(({ finding }) => finding === undefined);
  return present<Untested>(
    open.length > 0 && { kind: 'open', title: 'What you can change', reasons: open },
    hidden.length > 0 && { kind: 'hidden', title: 'What a finding hides: fix that first', reasons: hidden },
    closed.length > 0 && {
      kind: 'closed',
      title: 'What this run had no occasion to see, or no run can see',
      reasons: closed,
    },
  );
}

export function clausesIn(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { clauses }) => sum + clauses.length, 0);
}
