import type { Verdict } from '../../check/verdict.ts';
import type { CauseKind, Scope } from './cause.ts';
import type { Features } from './features.ts';
import type { Seen, Symptom } from './symptoms.ts';

/** What causes are looked for in: the symptoms that nothing explains yet, and all that was seen. */
export interface Case extends Pick<Seen, 'results' | 'exchanges'> {
  readonly symptoms: readonly Features[];
  /** The clauses that were looked at, with whatever result. */
  readonly exercised: readonly { readonly clause: Features; readonly verdict: Verdict }[];
}

/** A fault that would explain some of what was seen. */
export interface Hypothesis {
  readonly id: string;
  readonly nature: CauseKind;
  readonly scope: Scope;
  readonly explains: (symptom: Features) => boolean;
  /** It is worth naming only where it breaks so many clauses; one unless told. */
  readonly minimum?: number;
  /** The clause that speaks for it, where that is not simply the first. */
  readonly lead?: string;
}

/** Makes hypotheses out of what nothing explains yet, in the order in which they are to be tried. */
export type Theory = (open: Case) => readonly Hypothesis[];

/** Explains just these, whatever else is like them. */
export function just(symptoms: readonly Symptom[]): (symptom: Symptom) => boolean {
  const own = new Set(symptoms.map(({ violation }) => violation));
  return ({ violation }) => own.has(violation);
}
