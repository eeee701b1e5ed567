import type { Depth } from '../check/target.ts';
import { type Conflict, type Contract, operationOf } from '../contract/contract.ts';

/** Is the probe of a conflict sent? At the depth `smoke` not where it needs a permission: few clauses depend on such a probe. */
export function isProbed(contract: Contract, { probe: asked }: Conflict, depth: Depth): boolean {
  return asked !== undefined && (depth !== 'smoke' || !needsPermission(contract, asked));
}

/** Does a probe cost the target's owner something? */
export function needsPermission(contract: Contract, { operation }: { readonly operation: string }): boolean {
  return operationOf(contract, operation).permission !== undefined;
}
