import { isSuccess, statusOf } from '../check/judges.ts';
import type { Operation } from '../contract/operations.ts';
import type { Members } from '../groups.ts';
import type { Exchange } from '../http/exchange.ts';
import { type SetupFault, type SetupView, setupFault } from './setup-kinds.ts';

/**
 * Accounts that hold no more of what an operation creates: it is served while the run has few of them, and refused as soon as
 * it has a certain number. The proof is a refused request that is served when it is repeated after the others were deleted.
 */
export function fullAccounts(view: SetupView): readonly SetupFault[] {
  return shortages(view).flatMap(({ creation, held, refusals }) => {
    const isProven = refusals.some(({ seq }) =>
      view.exchanges.some((one) => view.repeats?.get(one.seq) === seq && isSuccess(one)),
    );
    const status = statusOf(refusals[0]) ?? 0;
    return isProven ? [setupFault({ kind: 'no-room', operation: creation, status, held }, refusals)] : [];
  });
}

/** Creations to repeat after the deletion of what the run created, to see whether there was no room for them. */
export function creationsWithoutRoom(view: SetupView): readonly Exchange[] {
  return shortages(view).flatMap(({ refusals }) => refusals.filter(({ intent }) => intent.kind !== 'invalid'));
}

/** Statuses for a creation beyond a limit. */
const FULL: readonly number[] = [400, 402, 403, 409, 422, 429];

interface Shortage {
  readonly creation: string;
  /** How many the run had when the first one was refused. */
  readonly held: number;
  readonly refusals: Members<Exchange>;
}

function shortages({ contract, exchanges }: SetupView): readonly Shortage[] {
  return [...contract.operations.values()].flatMap((operation): readonly Shortage[] => {
    const creations = creationsOf(operation, exchanges);
    const served = creations.filter(({ exchange }) => isSuccess(exchange));
    const refused = creations.filter(({ exchange }) => FULL.includes(statusOf(exchange) ?? 0));
    const held = Math.min(...refused.flatMap((one) => (one.exchange.intent.kind === 'invalid' ? [] : [one.held])));
    const [first, ...rest] = refused.filter((one) => one.held >= held);
    if (first === undefined || held === 0 || served.some((one) => one.held >= held)) return [];
    return [{ creation: operation.id, held, refusals: [first.exchange, ...rest.map(({ exchange }) => exchange)] }];
  });
}

/** The requests to a creating operation, each with how many of what it creates the run had at that time. */
function creationsOf({ id, node }: Operation, exchanges: readonly Exchange[]) {
  const undo = node['x-undo']?.operation;
  let held = 0;
  return exchanges.flatMap((exchange) => {
    const before = held;
    if (isSuccess(exchange) && exchange.operation === id) held += 1;
    if (isSuccess(exchange) && exchange.operation === undo) held -= 1;
    return undo !== undefined && exchange.operation === id ? [{ exchange, held: before }] : [];
  });
}
