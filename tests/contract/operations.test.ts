import { describe, expect, test } from 'vitest';
import type { ContractDocument } from '../../src/contract/document.ts';
import { type Operation, readOperations, responseFor, responseWhen, successOf } from '../../src/contract/operations.ts';
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

describe('a condition of the target', () => {
  const read = (condition: unknown) =>
    readOperations({
      paths: {
        '/': {
          get: {
            operationId: 'sample',
            responses: {
              '200': { description: 'A success.' },
              '429': { description: 'Later.', 'x-condition': 'too many' },
              '503': { description: 'Closed.', 'x-condition': condition },
            },
          },
        },
      },
      components: { schemas: {} },
    } as unknown as ContractDocument).get('sample') as Operation;

  test('is found by its name', () => {
    expect(responseWhen(read({ name: 'closed', means: 'the shop is closed' }), 'closed')).toEqual({
      key: '503',
      condition: { name: 'closed', means: 'the shop is closed' },
    });
  });

  test('may have words alone, and is then found by no name', () => {
    const operation = read('the shop is closed');
    expect(responseFor(operation, 503)?.condition).toEqual({ means: 'the shop is closed' });
    expect(() => responseWhen(operation, 'the shop is closed')).toThrow(SpecError);
  });

  test('that the document does not name is an error of the document', () => {
    expect(() => responseWhen(read({ name: 'closed', means: 'the shop is closed' }), 'close')).toThrow(
      'sample has no response with an x-condition named close (did you mean closed?).',
    );
  });

  test.each([[{ name: 'closed' }], [{ means: 'the shop is closed' }], [null], [503]])(
    'of another shape is an error of the document: %j',
    (condition) => {
      expect(() => read(condition)).toThrow(
        '/paths/~1/get/responses/503: x-condition has to be words, or a mapping of name and means.',
      );
    },
  );
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
