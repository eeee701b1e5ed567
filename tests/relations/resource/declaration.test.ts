import { expect, test } from 'vitest';
import { resourceOf, resourcesOf } from '../../../src/relations/resource/declaration.ts';
import { contractUnder } from '../../support/contract.ts';

const contract = contractUnder();

test('the resources of a contract are read once, however often they are asked for', () => {
  expect(resourcesOf(contract).length).toBeGreaterThan(0);
  expect(resourcesOf(contract)).toBe(resourcesOf(contract));
});

test('each operation of a resource leads to it, and any other operation to none', () => {
  for (const resource of resourcesOf(contract)) {
    const { create, list, remove, reads, changes } = resource;
    const others = [list, remove?.operation.id, reads?.operation, ...changes.map(({ operation }) => operation)];
    for (const operation of [create.id, ...others].filter((one) => one !== undefined))
      expect(resourceOf(contract, operation)).toBe(resource);
  }
  expect(resourceOf(contract, 'getChatCapabilities')).toBeUndefined();
});
