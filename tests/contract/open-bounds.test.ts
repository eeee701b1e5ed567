import { expect, test } from 'vitest';
import { withOpenBounds } from '../../src/contract/open-bounds.ts';
import { arrayOf, brokenIn, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const size = { type: 'integer', minimum: 1, maximum: 100, default: 10 };

test.each<readonly [string, readonly string[]]>([
  ['The maximum value is 1000; values above 1000 will be coerced to 1000.', ['maximum']],
  ['Values greater than 100 are capped.', ['maximum']],
  ['If it exceeds 100, it is reduced to 100.', ['maximum']],
  ['A negative number is treated as 1.', ['minimum']],
  ['Clamped to 1 to 100.', ['minimum', 'maximum']],
  ['Values outside the range are adjusted.', ['minimum', 'maximum']],
  ['At most 100 items.', []],
  ['Values above 100 are rejected.', []],
  ['Values above 100 are not coerced.', []],
  ['How many items. Items are rounded down. More than 100 are too many.', []],
  ['', []],
])('%s', (description, bounds) => {
  const { schema } = withOpenBounds({}, { ...inQuery('limit', size), description }) as { readonly schema: object };
  expect(schema).toEqual(bounds.length === 0 ? size : { ...size, 'x-open-bounds': bounds });
});

const documentOf = (description: string) =>
  plainDocument({
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [{ ...inQuery('limit', size), description }],
        responses: {
          200: { description: 'Things.', ...json(arrayOf(objectOf({ name: { type: 'string' } }))) },
          400: { description: 'A bad query.' },
        },
      },
    },
  });

/** Gives at most 100, and refuses what is less than 1. `isLenient`: it takes that for 1. */
const things =
  (isLenient: boolean) =>
  (request: Request): Response => {
    const limit = Number(new URL(request.url).searchParams.get('limit') ?? 10);
    const isRight = Number.isInteger(limit) && (limit >= 1 || isLenient);
    const count = Math.min(Math.max(limit, 1), 100);
    const body = Array.from({ length: count }, (_, at) => ({ name: `Thing ${at}` }));
    return isRight ? Response.json(body) : new Response(null, { status: 400 });
  };

test('a bound beyond which the words change a value is not judged, the others are', async () => {
  const coerced = documentOf('How many. Values above 100 are coerced to 100.');
  expect(brokenIn(await runOn(coerced, things(false)))).toEqual([]);
  expect(brokenIn(await runOn(documentOf('How many.'), things(false)))).toEqual(['listThings/limit/maximum']);
  expect(brokenIn(await runOn(coerced, things(true)))).toEqual(['listThings/limit/minimum']);
});
