import { statusOf } from '../../check/judges.ts';
import { groupBy } from '../../groups.ts';
import { type Exchange, isCredentialCase, rejectOf } from '../../http/exchange.ts';
import { UNAUTHORIZED } from '../../http/unauthorized.ts';
import { isHalf, type Symptom } from './symptoms.ts';

/** How a bad request was refused, and how it should have been. */
export interface Refusal {
  /** Undefined if the contract leaves open how to answer: then the clauses may expect different statuses. */
  readonly expected?: readonly string[];
  readonly actual: number;
  /** The kind of mistake that caused a server error; empty for other statuses. */
  readonly reject: string;
}

/** The refusal that a symptom shows. For a server error the expected status does not matter. */
export function refusalOf({ clause, exchange, violation: { status } }: Symptom): Refusal | undefined {
  if (clause.subject?.kind === 'companion' || status === undefined || status.actual < 300) return undefined;
  const { expected, actual } = status;
  const reject = rejectOf(exchange);
  const isToSucceed = expected.length > 0 && expected.every((key) => key.startsWith('2'));
  if (exchange?.intent.kind === 'open' && actual < 500) return isToSucceed ? undefined : { actual, reject: '' };
  if (reject === undefined || expected.length === 0) return undefined;
  return actual >= 500 ? { expected: [], actual, reject } : { expected: dueTo(exchange, expected), actual, reject: '' };
}

/** Of the statuses that a caller without access may get, those that say so, if any is documented: operations differ in others. */
function dueTo(exchange: Exchange | undefined, expected: readonly string[]): readonly string[] {
  const due = isCredentialCase(exchange) ? expected.filter((key) => UNAUTHORIZED.map(String).includes(key)) : [];
  return due.length === 0 ? expected : due;
}

/** Tells whether at least half of an operation's bad requests of the same kind get the same status. */
export function usualFailures(exchanges: readonly Exchange[]) {
  const byOperation = groupBy(exchanges, ({ operation }) => operation);
  return ({ exchange }: Symptom): boolean => {
    const kind = rejectOf(exchange);
    if (exchange === undefined || kind === undefined) return false;
    const sameKind = (byOperation.get(exchange.operation ?? '') ?? []).filter((one) => rejectOf(one) === kind);
    return isHalf(sameKind.filter((one) => statusOf(one) === statusOf(exchange)).length, sameKind.length);
  };
}
