import { describe, expect, test } from 'vitest';
import type { ContractDocument } from '../../src/contract/document.ts';
import { type Operation, readOperations, responseFor, successOf } from '../../src/contract/operations.ts';
import { SpecError } from '../../src/errors.ts';
import { follow } from '../../src/schema/reference.ts';
import { contractUnder } from '../support/contract.ts';

function operationWith(...keys: readonly string[]): Operation {
  return {
    id: 'sample',
    method: 'GET',
    path: '/',
    tag: 'sample',
    pointer: '',
    parameters: [],
    responses: keys.map((key) => ({ key, pointer: '' })),
    security: [],
    roles: [],
    schemes: [],
    costly: false,
    rejects: {},
    node: { operationId: 'sample', responses: {} },
  };
}

describe('the declaration that speaks of a status', () => {
  test.each([
    [['200', '4XX', '404', 'default'], 404, '404'],
    [['200', '404', '4XX', 'default'], 400, '4XX'],
    [['200', '4xx'], 418, '4xx'],
    [['200', '4XX', 'default'], 500, 'default'],
    [['200', '4XX'], 500, undefined],
  ])('of %j for %i is %s', (keys, status, expected) => {
    expect(responseFor(operationWith(...keys), status)?.key).toBe(expected);
  });
});

describe('the declared success', () => {
  test('is the first 2xx', () => {
    expect(successOf(operationWith('400', '201', '204')).key).toBe('201');
  });

  test('has to be there', () => {
    expect(() => successOf(operationWith('400'))).toThrow(SpecError);
  });
});

describe('a reference', () => {
  const document = {
    components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { type: 'string' } } },
  } as unknown as ContractDocument;

  test('is followed to its end, and tells where that is', () => {
    expect(follow(document, { $ref: '#/components/schemas/A' }, '/here')).toEqual({
      target: { type: 'string' },
      pointer: '/components/schemas/B',
    });
  });

  test('that leads nowhere is an error of the document', () => {
    expect(() => follow(document, { $ref: '#/components/schemas/C' }, '/here')).toThrow(
      '/here: $ref #/components/schemas/C leads nowhere.',
    );
  });
});

test('every operation of the document is read, with its references followed', () => {
  const operations = readOperations(contractUnder().document);
  expect(operations.size).toBeGreaterThan(15);
  for (const [id, operation] of operations) {
    expect(operation.id).toBe(id);
    expect(operation.responses.every((response) => response.key !== '')).toBe(true);
    expect(operation.parameters.every(({ schema }) => schema !== undefined)).toBe(true);
  }
});
