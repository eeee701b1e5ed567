import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly makers: readonly string[];
}

const MAKERS = ['Ashford', 'Bellweather', 'Corrigan', 'Dunmore'];
const NOUNS = ['Hammer', 'Chisel', 'Spanner', 'Mallet', 'Plane', 'Rasp', 'Clamp'];

const TOOLS: readonly Tool[] = Array.from({ length: 28 }, (_, index) => ({
  id: `t-${100 + index}`,
  name: `Heavy ${NOUNS[index % NOUNS.length]} number ${index}`,
  makers: [MAKERS[index % MAKERS.length] ?? ''],
}));

const tool = {
  type: 'object',
  required: ['id', 'name', 'makers'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    makers: arrayOf({ type: 'string' }),
  },
};

function documented(example: string | undefined) {
  const limit = inQuery('limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 });
  const answer = (member: string) => ({
    200: { description: 'Some.', ...json(objectOf({ [member]: arrayOf(tool) })) },
    400: { description: 'A bad request.' },
  });
  const q = {
    name: 'q',
    in: 'query',
    required: true,
    description: 'Finds the tools whose name or one of whose makers contains the text. Case is ignored.',
    schema: { type: 'string', minLength: 2, maxLength: 100 },
    ...(example === undefined ? {} : { example }),
  };
  return plainDocument({
    '/tools': { get: { operationId: 'listTools', parameters: [limit], responses: answer('tools') } },
    '/search': { get: { operationId: 'searchTools', parameters: [q, limit], responses: answer('found') } },
  });
}

type Finds = (tool: Tool, text: string) => boolean;

const rightly: Finds = ({ name, makers }, text) =>
  [name, ...makers].some((one) => one.toLowerCase().includes(text.toLowerCase()));

function service(finds: Finds, shown: (tool: Tool) => object = (one) => one) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const limit = Number(searchParams.get('limit') ?? 10);
    const text = searchParams.get('q') ?? '';
    const isSearch = pathname === '/search';
    const isText = !isSearch || (text.length >= 2 && text.length <= 100);
    if (!Number.isInteger(limit) || limit < 1 || limit > 50 || !isText) return Response.json({}, { status: 400 });
    if (!isSearch) return Response.json({ tools: TOOLS.slice(0, limit).map(shown) });
    return Response.json({ found: TOOLS.filter((one) => finds(one, text)).slice(0, limit) });
  };
}

async function broken(fetch: ReturnType<typeof service>, example?: string) {
  const { clauses } = await runOn(documented(example), fetch);
  const of = (kind: string) =>
    clauses.filter(({ verdict, id }) => verdict === kind && id.startsWith('searchTools/search')).map(({ id }) => id);
  return {
    failed: brokenIn({ clauses }),
    seen: of('pass'),
  };
}

test('a search that has to be given is tried with what another listing shows', async () => {
  expect(await broken(service(rightly))).toEqual({
    failed: [],
    seen: expect.arrayContaining([
      'searchTools/search-finds-name',
      'searchTools/search-finds-makers',
      'searchTools/search-narrows',
    ]) as unknown,
  });
});

test('what its example finds is not taken for all that there is', async () => {
  const { failed, seen } = await broken(service(rightly), 'Ashford');
  expect(failed).toEqual([]);
  expect(seen).toContain('searchTools/search-finds-name');
});

test.each<readonly [string, Finds, string]>([
  ['does not look into a list of texts', ({ name }, text) => name.includes(text), 'searchTools/search-finds-makers'],
  ['does not look into a text', ({ makers }, text) => makers.includes(text), 'searchTools/search-finds-name'],
  [
    'finds nothing in another case, although the document says that case is ignored',
    ({ name, makers }, text) => [name, ...makers].some((one) => one.includes(text)),
    'searchTools/search-finds-name',
  ],
  [
    'finds whole words alone, although the document says that the text is contained',
    ({ name, makers }, text) =>
      [name, ...makers].some((one) => ` ${one} `.toLowerCase().includes(` ${text.toLowerCase()} `)),
    'searchTools/search-finds-name',
  ],
  ['finds everything', () => true, 'searchTools/search-narrows'],
])('a search that %s is found', async (_what, finds, clause) => {
  expect((await broken(service(finds))).failed).toContain(clause);
});

test('a property that a closed object of an answer does not name is found', async () => {
  const { failed } = await broken(service(rightly, (one) => ({ ...one, price: 7 })));
  expect(failed).toContain('listTools/200/tools/items/additionalProperties');
});

const KINDS = ['hand', 'power'];
const coded = objectOf({
  id: { type: 'string' },
  name: { type: 'string' },
  code: { type: 'string', pattern: '^T[0-9]{4}$' },
  kind: { type: 'string', enum: KINDS },
  made: { type: 'string', format: 'date' },
});
const CODED = TOOLS.map(({ id, name }, index) => ({
  id,
  name,
  code: `T${1000 + index * 37}`,
  kind: KINDS[index % 2],
  made: `2026-01-${10 + (index % 9)}`,
}));

/** Tools with codes, of which a search looks at these members. */
async function searchedFor(description: string, members: readonly ('name' | 'code')[]) {
  const parameters = [
    inQuery('limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 }),
    { ...inQuery('q', { type: 'string', minLength: 1, maxLength: 100 }), description },
  ];
  const responses = { 200: { description: 'Some.', ...json(arrayOf(coded)) }, 400: { description: 'A bad request.' } };
  const document = plainDocument({ '/tools': { get: { operationId: 'listTools', parameters, responses } } });
  return runOn(document, (request) => {
    const { searchParams } = new URL(request.url);
    const [limit, text = ''] = [Number(searchParams.get('limit') ?? 10), searchParams.get('q')?.toLowerCase()];
    if (
      !Number.isInteger(limit) ||
      limit < 1 ||
      limit > 50 ||
      text.length > 100 ||
      (text === '' && searchParams.has('q'))
    )
      return Response.json({}, { status: 400 });
    const found = CODED.filter((one) => members.some((member) => one[member].toLowerCase().includes(text)));
    return Response.json(found.slice(0, limit));
  });
}

const BOTH = 'Finds the tools whose name or code contains this text, of any kind and made at any time.';

test.each<[string, readonly ('name' | 'code')[], readonly string[]]>([
  [BOTH, ['name', 'code'], []],
  [BOTH, ['name'], ['listTools/search-finds-code']],
  ['Finds the tools whose name contains this text.', ['name'], []],
])('a named text counts as searched if it has a pattern, but no listed value and no date: %s %j', async (...args) => {
  const [description, members, broken] = args;
  const run = await searchedFor(description, members);
  expect(brokenIn(run)).toEqual(broken);
  const searched = run.clauses.map(({ id }) => id).filter((id) => /search-finds-(?:kind|made)/u.test(id));
  expect(searched).toEqual([]);
});
