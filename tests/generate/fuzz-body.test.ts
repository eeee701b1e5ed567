import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationOf } from '../../src/contract/contract.ts';
import { exampleBody, validExamples } from '../../src/generate/base.ts';
import { type BodyPlan, brokenBodies, encoded, placesOfBodies, validRequests } from '../../src/generate/fuzz-body.ts';
import { atPointer, isObject } from '../../src/schema/pointer.ts';
import { contractUnder } from '../support/contract.ts';

const NESTED = { 'predict-body': 'nested', 'chat-modes': 'general' } as const;
const FLAT = { 'predict-body': 'flat', 'chat-modes': 'lab' } as const;

function planOf(operationId: string, choices: Readonly<Record<string, string>> = NESTED): BodyPlan {
  const contract = contractUnder(choices);
  const operation = operationOf(contract, operationId);
  const { schema = {}, pointer = '' } = operation.requestBody ?? {};
  const names = validExamples(operation);
  return {
    document: contract.document,
    schema,
    pointer,
    fits: contract.validators.compile(schema),
    bases: (names.length === 0 ? [undefined] : names).map((name) => exampleBody(contract, operationId, name)),
  };
}

const OPERATIONS = [
  ['predict', NESTED],
  ['predict', FLAT],
  ['createApiKey', NESTED],
  ['createWebhook', NESTED],
  ['chat', NESTED],
  ['chat', FLAT],
  ['inferSensitivity', NESTED],
  ['inferInversion', NESTED],
  ['inferTrajectory', NESTED],
] as const;

const bodiesOf = (plan: BodyPlan, numRuns = 400): readonly unknown[] =>
  fc.sample(validRequests(plan, []), { numRuns, seed: 7 }).map(({ body }) => body);

describe.each(OPERATIONS)('bodies for %s under %j', (operation, choices) => {
  const plan = planOf(operation, choices);

  test('that are drawn as valid are valid when they arrive', () => {
    for (const body of bodiesOf(plan)) expect(plan.fits(encoded(body)), JSON.stringify(body)).toBe(true);
  });

  test('that are drawn as broken are invalid when they arrive', () => {
    for (const { body, what } of fc.sample(brokenBodies(plan), { numRuns: 400, seed: 7 }))
      expect(plan.fits(encoded(body)), what).toBe(false);
  });

  test('leave each optional member out now and then', () => {
    const bodies = bodiesOf(plan);
    const members = new Set(bodies.filter(isObject).flatMap((body) => Object.keys(body)));
    const everywhere = [...members].filter((name) => bodies.every((body) => isObject(body) && name in body));
    const { required = [] } = plan.document.components.schemas[plan.schema.$ref?.split('/').at(-1) ?? ''] ?? {};
    expect(everywhere.toSorted()).toEqual([...required].toSorted());
  });
});

describe('a prediction', () => {
  const bodies = bodiesOf(planOf('predict'), 1000);

  test('is asked for with load and retention time wherever a type has a predictor of its own', () => {
    const perClass = bodies.filter((body) => atPointer(body, '/systemType') !== 'MFC');
    expect(perClass.length).toBeGreaterThan(200);
    for (const body of perClass) {
      expect(atPointer(body, '/conditions/codMgL')).toBeTypeOf('number');
      expect(atPointer(body, '/conditions/hrtHours')).toBeTypeOf('number');
    }
  });

  test('lacks nothing of which the contract does not show whether it is required', () => {
    for (const body of bodies) {
      expect(Object.keys(atPointer(body, '/materials') as object)).toHaveLength(4);
      expect(Object.keys(atPointer(body, '/configuration') as object)).toHaveLength(3);
    }
  });

  test('has only types that the document names, and numbers near those of its example', () => {
    const types = new Set(bodies.map((body) => atPointer(body, '/systemType')));
    expect([...types].toSorted()).toEqual(['MBES', 'MDC', 'MEC', 'MES', 'MFC', 'MMRC', 'MNRC']);
    const acidities = bodies.map((body) => Number(atPointer(body, '/conditions/ph')));
    expect(Math.min(...acidities)).toBeGreaterThanOrEqual(6.48);
    expect(Math.max(...acidities)).toBeLessThanOrEqual(7.92);
    expect(new Set(acidities).size).toBeGreaterThan(3);
  });

  test('is asked for with every pair of optional conditions, both there and both not', () => {
    const optional = ['substrateConcentration', 'externalResistance', 'appliedVoltage', 'substrateId'];
    const has = (body: unknown, name: string) => atPointer(body, `/conditions/${name}`) !== undefined;
    for (const one of optional)
      for (const other of optional.filter((name) => name > one))
        for (const there of [true, false])
          expect(bodies.some((body) => has(body, one) === there && has(body, other) === there)).toBe(true);
  });

  test('is broken only where every branch that is open refuses it', () => {
    const plan = planOf('predict', {});
    const drawn = fc.sample(brokenBodies(plan), { numRuns: 200, seed: 7 }).map(({ place }) => place);
    expect(placesOfBodies(plan).toSorted()).toEqual([...new Set(drawn)].toSorted());
    expect([...new Set(drawn)].toSorted()).toEqual(['systemType/required', 'systemType/type']);
  });
});

describe('a key', () => {
  test('is asked for with names at both lengths, every tier and the permission of the document', () => {
    const bodies = bodiesOf(planOf('createApiKey'));
    const lengths = new Set(bodies.map((body) => [...String(atPointer(body, '/name'))].length));
    expect([...lengths].toSorted((a, b) => a - b)).toEqual([3, 'conform key $number'.length, 100]);
    expect(new Set(bodies.map((body) => atPointer(body, '/tier')))).toEqual(
      new Set([undefined, 'free', 'premium', 'enterprise']),
    );
    expect(new Set(bodies.map((body) => JSON.stringify(atPointer(body, '/permissions'))))).toEqual(
      new Set([undefined, '["read"]']),
    );
  });
});
