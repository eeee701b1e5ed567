import { describe, expect, test } from 'vitest';
import { farOutsideCases } from '../../src/generate/boundary.ts';
import { nonNullTypes } from '../../src/generate/values.ts';
import { follow } from '../../src/schema/reference.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { contractUnder } from '../support/contract.ts';

const contract = contractUnder();
const parameters = [...contract.operations.values()].flatMap((operation) =>
  operation.parameters.map((parameter) => ({
    name: `${operation.id} ${parameter.name}`,
    schema: follow<Schema>(contract.document, parameter.schema, '').target,
  })),
);

describe('values far outside', () => {
  test.each(parameters)('$name: none of them fits', ({ schema }) => {
    const fits = contract.validators.compile(schema);
    const isNumber = ['integer', 'number'].includes(nonNullTypes(schema)[0] ?? '');
    for (const { value } of farOutsideCases(schema)) expect(fits(isNumber ? Number(value) : value)).toBe(false);
  });

  test('lie below a minimum, above a maximum, and beside an enumeration', () => {
    const values = (schema: Schema) => farOutsideCases(schema).map(({ value }) => value);
    expect(values({ type: 'integer', minimum: 1, maximum: 100 })).toEqual(
      expect.arrayContaining(['-1', '1001', '2147483648']),
    );
    const sorts = { type: 'string', enum: ['date', 'MFC'], 'x-outside': ['title', 'year', 'name'] } as const;
    expect(values(sorts)).toEqual(['name', 'no-such-value', 'DATE', 'mfc']);
    expect(values({ type: 'string' })).toEqual([]);
  });
});
