import { describe, expect, test } from 'vitest';
import type { Field } from '../../fixtures/field/field.ts';
import { fields } from '../../fixtures/field/index.ts';
import { tryField } from '../../scripts/fields/trial.ts';
import { inPart } from '../../scripts/gate/part.ts';
import { createBench } from '../../scripts/matrix/trial.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const idOf = ({ id }: Field): string => id;
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

  test.each(inPart(fields, 1 / 6, idOf))('$id: every fault is named once, and nothing else', async (field) => {
    const { missed, surplus, findings } = await tryField(bench, field);
    expect(missed.map(({ what }) => what)).toEqual([]);
    expect(surplus.map(({ id }) => id)).toEqual([]);
    expect(findings.length).toBeLessThanOrEqual(field.faults.length * CROWDING);
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
  });

  test.each(inPart(fields.slice(0, 1), 1, idOf))('$id is told the same when it is asked again', async (field) => {
    const idsOf = async () => (await tryField(bench, field)).findings.map(({ id }) => id);
    expect(await idsOf()).toEqual(await idsOf());
  });
});
