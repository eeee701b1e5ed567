import { isSafe } from '../semantics.ts';
import type { ContractDocument, OperationNode } from './document.ts';

const NEED = 'allow:';

/** What a request that may change something needs leave for, where the document does not say. */
export const WRITES = 'writes';

/** The permission that a valid request needs: the declared one (null: none), else one for whatever may change something. */
export function permissionOf(node: OperationNode, method: string): string | undefined {
  const declared = node['x-permission'];
  return declared === undefined ? (isSafe(method) ? undefined : WRITES) : (declared ?? undefined);
}

/** What a run may do only with leave: the permissions that operations and clauses of the document ask for. */
export function permissionsOf(document: ContractDocument): readonly string[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const clauses = [document, ...operations].flatMap((node) => Object.values(node['x-clauses'] ?? {}));
  const methods = Object.values(document.paths).flatMap((item) => Object.entries(item));
  const asked = [
    ...methods.map(([method, operation]) => permissionOf(operation, method) ?? ''),
    ...clauses.flatMap(({ needs = [] }) =>
      needs.filter((need) => need.startsWith(NEED)).map((need) => need.slice(NEED.length)),
    ),
    ...operations.map((operation) => operation['x-expendable']?.permission ?? ''),
  ];
  return [...new Set(asked)].filter((name) => name !== '');
}
