import type { Depth } from '../check/target.ts';
import { type Conflict, type Contract, operationOf } from '../contract/contract.ts';

/** Is the probe of a conflict sent? Not at the depth `smoke` if it needs a permission: few clauses depend on such a probe. */
export function isProbed(contract: Contract, { probe }: Conflict, depth: Depth): boolean {
  return probe !== undefined && (depth !== 'smoke' || !needsPermission(contract, probe));
}

/** Does a probe need the permission of the target's owner? */
export function needsPermission(contract: Contract, { operation }: { readonly operation: string }): boolean {
  return operationOf(contract, operation).permission !== undefined;
}
