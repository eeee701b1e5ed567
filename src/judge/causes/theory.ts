import type { CauseKind, Scope } from './cause.ts';
import type { Case, Symptom } from './symptoms.ts';

/** A fault that would explain some of what was seen. */
export interface Hypothesis {
  readonly id: string;
  readonly nature: CauseKind;
  readonly scope: Scope;
  readonly explains: (symptom: Symptom) => boolean;
  /** It is worth naming only where it breaks so many clauses; one unless told. */
  readonly minimum?: number;
  /** The clause that speaks for it, where that is not simply the first. */
  readonly lead?: string;
}

/** Makes hypotheses out of what nothing explains yet, in the order in which they are to be tried. */
export type Theory = (open: Case) => readonly Hypothesis[];

/** Explains just these, whatever else is like them. */
export function just(symptoms: readonly Symptom[]): Hypothesis['explains'] {
  const own = new Set(symptoms.map(({ violation }) => violation));
  return ({ violation }) => own.has(violation);
}

/** So many places, clauses or operations at least make a habit out of single faults. */
export const HABIT = 3;

/** Most of them: a general cause has to hold for most of what it speaks of, or several single faults would be taken for one. */
export function isMost(part: number, whole: number): boolean {
  return whole > 0 && part * 3 >= whole * 2;
}

/** At least every other one. */
export function isHalf(part: number, whole: number): boolean {
  return whole > 0 && part * 2 >= whole;
}
