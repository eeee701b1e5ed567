import type { Ledger } from './ledger.ts';

/** At most this many requests are reserved to confirm findings. */
export const RESERVED_CONFIRMATIONS = 6;

export interface BudgetOptions {
  /** The maximum number of requests. */
  readonly budget: number;
  /** Completes postponed work, which may reserve requests. */
  readonly catchUp?: () => Promise<void>;
}

/** Counts the requests of a run against its budget. Each exchange has a share, for its first request and for retries. */
export function createBudget({ budget, catchUp }: BudgetOptions, ledger: Ledger) {
  const state = { sent: 0, held: 0, creating: 0 };
  const queue = createQueue(catchUp);

  /** `isCreating`: the exchange creates a resource, for whose removal a request is reserved. */
  function share(isCreating: boolean) {
    const creating = isCreating ? 1 : 0;
    // The clean-up uses the same budget: one request per created resource, and one per list in case of doubt.
    const reserved = ledger.remaining().length + ledger.doubtful().length + state.creating + creating;
    const left = (): number => budget - reserved - state.sent;
    const isSpent = (): boolean => left() <= state.held;
    const attempts = { count: 1, isLost: false };
    return {
      attempts: attempts as Readonly<typeof attempts>,
      isSpent,
      // The postponed work sets `state.held`, so it is completed before that matters.
      hasToWait: () => !queue.isEmpty() || left() <= RESERVED_CONFIRMATIONS,
      begin(): void {
        state.sent += 1;
        state.creating += creating;
      },
      end: () => void (state.creating -= creating),
      /** Counts a retry. False if the budget is used up. `afterLoss`: the request may have been carried out before. */
      again(afterLoss = false): boolean {
        if (isSpent()) return false;
        state.sent += 1;
        attempts.count += 1;
        attempts.isLost ||= afterLoss;
        return true;
      },
    };
  }

  return {
    share,
    inTurn: queue.inTurn,
    hold: (requests: number) => void (state.held = requests),
  };
}

/** Near the end of the budget a queue keeps the order of requests the same for the same seed. */
function createQueue(catchUp: BudgetOptions['catchUp']) {
  let last = Promise.resolve();
  let waiting = 0;
  return {
    isEmpty: () => waiting === 0,
    async inTurn(): Promise<void> {
      last = last.then(catchUp);
      waiting += 1;
      await last;
      waiting -= 1;
    },
  };
}

export type Budget = ReturnType<typeof createBudget>;
