import type { Violation } from '../check/verdict.ts';
import type { Exchange, Failure } from '../http/exchange.ts';

/** So often at least where an answer was cut off: once may be the network's fault. */
const OFTEN = 2;

/** What came whole and is not what it says it is nobody else has made so. */
function timesOf({ outcome, attempts = 1 }: Broken): number {
  return outcome.reason === 'protocol' ? OFTEN : attempts;
}

/**
 * The operations with answers that begin and never come whole, each with one of them: of another length than they say,
 * compressed otherwise, or cut off. A request that was answered well another time shows nothing.
 */
export function brokenAnswers(exchanges: readonly Exchange[]): ReadonlyMap<string, Violation> {
  const whole = new Set(exchanges.filter(({ outcome }) => outcome.kind === 'response').map(requestOf));
  const byOperation = new Map<string, Broken[]>();
  for (const exchange of exchanges) {
    const { operation, outcome } = exchange;
    if (operation === undefined || !isBroken(outcome) || whole.has(requestOf(exchange))) continue;
    // Where nothing whole ever came a connection that breaks off says only that nobody can be reached.
    if (whole.size === 0 && outcome.reason === 'reset') continue;
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), { ...exchange, outcome }]);
  }
  return new Map(
    [...byOperation].flatMap(([operation, broken]) => {
      const [first] = broken;
      const times = broken.reduce((sum, one) => sum + timesOf(one), 0);
      return first === undefined || times < OFTEN ? [] : [[operation, violationOf(first)] as const];
    }),
  );
}

interface Broken extends Exchange {
  readonly outcome: Failure;
}

function isBroken(outcome: Exchange['outcome']): outcome is Failure {
  return outcome.kind === 'failure' && outcome.status !== undefined;
}

function requestOf({ request: { method, target, body } }: Exchange): string {
  return JSON.stringify([method, target, body]);
}

function violationOf({ outcome, seq }: Broken): Violation {
  return {
    expected: 'an answer that is as long, and compressed, as its headers say',
    actual: `status ${outcome.status}, and then ${outcome.message}`,
    exchange: seq,
  };
}
