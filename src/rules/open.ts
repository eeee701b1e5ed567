import type { Operation } from '../contract/operations.ts';

/** Combinations that the contract says nothing about, as the operation's `x-open` lists them. */
export function isOpen(operation: Operation, query: Readonly<Record<string, string>>): boolean {
  return (operation.node['x-open'] ?? []).some((one) =>
    'greater' in one
      ? Number(query[one.greater[0]]) > Number(query[one.greater[1]])
      : Number(query[one.above[0]]) > one.above[1],
  );
}
