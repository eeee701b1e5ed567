import { describe, expect, test } from 'vitest';
import { fragmentKey } from '../../src/schema/fragment-key.ts';

const withLeaf = (leaf: unknown) => ({
  schemas: { tree: { leaf: { $ref: '#/schemas/leaf' }, next: { $ref: '#/schemas/tree' } }, leaf, other: leaf },
});
const node = { items: [{ $ref: '#/schemas/tree' }] };

describe('the closure of a node', () => {
  test('is the same where all that it reaches is the same', () => {
    const one = { ...withLeaf('x'), beside: 1 };
    const two = { ...withLeaf('x'), beside: 2 };
    expect(fragmentKey(one, node)).toBe(fragmentKey(two, structuredClone(node)));
  });

  test('differs where something that it reaches by way of another differs', () => {
    expect(fragmentKey(withLeaf('x'), node)).not.toBe(fragmentKey(withLeaf('y'), node));
  });

  test('differs where the node itself differs', () => {
    expect(fragmentKey(withLeaf('x'), node)).not.toBe(fragmentKey(withLeaf('x'), { ...node, minItems: 1 }));
  });

  test('tells a reference from another to the same text', () => {
    const to = (name: string) => ({ $ref: `#/schemas/${name}` });
    expect(fragmentKey(withLeaf('x'), to('leaf'))).not.toBe(fragmentKey(withLeaf('x'), to('other')));
  });
});
