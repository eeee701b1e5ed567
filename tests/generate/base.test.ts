import { describe, expect, test } from 'vitest';
import { operationOf } from '../../src/contract/contract.ts';
import { candidatesFrom, exampleBody, fillTemplate, templateSamples, validExamples } from '../../src/generate/base.ts';
import { sampleOf } from '../../src/generate/values.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { contractUnder } from '../support/contract.ts';

const contract = contractUnder({ 'predict-body': 'nested', 'chat-modes': 'general' });

describe('a valid body', () => {
  test('is a copy: changing it changes nothing else', () => {
    const first = exampleBody(contract, 'predict') as Record<string, unknown>;
    first['systemType'] = 'changed';
    expect(exampleBody(contract, 'predict')).not.toEqual(first);
  });

  test('is the first valid example, or the named one', () => {
    const several = [...contract.operations.values()].filter((operation) => validExamples(operation).length > 1);
    expect(several).not.toEqual([]);
    for (const operation of several) {
      const [first, ...others] = validExamples(operation);
      expect(exampleBody(contract, operation.id)).toEqual(exampleBody(contract, operation.id, first));
      for (const other of others)
        expect(exampleBody(contract, operation.id, other)).not.toEqual(exampleBody(contract, operation.id));
    }
  });

  test('is nothing where the operation takes none', () => {
    expect(exampleBody(contract, 'listPapers')).toBeUndefined();
  });
});

describe('a sample', () => {
  const requestBodies = [...contract.operations.values()].flatMap(({ id, requestBody }) =>
    requestBody === undefined ? [] : [{ id, schema: requestBody.schema }],
  );

  test.each(requestBodies)('of the body of $id fits it', ({ schema }) => {
    expect(contract.validators.compile(schema)(sampleOf(contract.document, schema))).toBe(true);
  });

  test.each<readonly [string, Schema]>([
    ['a default', { type: 'integer', default: 5 }],
    ['an enumeration', { type: 'string', enum: ['a', 'b'] }],
    ['bounds above one', { type: 'integer', minimum: 10 }],
    ['bounds below one', { type: 'integer', maximum: -3 }],
    ['a least length', { type: 'string', minLength: 20 }],
    ['a greatest length', { type: 'string', maxLength: 2 }],
    ['a list', { type: 'array', minItems: 2, items: { type: 'string' } }],
    ['a nullable value', { anyOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }] }],
    ['an object', { type: 'object', required: ['a'], properties: { a: { type: 'boolean' } } }],
    ['a uuid', { type: 'string', format: 'uuid' }],
  ])('of %s fits it', (_name, schema) => {
    expect(contract.validators.compile(schema)(sampleOf(contract.document, schema))).toBe(true);
  });
});

describe('a template', () => {
  const template = {
    outcome: '$samples.inference.outcome',
    range: { '$samples.inference.outcome': [0, null] },
    list: ['$samples.inference.inputs'],
  };

  test('is filled with the user’s samples, as values and as names', () => {
    const samples: Readonly<Record<string, unknown>> = { 'inference.outcome': 'power', 'inference.inputs': { a: 1 } };
    expect(fillTemplate(template, (path) => samples[path])).toEqual({
      outcome: 'power',
      range: { power: [0, null] },
      list: [{ a: 1 }],
    });
  });

  test('is nothing where one of them is missing', () => {
    expect(fillTemplate(template, (path) => (path === 'inference.outcome' ? 'power' : undefined))).toBeUndefined();
  });

  test('names what it asks for', () => {
    expect(templateSamples(template)).toEqual(['inference.outcome', 'inference.inputs']);
    expect(templateSamples({ a: 1 })).toEqual([]);
  });
});

describe('a value from an answer', () => {
  const [parameter] = operationOf(contract, 'getPaper').parameters;
  const from = (body: unknown) =>
    parameter === undefined ? ['no parameter'] : candidatesFrom(contract, body, '/data/papers/*/id', parameter);

  test('is each one that fits the parameter', () => {
    const good = '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10';
    expect(from({ data: { papers: [{ id: 'no uuid' }, { id: good }, {}, { id: 7 }, null] } })).toEqual([good]);
  });

  test.each([[undefined], [null], ['text'], [{}], [{ data: { papers: {} } }], [{ data: { papers: [] } }]])(
    'is none in %j',
    (body) => {
      expect(from(body)).toEqual([]);
    },
  );
});
