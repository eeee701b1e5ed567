import type { Violation } from '../check/verdict.ts';
import { groupBy } from '../groups.ts';
import { type Exchange, type Failure, requestKey } from '../http/exchange.ts';

/** A cut-off answer must be seen at least this often: once may be the fault of the network. */
const MIN_TIMES = 2;

/** How often a broken answer counts. The network causes no protocol error, and no failure that lasts beside what is served. */
function timesOf({ outcome, attempts = 1 }: Broken): number {
  return outcome.reason === 'protocol' || outcome.lasting === true ? MIN_TIMES : attempts;
}

/**
 * The operations with answers that are never complete, each with one of them: their length or compression is not as declared,
 * they are cut off, or the connection breaks each time before they begin. A request that got a complete answer another time does
 * not count.
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
  const { outcome } = exchange;
  if (outcome.kind !== 'failure') return false;
  return outcome.status !== undefined || (outcome.lasting === true && outcome.reason === 'reset');
}

function violationOf({ outcome, seq }: Broken): Violation {
  return {
    expected: 'an HTTP answer as long and compressed as its headers say',
    actual:
      outcome.status === undefined
        ? `no answer: each time ${outcome.message}`
        : `status ${outcome.status}, and then ${outcome.message}`,
    exchange: seq,
  };
}
