import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const card = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, card: { type: 'string' }, address: { type: 'string' } },
};
const listed = (more: object) =>
  objectOf({ names: { type: 'array', minItems: 1, maxItems: 5, items: { type: 'string' }, ...more } });

/** A schema with a keyword that limits what other keywords allow, and a value that breaks only that keyword. */
const CASES: readonly (readonly [keyword: string, schema: object, wrong: unknown])[] = [
  ['dependentRequired', { ...card, dependentRequired: { card: ['address'] } }, { name: 'a', card: '1' }],
  ['dependentSchemas', { ...card, dependentSchemas: { card: { required: ['address'] } } }, { name: 'a', card: '1' }],
  ['patternProperties', { ...card, patternProperties: { '^a': { type: 'string', 'x-a': 1 } } }, { name: 'a', also: 1 }],
  ['contains', listed({ contains: { const: 'x' }, examples: [['x']] }), { names: ['y'] }],
  ['contains', listed({ contains: { const: 'x' }, minContains: 2, examples: [['x', 'x']] }), { names: ['x'] }],
  ['contains', listed({ contains: { const: 'x' }, maxContains: 1, examples: [['x']] }), { names: ['x', 'x'] }],
];

/** A service that judges bodies as ajv does, or answers the wrong value to each of them. */
async function clausesBrokenBy(schema: object, wrong?: unknown): Promise<readonly string[]> {
  const content = { 'application/json': { schema } };
  const post = {
    operationId: 'judge',
    requestBody: { required: true, content },
    responses: { 200: { description: 'Judged.', content }, 400: { description: 'A bad body.' } },
  };
  const document = plainDocument({ '/judge': { post } });
  const isValid = new Ajv2020({ strict: false }).compile(schema);
  const { findings } = await runOn(
    document,
    async (request) => {
      const body: unknown = await request.json().catch(() => undefined);
      if (!isValid(body)) return new Response(null, { status: 400 });
      return Response.json(wrong ?? body);
    },
    { depth: 'deep', target: WRITABLE },
  );
  return findings.flatMap(({ clauses }) => clauses);
}

test.each(CASES)('%s: only bodies that keep it are sent as valid', async (_keyword, schema) => {
  expect(await clausesBrokenBy(schema)).toEqual([]);
});

test.each(CASES)('%s: an answer that breaks it is found', async (keyword, schema, wrong) => {
  const clauses = await clausesBrokenBy(schema, wrong);
  expect(clauses.filter((id) => id.startsWith('judge/200/'))).toEqual([expect.stringMatching(`/${keyword}$`)]);
});
