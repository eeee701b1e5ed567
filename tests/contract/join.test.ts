import { describe, expect, test } from 'vitest';
import { joinCompanions } from '../../src/contract/join.ts';
import { SpecError } from '../../src/errors.ts';

const document = {
  openapi: '3.1.0',
  paths: {
    '/things': {
      get: { operationId: 'listThings', parameters: [{ name: 'page' }, { name: 'size' }], responses: { '200': {} } },
    },
  },
  components: { schemas: { Thing: { type: 'object' } } },
};
const join = (content: unknown): unknown => joinCompanions(document, [{ file: 'extra.yaml', content }]);

describe('a companion', () => {
  test('joins an operation by its id, and a parameter by its name', () => {
    const part = { 'x-rejects': {}, parameters: { size: { 'x-outside': [0] } }, responses: { '200': { 'x-a': 1 } } };
    expect(join({ operations: { listThings: part } })).toMatchObject({
      paths: {
        '/things': {
          get: {
            operationId: 'listThings',
            'x-rejects': {},
            parameters: [{ name: 'page' }, { name: 'size', 'x-outside': [0] }],
            responses: { '200': { 'x-a': 1 } },
          },
        },
      },
    });
  });

  test('states clauses of operations, and of the service', () => {
    const clause = { level: 'MUST', text: 'A promise.', section: 'Endpoints' };
    expect(join({ clauses: { listThings: { a: clause }, service: { b: clause } } })).toMatchObject({
      'x-clauses': { b: clause },
      paths: { '/things': { get: { 'x-clauses': { a: clause } } } },
    });
  });

  test('adds to any other place of the document', () => {
    const joined = join({ components: { schemas: { Thing: { 'x-a': 1 }, Other: {} } }, 'x-extra': ['a'] });
    expect(joined).toEqual({
      ...document,
      components: { schemas: { Thing: { type: 'object', 'x-a': 1 }, Other: {} } },
      'x-extra': ['a'],
    });
  });

  test('leaves the document as it was', () => {
    const before = structuredClone(document);
    join({ operations: { listThings: { 'x-a': 1 } } });
    expect(document).toEqual(before);
  });

  test.each([
    [
      'an operation that is not there',
      { operations: { listThing: {} } },
      'no operation listThing (did you mean listThings?)',
    ],
    ['clauses of none', { clauses: { other: {} } }, 'no operation other'],
    ['a parameter that is not there', { operations: { listThings: { parameters: { sise: {} } } } }, 'has no sise'],
    [
      'what stands there already',
      { components: { schemas: { Thing: { type: 'array' } } } },
      '/components/schemas/Thing/type',
    ],
    ['what is no mapping', ['a'], 'expected a mapping'],
    ['operations without ids', { operations: ['a'] }, 'operations has to be a mapping'],
  ])('with %s is refused by name and place', (_case, content, message) => {
    expect(() => join(content)).toThrow(SpecError);
    expect(() => join(content)).toThrow('extra.yaml');
    expect(() => join(content)).toThrow(message);
  });
});
