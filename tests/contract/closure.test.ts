import { describe, expect, test } from 'vitest';
import { closureOf } from '../../src/contract/closure.ts';

const withLeaf = (leaf: unknown) => ({
  schemas: { tree: { leaf: { $ref: '#/schemas/leaf' }, next: { $ref: '#/schemas/tree' } }, leaf, other: leaf },
});
const node = { items: [{ $ref: '#/schemas/tree' }] };

describe('the closure of a node', () => {
  test('is the same where all that it reaches is the same', () => {
    const one = { ...withLeaf('x'), beside: 1 };
    const two = { ...withLeaf('x'), beside: 2 };
    expect(closureOf(one, node)).toBe(closureOf(two, structuredClone(node)));
  });

  test('differs where something that it reaches by way of another differs', () => {
    expect(closureOf(withLeaf('x'), node)).not.toBe(closureOf(withLeaf('y'), node));
  });

  test('differs where the node itself differs', () => {
    expect(closureOf(withLeaf('x'), node)).not.toBe(closureOf(withLeaf('x'), { ...node, minItems: 1 }));
  });

  test('tells a reference from another to the same text', () => {
    const to = (name: string) => ({ $ref: `#/schemas/${name}` });
    expect(closureOf(withLeaf('x'), to('leaf'))).not.toBe(closureOf(withLeaf('x'), to('other')));
  });
});
