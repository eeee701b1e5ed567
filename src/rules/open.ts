import type { Operation } from '../contract/operations.ts';
import type { Query } from '../generate/fuzz.ts';

/** Beyond what 32 bits hold, where a listing works out its offset, and beyond what any integer type does. */
const FAR = ['2147483648', '99999999999999999999'];

/** Combinations that the contract says nothing about, as the operation's `x-open` lists them. */
export function isOpen(operation: Operation, query: Query): boolean {
  return (operation.node['x-open'] ?? []).some((one) =>
    'greater' in one
      ? Number(query[one.greater[0]]) > Number(query[one.greater[1]])
      : Number(query[one.above[0]]) > one.above[1],
  );
}

/**
 * Valid values that may be refused, and may not make the operation fail: numbers far beyond an open limit, and a pair the
 * wrong way round.
 */
export function openQueries({ node, parameters }: Operation): readonly Query[] {
  const boundsOf = (name: string) => parameters.find((one) => one.name === name)?.schema ?? {};
  return (node['x-open'] ?? []).flatMap((one): readonly Query[] => {
    if ('above' in one) {
      const [name] = one.above;
      return boundsOf(name).maximum === undefined ? FAR.map((value) => ({ [name]: value })) : [];
    }
    const [upper, lower] = one.greater;
    const [{ minimum: least }, { maximum: most }] = [boundsOf(upper), boundsOf(lower)];
    return least === undefined || most === undefined ? [] : [{ [upper]: String(most), [lower]: String(least) }];
  });
}
