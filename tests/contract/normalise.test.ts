import { describe, expect, test } from 'vitest';
import { normalise } from '../../src/contract/normalise.ts';
import { normaliseSchema } from '../../src/contract/normalise-schema.ts';
import { SpecError } from '../../src/errors.ts';

const HEAD = { openapi: '3.1.0', info: { title: 'A', version: '1' }, 'x-conflicts': {} };
const FINE = { responses: { '204': { description: 'Fine.' } } };
const documentOf = (paths: object, schemas = {}) => ({ ...HEAD, paths, components: { schemas } });
const schemaOf = (schema: object, isOld = true) => normaliseSchema(schema, '', { isOld, leaveOut: () => undefined });

describe('a schema of another dialect', () => {
  test.each([
    [
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    [{ maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    [{ $ref: '#/a', description: 'x' }, { $ref: '#/a' }],
    [
      { type: 'string', format: 'int64' },
      { type: 'string', 'x-decimal': true },
    ],
    [{ enum: ['A', 'B_UNSPECIFIED'] }, { enum: ['A', 'B_UNSPECIFIED'], 'x-open-values': ['B_UNSPECIFIED'] }],
    [
      { enum: ['A', 'B_UNSPECIFIED'], default: 'B_UNSPECIFIED' },
      { enum: ['A', 'B_UNSPECIFIED'], 'x-open-values': ['B_UNSPECIFIED'] },
    ],
    [
      { enum: ['A', 'B_UNSPECIFIED'], default: 'A' },
      { enum: ['A', 'B_UNSPECIFIED'], default: 'A', 'x-open-values': ['B_UNSPECIFIED'] },
    ],
    // A pattern that nothing can read stays: a clause says where it stands.
    [
      { type: 'string', xml: {}, 'x-other': 1, format: 'made-up', pattern: '(?<' },
      { type: 'string', pattern: '(?<' },
    ],
    [{ oneOf: [{ $ref: '#/a' }], discriminator: { propertyName: 'kind' } }, { oneOf: [{ $ref: '#/a' }] }],
    [{ minContains: 2, maxContains: 3, type: 'array' }, { type: 'array' }],
    [{ contains: { minimum: 1 }, minContains: 0 }, {}],
    [{ contains: { minimum: 1 }, minContains: 3, maxContains: 2 }, {}],
    [
      { contains: { 'x-other': 1, const: 1 }, minContains: 2 },
      { contains: { const: 1 }, minContains: 2 },
    ],
  ])('%j', (given, expected) => {
    expect(schemaOf(given)).toEqual(expected);
  });

  test.each([
    [{ type: 'any', minLength: 1 }, { minLength: 1 }, 'type: "any"'],
    [{ type: 'string', minLength: '3' }, { type: 'string' }, 'minLength: "3"'],
    [{ type: 'string', pattern: 5 }, { type: 'string' }, 'pattern: 5'],
    [{ type: 'string', enum: 'a' }, { type: 'string' }, 'enum: "a"'],
    [{ type: 'number', minimum: null }, { type: 'number' }, 'minimum: null'],
    [{ type: 'array', uniqueItems: 'true' }, { type: 'array' }, 'uniqueItems: "true"'],
    [{ type: 'object', properties: [] }, { type: 'object' }, 'properties: []'],
    [{ oneOf: {} }, {}, 'oneOf: {}'],
    [{ $ref: 5 }, {}, '$ref: 5'],
    // Without its keyword it would forbid everything.
    [{ not: { type: 'any' } }, {}, 'not: {"type":"any"}'],
  ])('leaves out a value that no keyword takes: %j', (given, expected, words) => {
    const notes: string[] = [];
    const schema = normaliseSchema(given, '', { isOld: false, leaveOut: (what) => notes.push(what) });
    expect(schema).toEqual(expected);
    expect(notes).toEqual([words]);
  });

  test('keeps what stands beside a reference in 3.1', () => {
    expect(schemaOf({ $ref: '#/a', minLength: 1 }, false)).toEqual({ minLength: 1, allOf: [{ $ref: '#/a' }] });
  });
});

describe('a document', () => {
  test.each([
    [{ ...HEAD, openapi: '2.0', paths: {} }, '/openapi'],
    [{ ...HEAD, components: {} }, '/paths'],
    [documentOf({ '/a': { get: 'nothing' } }), '/paths/~1a/get'],
    [documentOf({}, { A: 'text' }), '/components/schemas/A'],
  ])('at fault is refused with the place: %#', (given, place) => {
    expect(() => normalise(given)).toThrow(SpecError);
    expect(() => normalise(given)).toThrow(place);
  });

  test('has an id for each operation, and no two the same', () => {
    const given = documentOf({
      '/a/{b}': {
        parameters: [{ name: 'b', in: 'path', required: true, schema: {} }],
        get: FINE,
        put: { ...FINE, operationId: 'x/y' },
        delete: { ...FINE, operationId: 'x/y' },
      },
    });
    const { document, notes } = normalise(given);
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids).toEqual(['get-a-{b}', 'x-y', 'delete-a-{b}']);
    expect(notes).toEqual(['DELETE /a/{b} is called delete-a-{b}: another operation has its operationId x-y.']);
  });

  test('names security schemes that it asks for and does not declare', () => {
    const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } };
    const get = { ...FINE, security: [{ key: [] }, { lost: [] }] };
    const { paths } = documentOf({ '/a': { get } });
    const { notes } = normalise({ ...HEAD, paths, components: { schemas: {}, securitySchemes } });
    expect(notes).toEqual([expect.stringMatching(/^security names lost, which components\/securitySchemes does not/u)]);
  });

  test('has schemas that end', () => {
    const { document, notes } = normalise(
      documentOf({}, { A: { properties: { a: { $ref: '#/components/schemas/A' } } } }),
    );
    expect(document.components.schemas['A']).toEqual({ properties: { a: {} } });
    expect(notes).toHaveLength(1);
  });

  test('comes to an end where two references point at each other', () => {
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const owner = { properties: { a: reference('A'), b: { type: 'string', readOnly: true } } };
    const { notes } = normalise(documentOf({}, { A: reference('B'), B: reference('A'), Owner: owner }));
    expect(notes).toEqual([expect.stringMatching(/^Not judged: what a schema says of itself inside itself/u)]);
  });

  test('has no root field that only other tools read', () => {
    const { document } = normalise({ ...documentOf({}), 'x-webhooks': {}, webhooks: {}, 'x-clauses': {} });
    expect(Object.keys(document)).toEqual(['openapi', 'info', 'x-conflicts', 'paths', 'components', 'x-clauses']);
  });

  test('says what is not tested', () => {
    const { document, notes } = normalise(documentOf({ '/a': { get: { operationId: 'a', responses: {} } } }));
    expect(document.paths['/a']).toEqual({});
    expect(notes).toEqual(['a is not tested: it documents no 2xx response.']);
  });

  test.each([
    [{}, [{ name: 'a', in: 'path', required: true, schema: {} }]],
    [{ parameters: [{ name: 'a', in: 'path', required: true, schema: {} }] }, undefined],
  ])('leaves out an operation with a path parameter that it does not declare: %j', (item, parameters) => {
    const { notes } = normalise(
      documentOf({ '/a/{a}/{b}': { ...item, get: { operationId: 'a', parameters, ...FINE } } }),
    );
    expect(notes).toEqual(['a is not tested: it declares no parameter for {b} in its path.']);
  });

  test('keeps members that are read out of requests, and those that are written out of what answers need', () => {
    const A = { required: ['id', 'pin'], properties: { id: { readOnly: true }, pin: { writeOnly: true } } };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } };
    const responses = { '200': { description: 'Fine.', content } };
    const { document } = normalise(
      documentOf({ '/a': { post: { operationId: 'a', requestBody: { content }, responses } } }, { A }),
    );
    expect(document.components.schemas['A']?.required).toEqual(['id']);
    expect(document.components.schemas['A.inRequests']).toEqual({
      required: ['pin'],
      properties: { pin: { writeOnly: true } },
      'x-read-only': ['id'],
    });
  });

  test('keeps them apart where a reference leads into a schema', () => {
    const A = { allOf: [{ properties: { id: { readOnly: true }, name: {} } }] };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/A/allOf/0' } } };
    const requestBody = { content };
    const { document } = normalise(documentOf({ '/a': { post: { ...FINE, operationId: 'a', requestBody } } }, { A }));
    expect(document.components.schemas['A.allOf.0.inRequests']).toEqual({
      properties: { name: {} },
      'x-read-only': ['id'],
    });
    expect(JSON.stringify(document.paths)).toContain('#/components/schemas/A.allOf.0.inRequests');
  });
});
