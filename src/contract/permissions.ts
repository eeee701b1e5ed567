import type { ContractDocument } from './document.ts';

const NEED = 'allow:';

/** What a run may do only with leave: the permissions that operations and clauses of the document ask for. */
export function permissionsOf(document: ContractDocument): readonly string[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const clauses = [document, ...operations].flatMap((node) => Object.values(node['x-clauses'] ?? {}));
  const asked = [
    ...operations.map((operation) => operation['x-permission'] ?? ''),
    ...clauses.flatMap(({ needs = [] }) =>
      needs.filter((need) => need.startsWith(NEED)).map((need) => need.slice(NEED.length)),
    ),
  ];
  return [...new Set(asked)].filter((name) => name !== '');
}
