import { isSafe } from '../semantics.ts';
import type { ContractDocument, OperationNode } from './document.ts';

const NEED_PREFIX = 'allow:';

/** The permission for a request that may change something, if the document declares none. */
export const WRITES = 'writes';

/** The permission that a valid request needs: the declared one (null: none), else WRITES for an unsafe method. */
export function permissionOf(node: OperationNode, method: string): string | undefined {
  const declared = node['x-permission'];
  return declared === undefined ? (isSafe(method) ? undefined : WRITES) : (declared ?? undefined);
}

/** Every permission that operations and clauses of the document need. */
export function permissionsOf(document: ContractDocument): readonly string[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const clauses = [document, ...operations].flatMap((node) => Object.values(node['x-clauses'] ?? {}));
  const methods = Object.values(document.paths).flatMap((item) => Object.entries(item));
  const asked = [
    ...methods.map(([method, operation]) => permissionOf(operation, method) ?? ''),
    ...clauses.flatMap(({ needs = [] }) =>
      needs.filter((need) => need.startsWith(NEED_PREFIX)).map((need) => need.slice(NEED_PREFIX.length)),
    ),
    ...operations.map((operation) => operation['x-expendable']?.permission ?? ''),
  ];
  return [...new Set(asked)].filter((name) => name !== '');
}
