import { isSuccess } from '../check/judges.ts';
import type { Draft } from '../check/request.ts';
import type { Target } from '../check/target.ts';
import { NotTested } from '../check/verdict.ts';
import type { Exchange } from '../http/exchange.ts';
import { createInTurn } from './in-turn.ts';

/**
 * Creates the function that sends risky requests one after the other for each operation, and any other at once. Risky are those
 * that have to be refused, of operations that the user did not allow. A lenient service may accept one nevertheless; after
 * that no other is sent to its operation: NotTested is thrown.
 */
export function createRiskyRefusals({ allow }: Target) {
  const inTurn = createInTurn();
  const accepting = new Set<string>();
  const isRisky = ({ operation, intent }: Draft): boolean =>
    operation?.permission !== undefined && intent.kind === 'invalid' && allow[operation.permission] !== true;
  return async (draft: Draft, exchange: () => Promise<Exchange>): Promise<Exchange> => {
    const { id = '', permission = '' } = draft.operation ?? {};
    if (!isRisky(draft)) return exchange();
    return inTurn(id, async () => {
      if (accepting.has(id)) throw notSent(id, permission);
      const answered = await exchange();
      if (isSuccess(answered)) accepting.add(id);
      return answered;
    });
  };
}

function notSent(operation: string, permission: string): NotTested {
  return new NotTested(
    'skip',
    `${operation} took a request that it has to refuse, and ${permission} is not allowed: nothing more of the kind was sent to it`,
    `fix that first, or set allow.${permission}: true in the target file`,
  );
}
