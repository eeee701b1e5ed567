import type { Operation } from '../contract/operations.ts';
import type { Query } from '../generate/fuzz.ts';

/** Beyond 32 bits; the most of 64 bits, of which the offset of a listing overflows them; and beyond any integer type. */
const FAR = ['2147483648', '9223372036854775807', '99999999999999999999'];

/** Does the operation's `x-open` list this combination? The contract then says nothing about its answer. */
export function isOpen(operation: Operation, query: Query): boolean {
  return (operation.node['x-open'] ?? []).some((one) =>
    'greater' in one
      ? Number(query[one.greater[0]]) > Number(query[one.greater[1]])
      : Number(query[one.above[0]]) > one.above[1],
  );
}

/**
 * Valid values that may be refused, but must not make the operation fail: numbers far beyond an open limit, and a pair of
 * bounds in the wrong order.
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
