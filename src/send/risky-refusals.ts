import { isSuccess } from '../check/judges.ts';
import type { Draft } from '../check/request.ts';
import type { Target } from '../check/target.ts';
import { NotTested } from '../check/verdict.ts';
import type { Exchange } from '../http/exchange.ts';

/**
 * Requests that have to be refused, of operations that create or cost something and that the user did not allow: a lenient
 * service may take them all the same. They go out one by one, and once one was taken no other of its operation is sent.
 */
export interface RiskyRefusals {
  /** Sends in its turn; whatever is no such request at once. Throws NotTested where one of the operation was taken before. */
  send(draft: Draft, exchange: () => Promise<Exchange>): Promise<Exchange>;
}

export function createRiskyRefusals({ allow }: Target): RiskyRefusals {
  const last = new Map<string, Promise<unknown>>();
  const taken = new Set<string>();
  const isRisky = ({ operation, intent }: Draft): boolean =>
    operation?.permission !== undefined && intent.kind === 'invalid' && allow[operation.permission] !== true;
  return {
    async send(draft, exchange) {
      const { id = '', permission = '' } = draft.operation ?? {};
      if (!isRisky(draft)) return exchange();
      const before = last.get(id) ?? Promise.resolve();
      const sent = before.then(async () => {
        if (taken.has(id)) throw leftOut(id, permission);
        const answered = await exchange();
        if (isSuccess(answered)) taken.add(id);
        return answered;
      });
      last.set(
        id,
        sent.catch(() => undefined),
      );
      return sent;
    },
  };
}

function leftOut(operation: string, permission: string): NotTested {
  return new NotTested(
    'skip',
    `${operation} took a request that it has to refuse, and ${permission} is not allowed: nothing more of the kind was sent to it`,
    `fix that first, or set allow.${permission}: true in the target file`,
  );
}
