import { describe, expect, test } from 'vitest';
import { fields } from '../../fixtures/field/index.ts';
import { tryField } from '../../scripts/fields/trial.ts';
import { createBench } from '../../scripts/matrix/trial.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const bench = createBench(loaded, suiteUnder);

/** So many findings may stand for one cause. */
const CROWDING = 1.2;

describe('services with many faults at once', () => {
  test('have eight to thirty of them each', () => {
    expect(fields.length).toBe(9);
    for (const { faults } of fields) {
      expect(faults.length).toBeGreaterThanOrEqual(8);
      expect(faults.length).toBeLessThanOrEqual(30);
    }
  });

  test.each(fields)('$id: every fault is named once, and nothing else', { timeout: 60_000 }, async (field) => {
    const { missed, surplus, findings } = await tryField(bench, field);
    expect(missed.map(({ what }) => what)).toEqual([]);
    expect(surplus.map(({ id }) => id)).toEqual([]);
    expect(findings.length).toBeLessThanOrEqual(field.faults.length * CROWDING);
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
  });

  test('are told the same when they are asked again', { timeout: 60_000 }, async () => {
    const [field] = fields;
    if (field === undefined) throw new Error('there is no field');
    const idsOf = async () => (await tryField(bench, field)).findings.map(({ id }) => id);
    expect(await idsOf()).toEqual(await idsOf());
  });
});
