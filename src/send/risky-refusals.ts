import { isSuccess } from '../check/judges.ts';
import type { Draft } from '../check/request.ts';
import type { Target } from '../check/target.ts';
import { NotTested } from '../check/verdict.ts';
import type { Exchange } from '../http/exchange.ts';

/**
 * Sends risky requests one after the other for each operation: requests that have to be refused, of operations that the user
 * did not allow. A lenient service may accept one nevertheless; after that no other is sent to its operation.
 */
export interface RiskyRefusals {
  /** Sends a risky request in its turn, any other at once. Throws NotTested if the operation accepted a risky one before. */
  send(draft: Draft, exchange: () => Promise<Exchange>): Promise<Exchange>;
}

export function createRiskyRefusals({ allow }: Target): RiskyRefusals {
  const lastSent = new Map<string, Promise<unknown>>();
  const accepting = new Set<string>();
  const isRisky = ({ operation, intent }: Draft): boolean =>
    operation?.permission !== undefined && intent.kind === 'invalid' && allow[operation.permission] !== true;
  return {
    async send(draft, exchange) {
      const { id = '', permission = '' } = draft.operation ?? {};
      if (!isRisky(draft)) return exchange();
      const previous = lastSent.get(id) ?? Promise.resolve();
      const sent = previous.then(async () => {
        if (accepting.has(id)) throw notSent(id, permission);
        const answered = await exchange();
        if (isSuccess(answered)) accepting.add(id);
        return answered;
      });
      lastSent.set(
        id,
        sent.catch(() => undefined),
      );
      return sent;
    },
  };
}

function notSent(operation: string, permission: string): NotTested {
  return new NotTested(
    'skip',
    `${operation} took a request that it has to refuse, and ${permission} is not allowed: nothing more of the kind was sent to it`,
    `fix that first, or set allow.${permission}: true in the target file`,
  );
}
