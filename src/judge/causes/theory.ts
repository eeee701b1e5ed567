import type { Verdict } from '../../check/verdict.ts';
import type { Cause } from './cause.ts';
import type { Features } from './features.ts';
import type { Seen, Symptom } from './symptoms.ts';

/** What causes are found from: the symptoms that nothing explains yet, and the whole record. */
export interface Case extends Pick<Seen, 'results' | 'exchanges'> {
  readonly symptoms: readonly Features[];
  /** The clauses that were tested, whatever their verdict. */
  readonly exercised: readonly { readonly clause: Features; readonly verdict: Verdict }[];
}

/** A fault that would explain some of the symptoms. */
export interface Hypothesis extends Pick<Cause, 'id' | 'nature' | 'scope'> {
  readonly explains: (symptom: Features) => boolean;
  /** It counts only if it breaks at least this many clauses; one by default. */
  readonly minimum?: number;
  /** The clause that represents it, if not simply the strictest. */
  readonly lead?: string;
}

/** Makes hypotheses for unexplained symptoms, in the order in which they are tried. */
export type Theory = (open: Case) => readonly Hypothesis[];

/** Explains exactly these symptoms. */
export function just(symptoms: readonly Symptom[]): (symptom: Symptom) => boolean {
  const violations = new Set(symptoms.map(({ violation }) => violation));
  return ({ violation }) => violations.has(violation);
}
