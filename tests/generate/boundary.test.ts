import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BoundaryCase, boundaryCases } from '../../src/generate/boundary.ts';
import { nonNullTypes } from '../../src/generate/values.ts';
import { follow } from '../../src/schema/reference.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { createValidators } from '../../src/schema/validators.ts';
import { contractUnder } from '../support/contract.ts';

const contract = contractUnder();
const parameters = [...contract.operations.values()].flatMap((operation) =>
  operation.parameters.map((parameter) => ({
    name: `${operation.id} ${parameter.name}`,
    schema: follow<Schema>(contract.document, parameter.schema, '').target,
  })),
);

describe('the parameters of the document', () => {
  test.each(parameters)(
    '$name: what is said to be accepted fits, and what is said to be refused does not',
    ({ schema }) => {
      const fits = contract.validators.compile(schema);
      for (const one of boundaryCases(schema))
        expect({ ...one, fits: fits(decoded(schema, one.value)) }).toEqual({ ...one, fits: one.side === 'accepted' });
    },
  );

  test.each(parameters)('$name: no case is a spelling that the contract leaves open', ({ schema }) => {
    expect(boundaryCases(schema).filter(({ value }) => isFree(value))).toEqual([]);
  });
});

describe('any bounds', () => {
  const { compile } = createValidators({});
  const bounded = fc
    .record({
      type: fc.constantFrom('integer', 'number'),
      low: fc.option(fc.integer({ min: -3000, max: 3000 }), { nil: undefined }),
      width: fc.option(fc.nat(200), { nil: undefined }),
    })
    .map(
      ({ type, low, width }): Schema => ({
        type,
        ...(low === undefined ? {} : { minimum: low }),
        ...(width === undefined ? {} : { maximum: (low ?? 0) + width }),
      }),
    );

  test('give cases on the right side, in spellings that nobody argues about', () => {
    fc.assert(
      fc.property(bounded, (schema) => {
        const fits = compile(schema);
        for (const one of boundaryCases(schema)) {
          expect(fits(decoded(schema, one.value))).toBe(one.side === 'accepted');
          expect(isFree(one.value)).toBe(false);
        }
      }),
    );
  });

  test('are tried on both sides', () => {
    fc.assert(
      fc.property(bounded, (schema) => {
        const cases = boundaryCases(schema);
        for (const keyword of ['minimum', 'maximum'] as const) {
          if (schema[keyword] === undefined) continue;
          expect(sides(cases, keyword)).toEqual(['accepted', 'refused']);
          expect(cases.some(({ side, value }) => side === 'accepted' && value === String(schema[keyword]))).toBe(true);
        }
      }),
    );
  });
});

test('an enumeration gives each of its members, and one that is none', () => {
  const cases = boundaryCases({ type: 'string', enum: ['a', 'b'] });
  expect(cases.filter(({ side }) => side === 'accepted').map(({ value }) => value)).toEqual(['a', 'b']);
  expect(cases.filter(({ side }) => side === 'refused')).toHaveLength(1);
});

test('a plain text has no bounds', () => {
  expect(boundaryCases({ type: 'string' })).toEqual([]);
});

describe('the detector of open spellings', () => {
  test.each(['1.0', '+1', '1e1', '1E1', ' 1', '1 ', '', '01', '-0', '1.50'])('finds %j', (value) => {
    expect(isFree(value)).toBe(true);
  });

  test.each(['1', '-1', '0', '1.5', '-0.1', '10abc', 'abc', 'no-such-value'])('lets %j pass', (value) => {
    expect(isFree(value)).toBe(false);
  });
});

/** A number that a lenient server may read, and that is not written as everybody writes it. */
function isFree(value: string): boolean {
  return (
    value.trim() === '' ||
    (Number.isFinite(Number(value)) && (!/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/u.test(value) || value === '-0'))
  );
}

/** What a server that reads strictly makes of the text. */
function decoded(schema: Schema, value: string): unknown {
  const isNumeric = nonNullTypes(schema).some((type) => type === 'integer' || type === 'number');
  return isNumeric && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

function sides(cases: readonly BoundaryCase[], keyword: string): readonly string[] {
  return [...new Set(cases.filter((one) => one.keyword === keyword).map(({ side }) => side))].sort();
}
