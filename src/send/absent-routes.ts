import type { Draft } from '../check/request.ts';
import { NotTested } from '../check/verdict.ts';
import { routeClause } from '../contract/clause-id.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';

/**
 * Operations that are not there. Until one answer shows that an operation exists, few of its requests go out at once; after
 * three answers like those of an unknown page nothing more is sent to it.
 */
export interface AbsentRoutes {
  /**
   * Sends in its turn; `isFirst`: it is not known yet that the operation is there, and others wait for the answer. Throws
   * NotTested where the operation is not there.
   */
  send(draft: Draft, exchange: (isFirst: boolean) => Promise<Exchange>): Promise<Exchange>;
}

/** So many answers tell that there is nothing. */
const ENOUGH = 3;

/** What is known of one operation so far. */
interface Door {
  isOpen: boolean;
  /** Answers like those of an unknown page, and how many of them to valid requests. */
  absent: number;
  absentThoughValid: number;
  pending: number;
  readonly waiting: (() => void)[];
}

/** `looksAbsent`: is it an answer like that of an unknown page? */
export function createAbsentRoutes(looksAbsent: (exchange: Exchange) => boolean): AbsentRoutes {
  const doors = new Map<string, Door>();
  const doorOf = (id: string): Door => {
    const known = doors.get(id) ?? { isOpen: false, absent: 0, absentThoughValid: 0, pending: 0, waiting: [] };
    doors.set(id, known);
    return known;
  };
  const see = (door: Door, exchange: Exchange): void => {
    if (looksAbsent(exchange)) {
      door.absent += 1;
      if (exchange.intent.kind === 'valid') door.absentThoughValid += 1;
    } else if (!isShutBefore(exchange)) door.isOpen = true;
  };
  return {
    async send({ operation }, exchange) {
      const door = operation === undefined ? undefined : doorOf(operation.id);
      if (operation === undefined || door === undefined) return exchange(false);
      while (!door.isOpen) {
        if (isAbsent(door, operation)) throw nothingThere(operation);
        if (door.pending === 0 || door.absent + door.pending < ENOUGH) break;
        await new Promise<void>((resolve) => door.waiting.push(resolve));
      }
      door.pending += 1;
      try {
        const answered = await exchange(!door.isOpen);
        see(door, answered);
        return answered;
      } finally {
        door.pending -= 1;
        for (const resume of door.waiting.splice(0)) resume();
      }
    },
  };
}

/** Where the address holds an id, it may be the id alone that is unknown: there every one of the requests has to be valid. */
function isAbsent({ absent, absentThoughValid }: Door, { parameters }: Operation): boolean {
  const needed = parameters.some((parameter) => parameter.in === 'path') ? ENOUGH : 1;
  return absent >= ENOUGH && absentThoughValid >= needed;
}

/** A caller is refused before anybody looks whether there is anything. */
function isShutBefore({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && isUnauthorized(outcome.status);
}

function nothingThere({ id, method, path }: Operation): NotTested {
  const reason = `${method} ${path} is not there: nothing more was sent to it`;
  return new NotTested('inconclusive', reason, undefined, { behind: routeClause(id) });
}
