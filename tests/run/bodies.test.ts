import { describe, expect, test } from 'vitest';
import { brokenIn, runOn } from '../support/documents.ts';

/** One POST of `/a` whose body has this schema, in the flow style of YAML, and which says what it refuses. */
const taking = (schema: string) => `openapi: 3.1.0
info: { title: One, version: '1' }
paths:
  /a:
    post:
      operationId: postA
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses:
        '200': { description: Taken }
        '400': { description: Refused }
`;

/** A service that takes a body of one of these kinds and refuses every other one. */
const serving =
  (...kinds: readonly string[]) =>
  async (request: Request) => {
    const text = await request.text();
    try {
      const value: unknown = JSON.parse(text);
      return new Response(null, { status: kinds.includes(Array.isArray(value) ? 'array' : typeof value) ? 200 : 400 });
    } catch {
      return new Response(null, { status: 400 });
    }
  };

describe('a body of a document', () => {
  test.each([
    ['{ type: array, items: { type: integer } }', ['array']],
    ['{ type: array, minItems: 1, items: { type: integer } }', ['array']],
    ['{ type: string }', ['string']],
    ['{ anyOf: [{ type: object }, { type: array, items: {} }] }', ['object', 'array']],
    ['{}', ['object', 'array', 'string', 'number']],
  ])('%s: what it allows may be taken', async (schema, kinds) => {
    const result = await runOn(taking(schema), serving(...kinds), {
      target: { baseUrl: 'http://service.invalid', allow: { writes: true } },
    });
    expect(brokenIn(result)).not.toContain('postA/body/array');
    expect(brokenIn(result)).not.toContain('postA/body/scalar');
  });

  test('an object: an array and a scalar are to be refused', async () => {
    const result = await runOn(taking('{ type: object }'), serving('object', 'array', 'string'), {
      target: { baseUrl: 'http://service.invalid', allow: { writes: true } },
    });
    expect(brokenIn(result)).toEqual(['postA/body/array', 'postA/body/scalar']);
  });
});

test('the media type is not shown to be refused where no body for it is known', async () => {
  const document = taking("{ type: object, required: [a], properties: { a: { type: string, pattern: '^(?=x)y' } } }");
  const service = async (request: Request) => new Response(null, { status: (await request.text()) === '' ? 400 : 200 });
  const { clauses } = await runOn(document.replace("'400'", "'415'"), service, {
    target: { baseUrl: 'http://service.invalid', allow: { writes: true } },
  });
  const found = clauses.find(({ id }) => id === 'postA/body/media-type');
  expect([found?.verdict, found?.reason]).toEqual(['skip', 'no body for postA is known that fits its schema']);
});
