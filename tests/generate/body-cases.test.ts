import { describe, expect, test } from 'vitest';
import type { Contract } from '../../src/contract/contract.ts';
import type { ContractDocument } from '../../src/contract/document.ts';
import type { Operation } from '../../src/contract/operations.ts';
import { exampleBody, validExamples } from '../../src/generate/base.ts';
import { bodyCases } from '../../src/generate/body-cases.ts';
import type { BodyCase } from '../../src/generate/input-case.ts';
import { createInspector } from '../../src/schema/evaluate.ts';
import { withPointer } from '../../src/schema/pointer.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { createValidators } from '../../src/schema/validators.ts';
import { contractUnder } from '../support/contract.ts';

/** The readings under which request bodies differ. */
const READINGS = [
  { 'predict-body': 'nested', 'chat-modes': 'general' },
  { 'predict-body': 'flat', 'chat-modes': 'lab' },
] as const;

const bodies = READINGS.flatMap((choices) => {
  const contract = contractUnder(choices);
  return [...contract.operations.values()].flatMap((operation) =>
    bodiesOf(contract, operation, Object.values(choices).join(', ')),
  );
});

interface Given {
  readonly name: string;
  readonly contract: Contract;
  readonly operation: Operation;
  readonly schema: Schema;
  readonly base: unknown;
}

function bodiesOf(contract: Contract, operation: Operation, reading: string): readonly Given[] {
  const body = operation.requestBody;
  if (body === undefined) return [];
  const names = validExamples(operation);
  const chosen = names.length === 0 ? [undefined] : names;
  return chosen.map((example) => ({
    name: `${operation.id} (${example ?? 'sample'}; ${reading})`,
    contract,
    operation,
    schema: body.schema,
    base: exampleBody(contract, operation.id, example),
  }));
}

describe.each(bodies)('$name', ({ contract, schema, base, operation }) => {
  const cases = bodyCases(contract.document, schema, base, operation.requestBody?.pointer ?? '');
  const fits = contract.validators.compile(schema);

  test('the base is valid', () => {
    expect(fits(base)).toBe(true);
  });

  test('what is said to be accepted is valid', () => {
    expect(cases.filter(({ side, body }) => side === 'accepted' && !fits(body)).map(nameOf)).toEqual([]);
  });

  test('what is said to be refused is invalid', () => {
    expect(cases.filter(({ side, body }) => side === 'refused' && fits(body)).map(nameOf)).toEqual([]);
  });

  test('what is refused breaks its own keyword, at its own place, and no other', () => {
    for (const one of cases.filter(({ side }) => side === 'refused')) {
      const broken = contract.inspector.inspect(schema, one.body).filter(({ holds }) => !holds);
      expect([nameOf(one), ...broken.map(({ place, keyword }) => [...place, keyword].join('/'))]).toEqual([
        nameOf(one),
        [...one.place, one.keyword].join('/'),
      ]);
    }
  });

  test('a case is JSON and survives being sent', () => {
    for (const { body } of cases) expect(JSON.parse(JSON.stringify(body))).toEqual(body);
  });
});

test('an element is broken in the last place of its list, and in the first as a further case', () => {
  const schema: Schema = { type: 'array', items: { type: 'object', required: ['a'] } };
  const cases = casesOfList({ list: [{ a: 1 }, { a: 2 }] }, schema).filter(({ keyword }) => keyword === 'required');
  expect(cases.map(({ body, further = false }) => [body, further])).toEqual([
    [{ list: [{ a: 1 }, {}] }, false],
    [{ list: [{}, { a: 2 }] }, true],
  ]);
});

test('a list of one text gets another one that is broken, unless there is no room', () => {
  const texts: Schema = { type: 'array', items: { enum: ['a'] } };
  const brokenIn = (schema: Schema) =>
    casesOfList({ list: ['a'] }, schema)
      .filter(({ keyword, side, further }) => keyword === 'enum' && side === 'refused' && further !== true)
      .map(({ body }) => body);
  expect(brokenIn(texts)).toEqual([{ list: ['a', 'no-such-value'] }]);
  expect(brokenIn({ ...texts, maxItems: 1 })).toEqual([{ list: ['no-such-value'] }]);
});

test('the right values beside a broken element differ, if they have to', () => {
  const schema: Schema = { type: 'array', uniqueItems: true, items: { type: 'string', minLength: 2 } };
  const cases = casesOfList({ list: ['ab'] }, schema).filter(
    ({ keyword, side, further }) => keyword === 'minLength' && side === 'refused' && further !== true,
  );
  expect(cases.map(({ body, at, right }) => [body, withPointer(body, at, right)])).toEqual([
    [{ list: ['ab', 'S'] }, { list: ['ab', 'ab1'] }],
  ]);
});

test('a list of objects is also sent as an object with their numbers as names', () => {
  const schema: Schema = { type: 'array', items: { type: 'object' } };
  const broken = casesOfList({ list: [{ a: 1 }, { a: 2 }] }, schema).filter(
    ({ place, keyword, further }) => place.length === 1 && keyword === 'type' && further !== true,
  );
  expect(broken.map(({ value }) => value)).toEqual([{ a: 1 }, { 0: { a: 1 }, 1: { a: 2 } }, 'sample']);
});

test('two of the values that the document names outside an enumeration are usual, the others further cases', () => {
  const schema: Schema = { type: 'string', enum: ['a', 'b'], 'x-outside': ['*', 'A', 'c'] };
  const outside = bodyCases({} as ContractDocument, { properties: { one: schema } }, { one: 'a' }, '').filter(
    ({ keyword, side }) => keyword === 'enum' && side === 'refused',
  );
  expect(outside.map(({ value, further }) => [value, further])).toEqual([
    ['*', false],
    ['A', false],
    ['c', true],
    ['no-such-value', true],
  ]);
});

test('a text without a scheme is sent as a uri, also one that is a path', () => {
  const schema: Schema = { properties: { url: { type: 'string', format: 'uri' } } };
  const urls = bodyCases({} as ContractDocument, schema, { url: 'https://example.org' }, '').map(({ value }) => value);
  expect(urls).toEqual(expect.arrayContaining(['https//conform.example', '/conform']));
});

function casesOfList(base: unknown, list: Schema): readonly BodyCase[] {
  const document = { components: { schemas: {} } } as unknown as ContractDocument;
  return bodyCases(document, { type: 'object', properties: { list } }, base, '');
}

describe('each keyword has its cases', () => {
  const document = { components: { schemas: {} } } as unknown as ContractDocument;
  const inspector = createInspector(document, createValidators(document));

  test.each<readonly [string, Schema, unknown, readonly string[]]>([
    [
      'a name',
      { properties: { name: { type: 'string', minLength: 3, maxLength: 5 } } },
      { name: 'abcd' },
      [
        'name/type refused',
        'name/minLength accepted',
        'name/minLength refused',
        'name/maxLength accepted',
        'name/maxLength refused',
      ],
    ],
    [
      'a required property',
      { required: ['a'], properties: { a: { type: 'boolean' } } },
      { a: true },
      ['a/required refused', 'a/type refused'],
    ],
    [
      'a list',
      { properties: { list: { type: 'array', minItems: 1, maxItems: 2 } } },
      { list: [1] },
      ['list/type refused', 'list/minItems refused', 'list/maxItems refused'],
    ],
    [
      'a map',
      { properties: { map: { type: 'object', additionalProperties: { type: 'number' } } } },
      { map: { a: 1 } },
      ['map/type refused', 'map/values/type refused', 'map/values/type refused'],
    ],
    [
      'a nullable value',
      { properties: { a: { type: ['object', 'null'] } } },
      { a: {} },
      ['a/type accepted', 'a/type refused'],
    ],
    [
      'a property that the base leaves out',
      { properties: { a: { type: 'integer' } } },
      {},
      ['a/type refused', 'a/type refused', 'a/type refused'],
    ],
    [
      'an enumeration',
      { properties: { a: { type: 'string', enum: ['x'] } } },
      { a: 'x' },
      ['a/enum accepted', 'a/enum refused'],
    ],
    [
      'a format',
      { properties: { a: { type: 'string', format: 'uri' } } },
      { a: 'https://example.org' },
      ['a/type refused', 'a/format refused', 'a/format refused', 'a/format refused'],
    ],
  ])('%s', (_name, schema, base, expected) => {
    const cases = bodyCases(document, schema, base, '').filter(({ further }) => further !== true);
    expect(cases.map(nameOf)).toEqual(expected);
    for (const { side, body } of cases)
      expect(inspector.inspect(schema, body).every(({ holds }) => holds)).toBe(side === 'accepted');
  });
});

test.each(['anyOf', 'oneOf'])('the pointer to a nullable value goes through its %s', (keyword) => {
  const document = { components: { schemas: {} } } as unknown as ContractDocument;
  const name = { [keyword]: [{ type: 'null' }, { type: 'string', maxLength: 3 }] };
  const pointers = bodyCases(document, { properties: { name } }, { name: 'abc' }, '').map(({ pointer }) => pointer);
  expect(new Set(pointers)).toContain(`/properties/name/${keyword}/1/maxLength`);
});

function nameOf({ place, keyword, side }: BodyCase): string {
  return `${[...place, keyword].join('/')} ${side}`;
}

describe('a union of objects', () => {
  const card = {
    type: 'object',
    required: ['kind', 'number'],
    properties: { kind: { const: 'card' }, number: { type: 'string', minLength: 12 } },
  };
  const account = {
    type: 'object',
    required: ['kind', 'iban'],
    additionalProperties: false,
    properties: { kind: { const: 'account' }, iban: { type: 'string', maxLength: 34 } },
  };
  const schema = { type: 'object', required: ['pay'], properties: { pay: { oneOf: [card, account] } } } as const;
  const document = { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {} } as unknown as ContractDocument;
  const fits = createValidators(document as never).compile(schema as never);
  const made = bodyCases(document, schema as never, { pay: { kind: 'card', number: '1234 5678 9012' } }, '');
  const refused = made.filter(({ side, body }) => side === 'refused' && !fits(body));

  test('has cases of each variant, in which the rest of it is right', () => {
    const broken = refused.map(({ place, keyword }) => [...place, keyword].join('/'));
    for (const one of ['number/minLength', 'number/required', 'iban/maxLength', 'iban/type', 'additionalProperties'])
      expect(broken).toContain(`pay/${one}`);
    for (const { body, at, right } of refused) expect(fits(withPointer(body, at, right))).toBe(true);
  });

  test('leaves out what is right as another variant', () => {
    const open = {
      oneOf: [
        { type: 'object', required: ['a'], properties: { a: {} } },
        { type: 'object', properties: {} },
      ],
    };
    const fitsOpen = createValidators(document as never).compile(open as never);
    expect(bodyCases(document, open as never, { a: 1 }, '').filter(({ body }) => !fitsOpen(body))).toEqual([]);
  });
});
