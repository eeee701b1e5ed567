import type { Violation } from '../check/verdict.ts';
import { groupBy } from '../groups.ts';
import { type Exchange, type Failure, requestKey } from '../http/exchange.ts';

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
  const whole = new Set(exchanges.filter(({ outcome }) => outcome.kind === 'response').map(requestKey));
  const broken = exchanges.filter(isBroken).filter(
    (one) =>
      !whole.has(requestKey(one)) &&
      // Where nothing whole ever came a connection that breaks off says only that nobody can be reached.
      (whole.size > 0 || one.outcome.reason !== 'reset'),
  );
  return new Map(
    [...groupBy(broken, ({ operation }) => operation)].flatMap(([operation, some]) => {
      const times = some.reduce((sum, one) => sum + timesOf(one), 0);
      return times < OFTEN ? [] : [[operation, violationOf(some[0])] as const];
    }),
  );
}

interface Broken extends Exchange {
  readonly outcome: Failure;
}

function isBroken(exchange: Exchange): exchange is Broken {
  return exchange.outcome.kind === 'failure' && exchange.outcome.status !== undefined;
}

function violationOf({ outcome, seq }: Broken): Violation {
  return {
    expected: 'an HTTP answer as long and compressed as its headers say',
    actual: `status ${outcome.status}, and then ${outcome.message}`,
    exchange: seq,
  };
}
