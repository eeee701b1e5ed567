import type { Violation } from '../check/verdict.ts';
import { groupBy } from '../groups.ts';
import { type Exchange, type Failure, requestKey } from '../http/exchange.ts';

/** A cut-off answer must be seen at least this often: once may be the fault of the network. */
const MIN_TIMES = 2;

/** How often a broken answer counts. A protocol error needs no repetition: the network does not cause it. */
function timesOf({ outcome, attempts = 1 }: Broken): number {
  return outcome.reason === 'protocol' ? MIN_TIMES : attempts;
}

/**
 * The operations with answers that begin but are never complete, each with one of them: their length or compression is not as
 * declared, or they are cut off. A request that got a complete answer another time does not count.
 */
export function brokenAnswers(exchanges: readonly Exchange[]): ReadonlyMap<string, Violation> {
  const completeKeys = new Set(exchanges.filter(({ outcome }) => outcome.kind === 'response').map(requestKey));
  const broken = exchanges.filter(isBroken).filter(
    (one) =>
      !completeKeys.has(requestKey(one)) &&
      // If no complete answer ever came, a connection reset only shows that the service cannot be reached.
      (completeKeys.size > 0 || one.outcome.reason !== 'reset'),
  );
  return new Map(
    [...groupBy(broken, ({ operation }) => operation)].flatMap(([operation, some]) => {
      const times = some.reduce((sum, one) => sum + timesOf(one), 0);
      return times < MIN_TIMES ? [] : [[operation, violationOf(some[0])] as const];
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
