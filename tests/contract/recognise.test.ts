import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseYaml } from '../../src/config/yaml.ts';
import type { ListingNode } from '../../src/contract/listing-node.ts';
import { normalise } from '../../src/contract/normalise.ts';
import { applied } from '../../src/contract/overlay.ts';
import { isDeclared, recognise } from '../../src/contract/recognise/recognise.ts';
import { packageRoot } from '../../src/package.ts';

type Node = Readonly<Record<string, unknown>>;

function fixture(path: string): Node {
  const { 'x-companions': _, ...document } = parseYaml(
    readFileSync(join(packageRoot(), 'fixtures', path), 'utf8'),
    path,
  ).value as Node;
  return { 'x-conflicts': {}, ...document };
}

function listingIn(operation: unknown): ListingNode {
  return (operation as Node)['x-listing'] as ListingNode;
}

const plain = normalise(fixture('plain-contract/tools.yaml')).document;

/** A listing with these parameters, of items with these members. */
function listing(
  parameters: readonly Node[],
  members: Node = {},
  answer: Node = { total: { type: 'integer' } },
  headers: Node = {},
) {
  const item = { type: 'object', properties: { id: { type: 'string' }, ...members } };
  const properties = { items: { type: 'array', items: item }, ...answer };
  const schema = { type: 'object', properties };
  const get = {
    operationId: 'list',
    parameters: parameters.map((one) => ({ in: 'query', ...one })),
    responses: { '200': { description: '.', headers, content: { 'application/json': { schema } } } },
  };
  return recognise(documentOf({ '/things': { get } }));
}

function documentOf(paths: Node) {
  const head = { openapi: '3.1.0', info: { title: 'A', version: '1' }, 'x-conflicts': {}, components: { schemas: {} } };
  return normalise({ ...head, paths }).document;
}

const whole = { type: 'integer', minimum: 1 };
const PAGING = [
  { name: 'page', schema: whole },
  { name: 'limit', schema: whole },
];
const wordsOf = ({ proposals }: ReturnType<typeof recognise>) =>
  proposals.map(({ confidence, what }) => `${confidence}: ${what}`);

describe('a document with a paged listing', () => {
  test('shows what its parameters do by their names', () => {
    expect(wordsOf(recognise(plain))).toEqual([
      'certain: pages by page and per_page',
      'certain: filters by kind',
      'certain: filters by shed',
      'certain: filters by min_price',
      'certain: filters by priceMax',
      'certain: filters by boughtSince',
      'certain: filters by maker',
      'certain: filters by lent',
      'certain: sorts by sort',
      'certain: searches by q',
      'certain: opens in getTool',
      'certain: creates what is listed and deleted',
      'certain: opens what was created',
      'certain: deletes what was created',
      'certain: shows the toolId of its path',
      'certain: pages by offset and limit',
      'certain: filters by tool',
      'certain: filters by open',
      'certain: sorts by sort',
      'certain: opens in getLoan',
      'certain: creates what is listed and deleted',
      'certain: opens what was created',
      'certain: deletes what was created',
      'certain: shows the loanId of its path',
    ]);
    expect(recognise(plain).left).toEqual([]);
  });

  test('keeps what it declares itself', () => {
    expect(isDeclared(plain)).toBe(false);
    const declared = applied(plain, recognise(plain).proposals);
    expect(isDeclared(declared)).toBe(true);
    expect(recognise(declared).proposals).toEqual([]);
  });
});

test('what was declared by hand for another contract is recognised there, member for member', () => {
  const { document } = normalise(fixture('second-contract/openapi.yaml'));
  const { paths } = applied(document, recognise(document).proposals);
  const { recognised, opens, ...found } = listingIn(paths['/orders']?.['get']);
  const suite = fixture('second-contract/suite.yaml')['operations'] as Record<string, Node>;
  const { section: _, opens: byHand, ...expected } = listingIn(suite['listOrders']);
  expect(recognised).toBe(true);
  expect(found).toEqual(expected);
  expect(opens).toMatchObject({ operation: 'getOrder', path: 'number' });
  expect(opens?.same).toEqual([...(byHand?.same ?? []), 'shipped', 'note']);
});

test('a life is recognised as it was declared by hand for another contract, but for its bodies', () => {
  const { document } = normalise(fixture('second-contract/openapi.yaml'));
  const post = applied(document, recognise(document).proposals).paths['/orders']?.['post'];
  const suite = fixture('second-contract/suite.yaml')['operations'] as Record<string, Node>;
  const { 'x-resource': declared } = suite['placeOrder'] as Readonly<Record<string, Node>>;
  const { plain: _plain, bodies: _bodies, ...byHand } = declared as Node;
  expect(post?.['x-resource']).toEqual({
    ...byHand,
    total: '/paging/total',
    omits: true,
    reads: { operation: 'getOrder', path: 'number' },
  });
  expect(Object.values(post?.['x-clauses'] ?? {}).map(({ level, needs, life }) => [level, needs, life])).toEqual(
    ['unique', 'listed', 'echoed', 'refused'].map((life) => ['SHOULD', ['allow:writes'], life]),
  );
});

describe('a creation', () => {
  const id = { type: 'integer' };
  const text = { type: 'string' };
  const json = (schema: Node) => ({ content: { 'application/json': { schema } } });
  const of = (properties: Node) => json({ type: 'object', properties });
  const answers = (status: number, schema: Node) => ({ [status]: { description: 'It.', ...schema } });
  const list = {
    operationId: 'listBooks',
    responses: answers(200, json({ type: 'array', items: { type: 'object' } })),
  };
  const created = (sent: Node, shown: Node, { status = 201, opens = true } = {}) => {
    const post = { operationId: 'add', requestBody: of(sent), responses: answers(status, of(shown)) };
    const get = { operationId: 'open', responses: answers(200, of(shown)) };
    const parameters = [{ name: 'loan', in: 'path', required: true, schema: id }];
    const opened = opens ? { '/loans/{loan}': { parameters, get } } : {};
    return recognise(documentOf({ '/books': { get: list }, '/loans': { post }, ...opened }));
  };

  test.each<readonly [string, Node, Node, object, string]>([
    ['no text', { count: id }, { id, count: id }, {}, 'no text of its body that is shown again has room for the mark'],
    ['nothing that opens it', { note: text }, { id, note: text }, { opens: false }, 'no GET opens it'],
    ['no id', { note: text }, { note: text }, { status: 200 }, 'its answer has no id'],
  ])('is named with the reason if it is not followed: %s', (_what, sent, shown, form, why) => {
    expect(created(sent, shown, form).left).toEqual([
      expect.stringContaining(`add: what it creates is not followed, as ${why}`),
    ]);
  });

  test('is not named if it may be none', () => {
    expect(created({ note: text }, { id, note: text }, { status: 200, opens: false }).left).toEqual([]);
  });

  test('has its mark in a text that names nothing else', () => {
    const { proposals, left } = created(
      { book: text, readerId: text, note: text },
      { id, book: text, readerId: text, note: text },
    );
    expect(left).toEqual([]);
    expect(proposals[0]?.update['x-resource']).toMatchObject({ marked: '/note' });
  });
});

describe('a listing', () => {
  test.each([
    [
      [{ name: 'cursor', schema: { type: 'string' } }, PAGING[1]],
      'list: it is paged by cursor, and no member of its answer is the next cursor',
    ],
    [[{ name: 'offset', schema: { type: 'integer', minimum: 0 } }], 'list: no parameter beside offset'],
  ] as [Node[], string][])('is named where no declaration can say how it is paged: %j', (parameters, left) => {
    const found = listing(parameters);
    expect(found.proposals).toEqual([]);
    expect(found.left).toEqual([expect.stringContaining(left)]);
  });

  const declaredFor = (parameters: readonly Node[], answer: Node) =>
    listing(parameters, {}, answer).proposals[0]?.update['x-listing'] as ListingNode | undefined;
  const number = { type: 'integer' };

  test.each([
    ['/number', 0, { number, numberOfElements: number }],
    [undefined, 0, { number }],
    [undefined, 1, { number, numberOfElements: number }],
  ])('has the page at %o where it counts from %o and its answer has %j', (place, first, answer) => {
    const page = { name: 'page', schema: { ...number, default: first } };
    expect(declaredFor([page, PAGING[1] as Node], answer)?.page?.echo).toBe(place);
  });

  test.each([
    ['/totalSize', 'totalSize', {}],
    [undefined, 'totalSize', { description: 'An estimate of the number of things.' }],
    ['/@odata.count', '@odata.count', {}],
  ])('has its total at %o where %s has %j', (place, name, described) => {
    const answer = { nextPageToken: { type: 'string' }, [name]: { ...number, ...described } };
    const cursor = { name: 'pageToken', schema: { type: 'string' } };
    expect(declaredFor([cursor, PAGING[1] as Node], answer)?.total).toBe(place);
  });

  const limit = { size: { parameter: 'limit' } };
  test.each([
    [[{ name: 'offset', schema: whole }, PAGING[1]], { page: { parameter: 'offset', as: 'offset' }, ...limit }],
    [
      [{ name: 'page', schema: { type: 'integer', minimum: 0 } }, PAGING[1]],
      { page: { parameter: 'page', as: 'page-from-0' }, ...limit },
    ],
    [[PAGING[1]], limit],
    [[{ name: 'after', schema: { type: 'string', format: 'date-time' } }, PAGING[1]], limit],
  ] as [Node[], Node][])('is paged in another form, without a total: %j', (parameters, form) => {
    const [paging] = listing(parameters, {}, { next: { type: 'string' } }).proposals;
    expect(paging?.confidence).toBe('certain');
    expect(paging?.update['x-listing']).toEqual({ recognised: true, items: '/items', id: 'id', filters: [], ...form });
  });

  test.each<[string, Node, Node, unknown]>([
    ['is called an address', { nextUrl: { type: 'string' } }, {}, { next: '/nextUrl' }],
    ['has the form of one', { next: { type: 'string', format: 'uri' } }, {}, { next: '/next' }],
    ['stands in a header', {}, { Link: { schema: { type: 'string' } } }, { next: { header: 'Link' } }],
    ['is a text that may be anything', { next: { type: 'string' } }, {}, undefined],
  ])('the next page %s', (_what, beside, headers, cursor) => {
    const [paging] = listing(PAGING, {}, beside, headers).proposals;
    expect((paging?.update['x-listing'] as Node | undefined)?.['cursor']).toEqual(cursor);
  });

  test.each([[{ name: 'size', schema: whole }], [{ name: 'count', schema: whole }]])(
    'is none by a parameter that may say anything of items: %j',
    (parameter) => {
      expect(listing([parameter])).toEqual({ proposals: [], left: [] });
    },
  );

  test.each([
    [{ name: 'page', schema: { type: 'integer' } }, 'likely'],
    [{ name: 'page', description: 'Pages are counted from 1.', schema: { type: 'integer' } }, 'certain'],
    [{ name: 'pageNumber', schema: { type: 'integer', default: 1 } }, 'certain'],
  ])('is certain where the document says what the first page is: %j', (page, confidence) => {
    const kind = { name: 'kind', schema: { type: 'string', enum: ['a'] } };
    const found = listing([page, PAGING[1] as Node, kind], { kind: { type: 'string' } });
    expect(found.proposals.map((one) => one.confidence)).toEqual([confidence, confidence]);
  });

  test.each([
    [{ name: 'kind', schema: { type: 'string', enum: ['a'] } }, ['certain: filters by kind']],
    [{ name: 'kind', required: true, schema: { type: 'string', enum: ['a'] } }, []],
    [{ name: 'kind', schema: { type: 'string' } }, ['certain: filters by kind']],
    [{ name: 'kind', description: 'The exact kind.', schema: { type: 'string' } }, ['certain: filters by kind']],
    [
      { name: 'kind', description: 'It need not be the exact kind.', schema: { type: 'string' } },
      ['certain: filters by kind'],
    ],
    [{ name: 'kind', schema: { type: 'integer' } }, []],
    [{ name: 'kind', schema: { type: 'array', items: { type: 'string', enum: ['a'] } } }, ['certain: filters by kind']],
    [{ name: 'kind', schema: { type: 'array', minItems: 2, items: { type: 'string', enum: ['a'] } } }, []],
    [{ name: 'kind', explode: false, schema: { type: 'array', items: { type: 'string' } } }, []],
    [{ name: 'tags', schema: { type: 'array', items: { type: 'string' } } }, ['certain: filters by tags']],
    [
      { name: 'tags', explode: false, schema: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } } },
      ['certain: filters by tags'],
    ],
    [{ name: 'tags', schema: { type: 'array', items: { type: 'integer' } } }, []],
    [{ name: 'minTags', schema: { type: 'array', items: { type: 'string' } } }, []],
    [{ name: 'MinSize', schema: { type: 'integer' } }, ['certain: filters by MinSize']],
    [{ name: 'minKind', schema: { type: 'string' } }, []],
    [{ name: 'created_after', schema: { type: 'string', format: 'date-time' } }, ['certain: filters by created_after']],
    [{ name: 'price__gte', schema: { type: 'number' } }, ['certain: filters by price__gte']],
    [{ name: 'due__lt', schema: { type: 'string', format: 'date' } }, ['certain: filters by due__lt']],
    [{ name: 'price', schema: { type: 'number' } }, []],
    [{ name: 'created_until', schema: { type: 'string', format: 'date-time' } }, ['certain: filters by created_until']],
    [{ name: 'createdFrom', schema: { type: 'string', format: 'date-time' } }, ['certain: filters by createdFrom']],
    [{ name: 'sort', schema: { type: 'string', enum: ['newest'] } }, []],
    [{ name: 'sort', schema: { type: 'string' } }, []],
    ...(
      [
        ['One of `kind`, `size`, or `due`; a leading `-` reverses.', true],
        ['Sort by kind or size.', true],
        ["Fields: 'kind', '-size'", true],
        ['The size of the field to sort by.', false],
        ['Format: size,(asc|desc). The default order is ascending.', false],
        ['The `size`.', false],
        ['One of `kind`, `size`, `mass`.', false],
      ] as const
    ).map(
      ([description, isKnown]) =>
        [{ name: 'sort', description, schema: { type: 'string' } }, isKnown ? ['certain: sorts by sort'] : []] as const,
    ),
    [{ name: 'order', schema: { type: 'string', enum: ['created', 'size:desc'] } }, ['certain: sorts by order']],
    [{ name: 'sort', schema: { type: 'string', enum: ['size,asc', 'size,desc'] } }, ['certain: sorts by sort']],
    [
      {
        name: 'ordering',
        explode: false,
        schema: { type: 'array', items: { type: 'string', enum: ['-size', 'size'] } },
      },
      ['certain: sorts by ordering'],
    ],
    [{ name: 'sort', explode: false, schema: { type: 'array', items: { type: 'string', enum: ['size,asc'] } } }, []],
    [{ name: 'sort', schema: { type: 'array', minItems: 2, items: { type: 'string', enum: ['size'] } } }, []],
    [{ name: 'query', schema: { type: 'string' } }, ['likely: searches by query']],
    [{ name: 'query', description: 'In the kind.', schema: { type: 'string' } }, ['certain: searches by query']],
    [{ name: 'colour', schema: { type: 'string', enum: ['red'] } }, []],
  ] as [Node, string[]][])('with %j has %j', (parameter, parts) => {
    const members = {
      kind: { type: 'string' },
      size: { type: 'integer' },
      total: { type: 'integer' },
      createdAt: { type: 'string', format: 'date-time' },
      price: { type: 'string', format: 'decimal' },
      due: { type: ['string', 'null'], format: 'date' },
      tags: { type: 'array', items: { type: 'string' } },
    };
    expect(wordsOf(listing([...PAGING, parameter], members)).slice(1)).toEqual(parts);
  });

  test('searches members that its description names in two words', () => {
    const query = { name: 'query', description: 'In the maker name or part number.', schema: { type: 'string' } };
    const text = { type: 'string' };
    const { proposals } = listing([...PAGING, query], { makerName: text, part_no: text, remark: text });
    expect(listingIn(proposals.at(-1)?.update)).toEqual({
      search: { parameter: 'query', members: ['makerName', 'part_no'] },
    });
  });

  test('has pages from 1 and a total in the form of Django REST framework', () => {
    const query = ['page', 'page_size'].map((name) => ({ name, schema: { type: 'integer' } }));
    const link = { type: ['string', 'null'], format: 'uri' };
    const first = (answer: Node) => wordsOf(listing(query, {}, { count: { type: 'integer' }, ...answer }))[0];
    expect(first({ next: link, previous: link })).toBe('certain: pages by page and page_size');
    expect(first({ next: link })).toBe('likely: pages by page and page_size');
  });

  test.each([
    ['One of `kind` or `size`; a leading `-` reverses.', ['-kind', '-size']],
    ['`kind` or `size`; a minus in front turns the order around.', ['-kind', '-size']],
    ['Sort by kind or size.', undefined],
  ])('falls where its description says how: %s', (description, down) => {
    const sort = { name: 'sort', description, schema: { type: 'string' } };
    const members = { kind: { type: 'string' }, size: { type: 'integer' } };
    const update = listing([...PAGING, sort], members).proposals.at(-1)?.update as Node | undefined;
    expect(listingIn(update)).toMatchObject({ sort: { by: { kind: 'kind', size: 'size' } } });
    expect(listingIn(update).sort?.down).toEqual(down);
  });

  test('is read to its end, however long a word of its description is', () => {
    const sort = { name: 'sort', description: 'x'.repeat(100_000), schema: { type: 'string' } };
    expect(wordsOf(listing([...PAGING, sort], { kind: { type: 'string' } })).slice(1)).toEqual([]);
  });
});

describe('the id of an item', () => {
  const list = (items: Node) => ({ type: 'object', properties: { data: items } });
  const answering = (operationId: string, schema: Node, parameters: readonly Node[]) => ({
    operationId,
    parameters,
    responses: { '200': { description: '.', content: { 'application/json': { schema } } } },
  });
  const field = {
    type: 'object',
    properties: { id: { type: 'integer' }, collection: { type: 'string' }, name: { type: 'string' } },
  };
  const fields = list({ type: 'array', items: field });
  const idOf = (below: Node) => {
    const paging = PAGING.map((one) => ({ in: 'query', ...one }));
    const path = { in: 'path', name: 'collection', required: true, schema: { type: 'string' } };
    const { document } = normalise({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      'x-conflicts': {},
      components: { schemas: {} },
      paths: {
        '/fields': { get: answering('list', fields, paging) },
        '/fields/{collection}': { get: answering('read', below, [path]) },
      },
    });
    return listingIn(recognise(document).proposals[0]?.update).id;
  };

  test('is not named by a path that lists a part of the items', () => {
    expect(idOf(fields)).toBe('id');
  });

  test('is named by a path that shows one item', () => {
    expect(idOf(list(field))).toBe('collection');
  });
});
