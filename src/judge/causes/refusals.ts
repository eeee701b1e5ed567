import { statusOf } from '../../check/judges.ts';
import { groupBy } from '../../groups.ts';
import { type Exchange, rejectOf } from '../../http/exchange.ts';
import { isHalf, type Symptom } from './symptoms.ts';

/** How a bad request was refused, and how it should have been. */
export interface Refusal {
  /** Undefined where it may be refused in several ways: it was refused in none of them, whatever each clause allows. */
  readonly expected?: readonly string[];
  readonly actual: number;
  /** The kind of mistake that a server error is about. */
  readonly reject: string;
}

/** A server error is none of a client's mistakes, whichever status had been right. */
export function refusalOf({ clause, exchange, violation: { status } }: Symptom): Refusal | undefined {
  if (clause.subject?.kind === 'companion' || status === undefined || status.actual < 300) return undefined;
  const { expected, actual } = status;
  const reject = rejectOf(exchange);
  if (exchange?.intent.kind === 'open' && actual < 500) return { actual, reject: '' };
  if (reject === undefined || expected.length === 0) return undefined;
  return actual >= 500 ? { expected: [], actual, reject } : { expected, actual, reject: '' };
}

/** Are at least half of the bad requests of this kind to this operation answered with the same status? */
export function usualFailures(exchanges: readonly Exchange[]) {
  const byOperation = groupBy(exchanges, ({ operation }) => operation);
  return ({ exchange }: Symptom): boolean => {
    const kind = rejectOf(exchange);
    if (exchange === undefined || kind === undefined) return false;
    const alike = (byOperation.get(exchange.operation ?? '') ?? []).filter((one) => rejectOf(one) === kind);
    return isHalf(alike.filter((one) => statusOf(one) === statusOf(exchange)).length, alike.length);
  };
}
