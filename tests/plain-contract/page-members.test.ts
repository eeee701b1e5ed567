import { expect, test } from 'vitest';
import { arrayOf, brokenIn, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const whole = (rest: object = {}) => ({ type: 'integer', ...rest });
const flag = { type: 'boolean' };
const items = arrayOf(objectOf({ id: whole() }));
const ITEMS = Array.from({ length: 8 }, (_, index) => ({ id: index + 1 }));

/** How a framework pages: its parameters, its answer, and what it answers for a start and a size. */
interface Framework {
  readonly parameters: readonly object[];
  readonly answer: object;
  readonly of: (query: Readonly<Record<string, number>>) => object;
}

const size = (name: string) => inQuery(name, whole({ minimum: 1, maximum: 5, default: 3 }));
const cut = (start: number, length: number) => ITEMS.slice(start, start + length);

const SPRING: Framework = {
  parameters: [inQuery('page', whole({ minimum: 0, default: 0 })), size('size')],
  answer: objectOf({
    content: items,
    number: whole(),
    size: whole(),
    numberOfElements: whole(),
    totalElements: whole(),
    totalPages: whole(),
    first: flag,
    last: flag,
    empty: flag,
    sort: objectOf({ empty: flag }),
  }),
  of: ({ page = 0, size = 3 }) => {
    const content = cut(page * size, size);
    const totalPages = Math.ceil(ITEMS.length / size);
    return {
      content,
      number: page,
      size,
      numberOfElements: content.length,
      totalElements: ITEMS.length,
      totalPages,
      first: page === 0,
      last: page + 1 >= totalPages,
      empty: content.length === 0,
      sort: { empty: true },
    };
  },
};

const LARAVEL: Framework = {
  parameters: [inQuery('page', whole({ minimum: 1, default: 1 })), size('per_page')],
  answer: objectOf({
    data: items,
    meta: objectOf({
      current_page: whole(),
      last_page: whole(),
      per_page: whole(),
      total: whole(),
      from: whole({ type: ['integer', 'null'] }),
      to: whole({ type: ['integer', 'null'] }),
    }),
  }),
  of: ({ page = 1, per_page = 3 }) => {
    const data = cut((page - 1) * per_page, per_page);
    const [first, last] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
    const last_page = Math.ceil(ITEMS.length / per_page);
    return { data, meta: { current_page: page, last_page, per_page, total: ITEMS.length, from: first, to: last } };
  },
};

const OFFSETS: Framework = {
  parameters: [inQuery('offset', whole({ minimum: 0, default: 0 })), size('limit')],
  answer: objectOf({ list: items, offset: whole(), total: whole(), hasNext: flag, hasPrevious: flag }),
  of: ({ offset = 0, limit = 3 }) => {
    const list = cut(offset, limit);
    const hasNext = offset + list.length < ITEMS.length;
    return { list, offset, total: ITEMS.length, hasNext, hasPrevious: offset > 0 };
  },
};

const CURSORS: Framework = {
  parameters: [inQuery('cursor', { type: 'string' }), size('limit')],
  answer: { ...objectOf({ data: items, has_more: flag, next_cursor: { type: 'string' } }), required: ['data'] },
  of: ({ cursor = 0, limit = 3 }) => {
    const next = cursor + limit;
    const more = next < ITEMS.length;
    return { data: cut(cursor, limit), has_more: more, ...(more ? { next_cursor: String(next) } : {}) };
  },
};

/** What is broken where each answer has these members instead of its own. */
async function broken({ parameters, answer, of }: Framework, wrong: object): Promise<readonly string[]> {
  const responses = { 200: { description: 'A page.', ...json(answer) }, 400: { description: 'Wrong.' } };
  const document = plainDocument({ '/items': { get: { operationId: 'listItems', parameters, responses } } });
  const run = await runOn(document, (request) => {
    const query = [...new URL(request.url).searchParams].map(([name, value]) => [name, Number(value)] as const);
    const isBad = query.some(
      ([name, value]) =>
        !Number.isInteger(value) || value < 0 || (/size|limit|per/u.test(name) && (value < 1 || value > 5)),
    );
    if (isBad || query.some(([name, value]) => name === 'page' && of === LARAVEL.of && value < 1))
      return new Response(null, { status: 400 });
    const page = of(Object.fromEntries(query));
    const meta = 'meta' in page && typeof page.meta === 'object' ? { meta: { ...page.meta, ...wrong } } : wrong;
    return Response.json({ ...page, ...meta });
  });
  return brokenIn(run);
}

test.each<[string, Framework, object, readonly string[]]>([
  ['right, Spring', SPRING, {}, []],
  ['right, Laravel', LARAVEL, {}, []],
  ['right, offsets', OFFSETS, {}, []],
  ['right, cursors', CURSORS, {}, []],
  ['Spring, no members', SPRING, { sort: { empty: false } }, []],
  ['always first', SPRING, { first: true }, ['first']],
  ['never first', SPRING, { first: false }, ['first']],
  ['always last', SPRING, { last: true }, ['last']],
  ['never last', SPRING, { last: false }, ['last']],
  ['empty, with items', SPRING, { empty: true }, ['empty']],
  ['the size as the number of items', SPRING, { numberOfElements: 3 }, ['numberOfElements']],
  ['to is that of the first page', LARAVEL, { to: 3 }, ['to']],
  ['nothing follows', OFFSETS, { hasNext: false }, ['hasNext']],
  ['more always follows', OFFSETS, { hasNext: true }, ['hasNext']],
  ['nothing precedes', OFFSETS, { hasPrevious: false }, ['hasPrevious']],
  ['more follows without a cursor', CURSORS, { has_more: true }, ['has_more']],
  ['nothing follows, with a cursor', CURSORS, { has_more: false }, ['has_more']],
])('what a page says of itself: %s', async (_, framework, wrong, members) => {
  expect(await broken(framework, wrong)).toEqual(members.map((name) => `listItems/${name}-fits-the-page`));
});

test('a page with a wrong number is one fault: its members are not judged by that number', async () => {
  expect(await broken(SPRING, { number: 1 })).not.toContain('listItems/first-fits-the-page');
});
