import type { Depth } from '../check/target.ts';
import { type Conflict, type Contract, operationOf } from '../contract/contract.ts';

/** The smallest depth has no request to spare for what costs the target's owner something, and hardly a clause hangs on. */
export function isProbed(contract: Contract, { probe: asked }: Conflict, depth: Depth): boolean {
  return asked !== undefined && (depth !== 'smoke' || !costs(contract, asked));
}

/** Does a probe cost the target's owner something? */
export function costs(contract: Contract, { operation }: { readonly operation: string }): boolean {
  return operationOf(contract, operation).permission !== undefined;
}
