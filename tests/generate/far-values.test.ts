import { describe, expect, test } from 'vitest';
import { farCases } from '../../src/generate/far-values.ts';
import { typesOf } from '../../src/generate/values.ts';
import { follow } from '../../src/schema/reference.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { contractUnder } from '../support/contract.ts';

const contract = contractUnder();
const parameters = [...contract.operations.values()].flatMap((operation) =>
  operation.parameters.map((parameter) => ({
    name: `${operation.id} ${parameter.name}`,
    schema: follow<Schema>(contract.document, parameter.schema, '').target,
    outside: (parameter as { readonly 'x-outside'?: readonly string[] })['x-outside'] ?? [],
  })),
);

describe('values far outside', () => {
  test.each(parameters)('$name: none of them fits', ({ schema, outside }) => {
    const fits = contract.validators.compile(schema);
    const isNumber = ['integer', 'number'].includes(typesOf(schema)[0] ?? '');
    for (const { value } of farCases(schema, outside)) expect(fits(isNumber ? Number(value) : value)).toBe(false);
  });

  test('lie below a minimum, above a maximum, and beside an enumeration', () => {
    const values = (schema: Schema, outside: readonly string[] = []) =>
      farCases(schema, outside).map(({ value }) => value);
    expect(values({ type: 'integer', minimum: 1, maximum: 100 })).toEqual(
      expect.arrayContaining(['-1', '1001', '2147483648']),
    );
    expect(values({ type: 'string', enum: ['date', 'MFC'] }, ['title'])).toEqual(['title', 'DATE', 'mfc']);
    expect(values({ type: 'string' })).toEqual([]);
  });
});
