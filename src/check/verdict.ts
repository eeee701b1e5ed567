import { HARMS } from '../contract/harm.ts';
import { defined } from '../defined.ts';

/** The verdict of a check. If several concern one clause, the worst counts; a skip says nothing. */
export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'skip'; readonly reason: string; readonly remedy?: string; readonly budgetSpent?: true }
  | {
      readonly kind: 'inconclusive';
      readonly reason: string;
      readonly remedy?: string;
      readonly budgetSpent?: true;
      /** The clause that is broken at the place that had to be read. */
      readonly behind?: string;
    }
  | { readonly kind: 'warn'; readonly violations: readonly Violation[]; readonly flaky: boolean }
  | { readonly kind: 'fail'; readonly violations: readonly Violation[]; readonly flaky: boolean }
  | { readonly kind: 'error'; readonly message: string };

/** One way in which an answer breaks a clause. */
export interface Violation {
  readonly expected: string;
  readonly actual: string;
  /** The number of the exchange that shows it. */
  readonly exchange?: number;
  /** JSON Pointer into the body of that exchange's answer. */
  readonly at?: string;
  /** If the status is wrong: the statuses or ranges (`4XX`) that would be right, and the actual one. */
  readonly status?: { readonly expected: readonly string[]; readonly actual: number };
  /** The clauses whose breach would break this one as well, with the same requests; the likeliest first. */
  readonly fallsWith?: readonly string[];
}

/** The verdict of a clause that cannot be judged because another one is broken at, or above, a place that had to be read. */
export function hiddenBehind(clause: string): Verdict {
  return { kind: 'inconclusive', reason: `not judged, because ${clause} failed`, behind: clause };
}

/** Does a verdict say that the clause is broken? */
export function isBroken(verdict: Verdict | undefined): verdict is Extract<Verdict, { kind: 'fail' | 'warn' }> {
  return verdict?.kind === 'fail' || verdict?.kind === 'warn';
}

const ORDER: readonly Verdict['kind'][] = ['skip', 'pass', 'inconclusive', 'warn', 'fail', 'error'];

/** The worse of two verdicts. Two of kind `fail`, or two of kind `warn`, are joined. */
export function worst(a: Verdict, b: Verdict): Verdict {
  if (a.kind === b.kind && (a.kind === 'fail' || a.kind === 'warn')) return join(a, b as typeof a);
  return ORDER.indexOf(b.kind) > ORDER.indexOf(a.kind) ? b : a;
}

function join<V extends Extract<Verdict, { violations: unknown }>>(a: V, b: V): V {
  return { ...a, violations: [...a.violations, ...b.violations], flaky: a.flaky && b.flaky };
}

/** Thrown by `act` to run again after the other checks. */
export class Deferred extends Error {
  override readonly name = 'Deferred';
}

/** Thrown by `act` if the clause cannot be shown: `skip` (something was not given) or `inconclusive` (something interfered). */
export class NotTested extends Error {
  override readonly name = 'NotTested';
  readonly kind: 'skip' | 'inconclusive';
  readonly remedy: string | undefined;
  /** The depth allows no more requests, so the clause was shown in part at most. */
  readonly budgetSpent: boolean;
  /** The clause that has to hold before this one can be shown. */
  readonly behind: string | undefined;
  constructor(
    kind: 'skip' | 'inconclusive',
    reason: string,
    remedy?: string,
    { spent = false, behind }: { readonly spent?: boolean; readonly behind?: string } = {},
  ) {
    super(reason);
    this.kind = kind;
    this.remedy = remedy;
    this.budgetSpent = spent;
    this.behind = behind;
  }
  verdict(): Verdict {
    const { kind, message: reason, remedy } = this;
    const budgetSpent = this.budgetSpent ? true : undefined;
    return { kind, reason, ...defined({ remedy, budgetSpent, behind: kind === 'skip' ? undefined : this.behind }) };
  }
}

/** Why a clause was not tested if the target refuses further requests for its rate limit, and what helps. */
export const RATE_LIMITED = {
  reason: 'the rate limit was hit (429)',
  remedy: 'wait for a new window, raise --max-wait, or give a credential of a greater tier',
};

export function rateLimited(): NotTested {
  return new NotTested('inconclusive', RATE_LIMITED.reason, RATE_LIMITED.remedy);
}

/** For a clause that is skipped, or shown only in part, because the depth allows no more requests. */
export function budgetSpent(kind: NotTested['kind']): NotTested {
  return new NotTested(kind, 'the request budget of this depth is exhausted', 'run with a greater --depth', {
    spent: true,
  });
}

/** The result of the work; undefined if it throws NotTested (of this kind, if one is given). */
export async function unlessNotTested<T>(work: () => Promise<T>, kind?: NotTested['kind']): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotTested && (kind === undefined || error.kind === kind)) return undefined;
    throw error;
  }
}

/** For a request of a plain document that may delete what belongs to others. */
export function deletesOthers(): NotTested {
  return new NotTested('skip', HARMS.deletion);
}

/** For an operation that requires a body if no valid one is known. */
export function noBodyFor(operation: string): NotTested {
  return new NotTested(
    'skip',
    `no body for ${operation} is known that fits its schema`,
    `give one that does: examples: { valid: { value: … } } under content in requestBody of ${operation}`,
  );
}
