import { expect, test } from 'vitest';
import { foreignListingFaults } from '../../../fixtures/foreign-listing-faults.ts';
import { tryForeign } from '../../../scripts/ablate/foreign.ts';
import { createBench } from '../../../scripts/matrix/trial.ts';
import { faultsOf } from '../../../src/relations/listing/faults.ts';
import { contractUnder, loaded } from '../../support/contract.ts';
import { suiteUnder } from '../../support/whole-suite.ts';

const service = createBench(loaded, suiteUnder);

test('there are twelve of them, and the catalogue has none', () => {
  const ids = foreignListingFaults.map(({ id }) => id);
  const catalogue = [...contractUnder().listings.values()].flatMap((listing) => faultsOf(listing).map(({ id }) => id));
  expect(new Set(ids).size).toBe(12);
  expect(ids.filter((id) => catalogue.includes(id))).toEqual([]);
});

test.each(foreignListingFaults)('$id is found, and nothing of another operation', async (fault) => {
  const { missed, surplus } = await tryForeign(service, fault, [fault.operation]);
  expect({ missed, surplus }).toEqual({ missed: [], surplus: [] });
});
