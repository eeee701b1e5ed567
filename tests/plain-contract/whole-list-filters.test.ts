import { describe, expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const COLOURS = ['white', 'brown', 'green'];
const colour = { type: 'string', enum: COLOURS };
const flag = { type: 'boolean' };
const egg = objectOf({ id: { type: 'integer' }, colour, fresh: flag });
const asList = arrayOf(egg);
const inObject = objectOf({ hen: { type: 'string' }, eggs: asList });

interface Parts {
  readonly answer: object;
  readonly colours: object;
  readonly description: string;
}

/** All eggs, by their colour and whether they are fresh. */
function documentOf({ answer = asList, colours = colour, description = 'Only eggs like this.' }: Partial<Parts> = {}) {
  return plainDocument({
    '/eggs': {
      get: {
        operationId: 'listEggs',
        parameters: [inQuery('colour', colours), inQuery('fresh', flag)].map((one) => ({ ...one, description })),
        responses: { 200: { description: 'Eggs.', ...json(answer) }, 400: { description: 'A bad query.' } },
      },
    },
  });
}

const EGGS = Array.from({ length: 9 }, (_, index) => ({
  id: index + 1,
  colour: COLOURS[index % 3] ?? '',
  fresh: index % 2 === 0,
}));
type Egg = (typeof EGGS)[number];
type Asked = Readonly<Record<'colour' | 'fresh', string | undefined>>;
type IsFound = (egg: Egg, asked: Asked) => boolean;

const rightly: IsFound = (one, { colour: by, fresh }) =>
  (by === undefined || one.colour === by) && (fresh === undefined || String(one.fresh) === fresh);

async function judged(document: ReturnType<typeof documentOf>, isFound: IsFound) {
  const isInObject = JSON.stringify(document).includes('"hen"');
  const fetch = (request: Request) => {
    const query = new URL(request.url).searchParams;
    const asked = { colour: query.get('colour') ?? undefined, fresh: query.get('fresh') ?? undefined };
    const isKnown = [undefined, 'all', ...COLOURS].includes(asked.colour);
    if (!isKnown || ![undefined, 'true', 'false'].includes(asked.fresh)) return new Response(null, { status: 400 });
    const eggs = EGGS.filter((one) => isFound(one, asked));
    return Response.json(isInObject ? { hen: 'Berta', eggs } : eggs);
  };
  return runOn(document, fetch);
}

describe.each([
  ['an array', asList],
  ['an object', inObject],
])('the filters of a whole list in %s', (_, answer) => {
  test('hold for each item', async () => {
    const result = await judged(documentOf({ answer }), rightly);
    expect(brokenIn(result)).toEqual([]);
    expect(clausesWith(result, 'pass')).toContain('listEggs/colour-filters');
  });

  test.each<[string, string, IsFound]>([
    ['an enumeration that is ignored', 'colour-filters', (one, asked) => rightly(one, { ...asked, colour: undefined })],
    ['what does not match', 'colour-filters', (one, { colour: by }) => by === undefined || one.colour !== by],
  ])('are broken by %s', async (_what, clause, isFound) => {
    expect(brokenIn(await judged(documentOf({ answer }), isFound))).toContain(`listEggs/${clause}`);
  });
});

describe('no filter is judged', () => {
  const colourOnly = (parts: Partial<Parts>) =>
    judged(documentOf(parts), (one, asked) => rightly(one, { ...asked, colour: undefined }));

  test.each<[string, Partial<Parts>]>([
    ['that adds to the list', { description: 'Also lists eggs like this.' }],
    ['that includes others', { description: 'Eggs like this, including those of other hens.' }],
    ['with a value for all', { colours: { type: 'string', enum: [...COLOURS, 'all'] } }],
    ['that takes other values than items have', { colours: { type: 'string', enum: ['white', 'all'] } }],
    ['by a free text', { colours: { type: 'string' } }],
  ])('%s', async (_, parts) => {
    const result = await colourOnly(parts);
    expect(result.clauses.map(({ id }) => id)).not.toContain('listEggs/colour-filters');
    expect(brokenIn(result).filter((id) => id.endsWith('-filters'))).toEqual([]);
  });

  test('with a value for all that items may have, too', async () => {
    const either = { type: 'string', enum: [...COLOURS, 'all'] };
    const answer = arrayOf(objectOf({ id: { type: 'integer' }, colour: either, fresh: flag }));
    const result = await colourOnly({ answer, colours: either });
    expect(result.clauses.map(({ id }) => id)).not.toContain('listEggs/colour-filters');
  });
});

describe('without a filter that has a default', () => {
  const byDefault = documentOf({ colours: { ...colour, default: 'brown' } });
  const brown: IsFound = (one, { colour: by = 'brown', fresh }) => rightly(one, { colour: by, fresh });

  test('each item has the default', async () => {
    const result = await judged(byDefault, brown);
    expect(brokenIn(result)).toEqual([]);
    expect(clausesWith(result, 'pass')).toContain('listEggs/colour-has-its-default');
  });

  test('other items are found', async () => {
    expect(brokenIn(await judged(byDefault, rightly))).toEqual(['listEggs/colour-has-its-default']);
  });

  test('flags are left out, as false may stand for no filter', async () => {
    const { paths } = documentOf();
    const { get } = paths['/eggs'];
    const parameters = [inQuery('fresh', { ...flag, default: false })];
    const document = { ...documentOf(), paths: { '/eggs': { get: { ...get, parameters } } } };
    const result = await judged(document as ReturnType<typeof documentOf>, rightly);
    expect(result.clauses.map(({ id }) => id)).not.toContain('listEggs/fresh-has-its-default');
    expect(brokenIn(result)).toEqual([]);
  });

  test('items may have any value if the default is for all, or if the filter only adds items', async () => {
    const all = documentOf({ colours: { type: 'string', enum: [...COLOURS, 'all'], default: 'all' } });
    const more = { colours: { ...colour, default: 'brown' }, description: 'Also lists eggs like this.' };
    for (const document of [all, documentOf(more)]) {
      const isFound: IsFound = (one, { colour: by, fresh }) =>
        rightly(one, { colour: by === 'all' ? undefined : by, fresh });
      const result = await judged(document, isFound);
      expect(result.clauses.map(({ id }) => id)).not.toContain('listEggs/colour-has-its-default');
    }
  });
});
