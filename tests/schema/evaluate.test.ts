import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contract } from '../../src/contract/contract.ts';
import type { ContractDocument } from '../../src/contract/document.ts';
import { createInspector } from '../../src/schema/evaluate.ts';
import { placesOf } from '../../src/schema/locations.ts';
import type { Observation } from '../../src/schema/observed.ts';
import { isObject, joinPointer, withPointer } from '../../src/schema/pointer.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { createValidators } from '../../src/schema/validators.ts';
import { contractUnder, fullReadings } from '../support/contract.ts';
import { type DocumentedAnswer, documentedAnswers } from '../support/samples.ts';

const [first = {}, last = {}] = fullReadings();
const READINGS: readonly (readonly [string, Contract])[] = [
  ['no choice', contractUnder()],
  ['the first branch of each conflict', contractUnder(first)],
  ['the last branch of each conflict', contractUnder(last)],
];

describe.each(READINGS)('under %s', (_name, contract) => {
  test.each(documentedAnswers(contract))(
    '$name: the answer is that of ajv, and every place is an enumerated one',
    (answer) => {
      expect(answer.bodies.length).toBeGreaterThan(0);
      const fits = contract.validators.compile(answer.schema);
      const known = new Set(placesOf(contract.document, answer.schema, answer.pointer).map(keyOf));
      fc.assert(
        fc.property(mutatedBody(answer), (body) => {
          const observations = contract.inspector.inspect(answer.schema, body);
          expect(observations.every(({ holds }) => holds)).toBe(fits(body));
          expect(observations.map(keyOf).filter((key) => !known.has(key))).toEqual([]);
        }),
        { numRuns: 150 },
      );
    },
  );

  test.each(documentedAnswers(contract))('$name: its examples hold everywhere', ({ schema, bodies }) => {
    for (const body of bodies)
      expect(contract.inspector.inspect(schema, body).filter(({ holds }) => !holds)).toEqual([]);
  });
});

describe('a survey', () => {
  const contract = contractUnder();

  test.each(documentedAnswers(contract))('$name: tells each keyword that inspecting tells, once', (answer) => {
    fc.assert(
      fc.property(mutatedBody(answer), (body) => {
        fc.pre(contract.validators.compile(answer.schema)(body));
        const inspected = contract.inspector.inspect(answer.schema, body).map(keyOf);
        const surveyed = contract.inspector.survey(answer.schema, body);
        expect(surveyed.every(({ holds }) => holds)).toBe(true);
        expect(new Set(surveyed.map(keyOf))).toEqual(new Set(inspected));
      }),
      { numRuns: 30, maxSkipsPerRun: 1000 },
    );
  });

  test('looks at a few elements of a long list, and tells nothing of it twice', () => {
    const schema: Schema = { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } };
    const list = Array.from({ length: 500 }, () => ({ a: 'x' }));
    expect(contract.inspector.survey(schema, list).map(keyOf)).toEqual(['type', 'items/type', 'items/a/type']);
  });

  test('of what ajv refuses, every element is looked at', () => {
    const schema: Schema = { type: 'array', items: { type: 'string' } };
    const list = [...Array.from({ length: 499 }, () => 'x'), 7];
    expect(breaks(contract.inspector.survey(schema, list))).toEqual(['/items/type at /499']);
  });
});

describe('a union that is not met', () => {
  const contract = contractUnder();

  test('tells what is wrong with the member that was meant', () => {
    const { schema, bodies } = answerNamed(contract, 'searchPapers 200 application/json');
    const bareBody = bodies.find((body) => isObject(body) && 'papers' in body);
    const broken = withPointer(bareBody, '/papers/0/title', undefined);
    expect(breaks(contract.inspector.inspect(schema, broken))).toEqual(['/papers/items/title/required at /papers/0']);
  });

  test('tells it for the other member too', () => {
    const { schema, bodies } = answerNamed(contract, 'searchPapers 200 application/json');
    const wrapped = bodies.find((body) => isObject(body) && 'data' in body);
    const broken = withPointer(wrapped, '/data/papers/0/title', 7);
    expect(breaks(contract.inspector.inspect(schema, broken))).toEqual([
      '/data/papers/items/title/type at /data/papers/0/title',
    ]);
  });

  test('is itself what was not met where no member is nearer', () => {
    const { schema } = answerNamed(contract, 'searchPapers 200 application/json');
    const observations = contract.inspector.inspect(schema, 'neither');
    expect(observations.some(({ holds }) => !holds)).toBe(true);
  });
});

describe('small schemas', () => {
  test.each<readonly [string, Schema, unknown, readonly string[]]>([
    ['a wrong type says nothing more', { type: 'string', minLength: 3, format: 'uuid' }, 7, ['/type at ']],
    ['null is fine where it is said to be', { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] }, null, []],
    [
      'and the other member is told by its own keyword',
      { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] },
      'ab',
      ['/minLength at '],
    ],
    ['a union has the name of its keyword', { anyOf: [{ type: 'string' }, { type: 'number' }] }, true, ['/anyOf at ']],
    ['so has one of exactly one', { oneOf: [{ type: 'string' }, { type: 'number' }] }, true, ['/oneOf at ']],
    ['a property that must not be there', { properties: { a: false } }, { a: 1 }, ['/a/absent at /a']],
    ['a value of a map', { additionalProperties: { type: 'number' } }, { a: 1, b: 'x' }, ['/values/type at /b']],
    [
      'a property that a closed object does not name',
      { properties: { a: true }, additionalProperties: false },
      { a: 1, b: 2, c: 3 },
      ['/additionalProperties at /b'],
    ],
    [
      'an object whose properties are spread over several schemas is not closed by one of them',
      { properties: { b: true }, allOf: [{ properties: { a: true }, additionalProperties: false }] },
      { a: 1, b: 2, c: 3 },
      [],
    ],
    [
      'a single part of an allOf closes it',
      { allOf: [{ properties: { a: true }, additionalProperties: false }] },
      { a: 1, b: 2 },
      ['/additionalProperties at /b'],
    ],
    [
      'what lies within a part is closed by itself',
      {
        properties: { b: true },
        allOf: [{ properties: { a: { properties: {}, additionalProperties: false } } }],
      },
      { a: { c: 1 }, b: 2 },
      ['/a/additionalProperties at /a/c'],
    ],
    ['an element', { type: 'array', items: { type: 'integer' } }, [1, 1.5], ['/items/type at /1']],
    ['a slot of a tuple', { prefixItems: [{ type: 'number' }, { type: 'string' }] }, [1, 2], ['/items/type at /1']],
    ['a missing property that is inherited by name', { required: ['toString'] }, {}, ['/toString/required at ']],
    ['null is no object', { type: 'object', required: ['a'] }, null, ['/type at ']],
    ['both parts of an allOf', { allOf: [{ minimum: 3 }, { maximum: 1 }] }, 2, ['/minimum at ', '/maximum at ']],
  ])('%s', (_name, schema, value, expected) => {
    const document = { components: { schemas: {} } } as unknown as ContractDocument;
    const inspector = createInspector(document, createValidators(document));
    expect(breaks(inspector.inspect(schema, value))).toEqual(expected);
  });
});

test('a keyword that the engine cannot judge is an error of the document', () => {
  const document = { components: { schemas: {} } } as unknown as ContractDocument;
  expect(() => placesOf(document, { unevaluatedProperties: false } as Schema, '/x')).toThrow('unevaluatedProperties');
});

function breaks(observations: readonly Observation[]): readonly string[] {
  return observations.filter(({ holds }) => !holds).map((one) => `/${keyOf(one)} at ${one.pointer}`);
}

function keyOf({ place, keyword }: { readonly place: readonly string[]; readonly keyword: string }): string {
  return [...place, keyword].join('/');
}

function answerNamed(contract: Contract, name: string): DocumentedAnswer {
  const answer = documentedAnswers(contract).find((one) => one.name === name);
  if (answer === undefined) throw new Error(`no answer ${name}`);
  return answer;
}

/** One of an answer's examples, changed in up to three places. */
function mutatedBody({ bodies }: DocumentedAnswer): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(), fc.option(oddValue, { nil: REMOVED }));
  return fc
    .tuple(fc.constantFrom(...bodies), fc.array(change, { maxLength: 3 }))
    .map(([body, changes]) =>
      changes.reduce<unknown>((value, [index, replacement]) => changed(value, index, replacement), body),
    );
}

const REMOVED = Symbol('removed');

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    'x',
    'MFC',
    'log',
    'db',
    0,
    -1,
    1.5,
    3,
    101,
    [],
    {},
    [null],
    [1, 2],
    { a: 1 },
    '2026-02-30T00:00:00Z',
    '2026-02-28T00:00:00Z',
    'not a uri',
    'NOT_FOUND',
    'populated',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

function changed(value: unknown, index: number, replacement: unknown): unknown {
  const pointers = pointersIn(value, '');
  const pointer = pointers[index % pointers.length] ?? '';
  if (replacement === REMOVED)
    return pointer === '' ? value : (JSON.parse(JSON.stringify(withPointer(value, pointer, undefined))) as unknown);
  return withPointer(value, pointer, replacement);
}

/** Where a value can be changed: each node, and one new member beside those of each object. */
function pointersIn(value: unknown, at: string): readonly string[] {
  if (Array.isArray(value)) return [at, ...value.flatMap((item, index) => pointersIn(item, joinPointer(at, index)))];
  if (!isObject(value)) return [at];
  const names = [...EXTRA.filter((name) => !Object.hasOwn(value, name)), ...Object.keys(value)];
  return [at, ...names.flatMap((name) => pointersIn(value[name], joinPointer(at, name)))];
}

/** Members that one reading or another forbids or demands, and one that none knows. */
const EXTRA = [
  'unknown',
  'slug',
  'parameter',
  'systemType',
  'primarySystemType',
  'gatewayReady',
  'data',
  'success',
  'papers',
];

describe('a union that a property discriminates', () => {
  const document = {
    components: {
      schemas: {
        Cat: {
          type: 'object',
          required: ['kind', 'lives'],
          properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
        },
        Dog: { type: 'object', properties: { kind: { const: 'dog' }, lives: { const: null } } },
      },
    },
  };
  const schema: Schema = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', enum: ['cat', 'dog'] } },
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
    },
  };
  const validators = createValidators(document);
  const { inspect, survey } = createInspector(document, validators);
  const brokenIn = (value: unknown): readonly string[] =>
    inspect(schema, value)
      .filter(({ holds }) => !holds)
      .map(({ place, keyword }) => [...place, keyword].join('/'));

  test.each([
    [{ kind: 'cat', lives: 9 }, []],
    [{ kind: 'cat' }, ['lives/required']],
    [{ kind: 'cat', lives: 'nine' }, ['lives/type']],
    [{ kind: 'dog' }, []],
    [{ kind: 'dog', lives: 1 }, ['lives/const']],
    [{ kind: 'cow', lives: 1 }, ['kind/enum']],
    [{}, ['kind/required']],
  ])('%j breaks %j, and ajv agrees', (value, broken) => {
    expect(brokenIn(value)).toEqual(broken);
    expect(validators.compile(schema)(value)).toBe(broken.length === 0);
    expect(survey(schema, value).some(({ holds }) => !holds)).toBe(broken.length > 0);
  });

  test('names each variant’s places, and the discriminator once', () => {
    const places = placesOf(document, schema, '').map(({ place, keyword }) => [...place, keyword].join('/'));
    expect(places).toEqual([
      'type',
      'kind/required',
      'kind/type',
      'kind/enum',
      'type',
      'lives/required',
      'lives/type',
      'type',
      'lives/const',
    ]);
  });

  test('needs an enumeration beside it', () => {
    expect(() => placesOf(document, { ...schema, properties: { kind: { type: 'string' } } }, '')).toThrow(
      'the discriminator kind needs an enum',
    );
  });
});

describe('if, then and else', () => {
  const schema: Schema = {
    type: 'object',
    properties: { full: { type: 'boolean' } },
    if: { properties: { full: { const: true } }, required: ['full'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['size'] },
    else: { properties: { size: { not: { type: 'null' } } } },
  };
  const validators = createValidators({});
  const { inspect } = createInspector({}, validators);

  test.each([
    [{ full: true, size: null }, []],
    [{ full: true }, ['size/required']],
    [{ full: false }, []],
    [{ size: null }, ['size/not']],
  ])('%j breaks %j, and ajv agrees', (value, broken) => {
    const found = inspect(schema, value).filter(({ holds }) => !holds);
    expect(found.map(({ place, keyword }) => [...place, keyword].join('/'))).toEqual(broken);
    expect(validators.compile(schema)(value)).toBe(broken.length === 0);
  });
});

describe('the level of a keyword', () => {
  const schema: Schema = {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: {
      a: { type: 'integer', minimum: 0, 'x-level': { minimum: 'SHOULD' } },
      b: { type: ['string', 'null'], 'x-level': { required: 'SHOULD' } },
      c: { type: 'object', 'x-level': 'SHOULD', properties: { d: { type: 'string' } } },
    },
  };

  test('is MUST unless the node, or what it lies in, says otherwise', () => {
    const levels = placesOf({}, schema, '').map(({ place, keyword, level }) => [[...place, keyword].join('/'), level]);
    expect(Object.fromEntries(levels)).toEqual({
      type: 'MUST',
      'a/required': 'MUST',
      'a/type': 'MUST',
      'a/minimum': 'SHOULD',
      'b/required': 'SHOULD',
      'b/type': 'MUST',
      'c/required': 'MUST',
      'c/type': 'SHOULD',
      'c/d/type': 'SHOULD',
    });
  });
});
