import { isBelowId } from '../check/place.ts';
import type { Draft } from '../check/request.ts';
import { NotTested } from '../check/verdict.ts';
import { routeClause } from '../contract/clause-id.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { getOrMake } from '../memoize.ts';

/** This many answers show that the operation does not exist. */
const ENOUGH_ANSWERS = 3;

/** What is known of one operation so far. */
interface RouteState {
  /** Has an answer shown that it exists? */
  exists: boolean;
  /** Answers that look like that of an unknown path, and how many of them to valid requests. */
  absent: number;
  absentWhenValid: number;
  /** Requests under way. */
  pending: number;
  /** Resumes requests that wait for an answer. */
  readonly waiting: (() => void)[];
}

const newState = (): RouteState => ({ exists: false, absent: 0, absentWhenValid: 0, pending: 0, waiting: [] });

/**
 * Creates the function that sends a request when it is its turn, and finds operations that the target does not have. Until an
 * answer shows that an operation exists, only a few of its requests are under way at once. After three answers that look like
 * that of an unknown path (`looksAbsent`) nothing more is sent to it: NotTested is thrown. `isFirst`: it is not known yet
 * whether the operation exists, and other requests wait for the answer.
 */
export function createAbsentRoutes(looksAbsent: (exchange: Exchange) => boolean) {
  const routes = new Map<string, RouteState>();
  const noteAnswer = (route: RouteState, exchange: Exchange): void => {
    if (looksAbsent(exchange)) {
      route.absent += 1;
      if (exchange.intent.kind === 'valid') route.absentWhenValid += 1;
    } else if (!isRefusedForCredential(exchange)) route.exists = true;
  };
  return async ({ operation }: Draft, exchange: (isFirst: boolean) => Promise<Exchange>): Promise<Exchange> => {
    if (operation === undefined) return exchange(false);
    const route = getOrMake(routes, operation.id, newState);
    while (!route.exists) {
      if (isAbsent(route, operation)) throw notThere(operation);
      if (route.pending === 0 || route.absent + route.pending < ENOUGH_ANSWERS) break;
      await new Promise<void>((resolve) => route.waiting.push(resolve));
    }
    route.pending += 1;
    try {
      const answered = await exchange(!route.exists);
      noteAnswer(route, answered);
      return answered;
    } finally {
      route.pending -= 1;
      for (const resume of route.waiting.splice(0)) resume();
    }
  };
}

/** If the path has a parameter, a 404 may only mean an unknown id: then only answers to valid requests count. */
function isAbsent({ absent, absentWhenValid }: RouteState, operation: Operation): boolean {
  const needed = isBelowId(operation) ? ENOUGH_ANSWERS : 1;
  return absent >= ENOUGH_ANSWERS && absentWhenValid >= needed;
}

/** A service may check credentials before it looks up the route, so such a refusal shows nothing. */
function isRefusedForCredential({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && isUnauthorized(outcome.status);
}

function notThere({ id, method, path }: Operation): NotTested {
  const reason = `${method} ${path} is not there: nothing more was sent to it`;
  return new NotTested('inconclusive', reason, undefined, { behind: routeClause(id) });
}
