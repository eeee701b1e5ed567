import { expect, test } from 'vitest';
import { isObject } from '../../src/schema/pointer.ts';
import { arrayOf, brokenIn, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const whole = (rest: object = {}) => ({ type: 'integer', ...rest });
const flag = { type: 'boolean' };
const items = arrayOf(objectOf({ id: whole() }));
const ITEMS = Array.from({ length: 8 }, (_, index) => ({ id: index + 1 }));

/** How a framework pages: its parameters, its answer, and what it answers for a start and a size. */
interface Framework {
  readonly parameters: readonly object[];
  readonly answer: object;
  readonly of: (query: Readonly<Record<string, number>>) => Page;
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

/** The service decides on the size. The document does not say which page is the first. */
const LARAVEL_ALONE: Framework = {
  ...LARAVEL,
  parameters: [inQuery('page', whole())],
  of: ({ page = 1 }) => LARAVEL.of({ page }),
};

/** It has fewer items than it counts. */
const LARAVEL_SHORT: Framework = {
  ...LARAVEL_ALONE,
  of: ({ page = 1 }) => (page === 3 ? withMembers(LARAVEL.of({ page: 3 }), { data: [] }) : LARAVEL.of({ page })),
};

const nullable = (schema: object) => ({ ...schema, type: ['integer', 'null'] });
const link = { type: ['string', 'null'] };

/** Numbers of the pages beside this one in `meta`, as kaminari gives them, and links to them, as Laravel does. */
const BESIDE: Framework = {
  parameters: [inQuery('page', whole({ minimum: 1, default: 1 })), size('per_page')],
  answer: objectOf({
    data: items,
    links: objectOf({ prev: link, next: link }),
    meta: objectOf({
      current_page: whole(),
      next_page: nullable(whole()),
      prev_page: nullable(whole()),
      total_pages: whole(),
      total_count: whole(),
    }),
  }),
  of: ({ page = 1, per_page = 3 }) => {
    const total_pages = Math.ceil(ITEMS.length / per_page);
    const prev_page = page > 1 ? page - 1 : null;
    const next_page = page < total_pages ? page + 1 : null;
    const linkTo = (one: number | null) => one && `http://service.local/items?page=${one}&per_page=${per_page}`;
    return {
      data: cut((page - 1) * per_page, per_page),
      links: { prev: linkTo(prev_page), next: linkTo(next_page) },
      meta: { current_page: page, next_page, prev_page, total_pages, total_count: ITEMS.length },
    };
  },
};

const LINKED_ON: Framework = {
  ...BESIDE,
  of: ({ page = 1, per_page = 3 }) => {
    const next = `http://service.local/items?page=${page + 1}&per_page=${per_page}`;
    return withMembers(BESIDE.of({ page, per_page }), { links: { next } });
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

type Page = Readonly<Record<string, unknown>>;

function withMembers(page: Page, wrong: Page): Page {
  const changed = Object.entries(wrong).map(([name, value]): [string, unknown] => {
    const own = page[name];
    return [name, isObject(own) && isObject(value) ? { ...own, ...value } : value];
  });
  return { ...page, ...Object.fromEntries(changed) };
}

/** What is broken where each answer has these members instead of its own. */
async function broken(framework: Framework, wrong: Page): Promise<readonly string[]> {
  return brokenIn(await run(framework, wrong));
}

function run({ parameters, answer, of }: Framework, wrong: Page) {
  const responses = { 200: { description: 'A page.', ...json(answer) }, 400: { description: 'Wrong.' } };
  const document = plainDocument({ '/items': { get: { operationId: 'listItems', parameters, responses } } });
  return runOn(document, (request) => {
    const query = [...new URL(request.url).searchParams].map(([name, value]) => [name, Number(value)] as const);
    const isBad = query.some(
      ([name, value]) =>
        !Number.isInteger(value) || value < 0 || (/size|limit|per/u.test(name) && (value < 1 || value > 5)),
    );
    if (isBad || query.some(([name, value]) => name === 'page' && of !== SPRING.of && value < 1))
      return new Response(null, { status: 400 });
    return Response.json(withMembers(of(Object.fromEntries(query)), wrong));
  });
}

test.each<[string, Framework, Page, readonly string[]]>([
  ['right, Spring', SPRING, {}, []],
  ['right, Laravel', LARAVEL, {}, []],
  ['right, pages beside this one', BESIDE, {}, []],
  ['right, offsets', OFFSETS, {}, []],
  ['right, cursors', CURSORS, {}, []],
  ['Spring, no members', SPRING, { sort: { empty: false } }, []],
  ['always first', SPRING, { first: true }, ['first']],
  ['never first', SPRING, { first: false }, ['first']],
  ['always last', SPRING, { last: true }, ['last']],
  ['never last', SPRING, { last: false }, ['last']],
  ['empty, with items', SPRING, { empty: true }, ['empty']],
  ['the size as the number of items', SPRING, { numberOfElements: 3 }, ['numberOfElements']],
  ['to is that of the first page', LARAVEL, { meta: { to: 3 } }, ['to']],
  ['the number of this page', BESIDE, { meta: { next_page: 2 } }, ['next_page']],
  ['no page before', BESIDE, { meta: { prev_page: null } }, ['prev_page']],
  ['a page before the first', BESIDE, { meta: { prev_page: 0 } }, ['prev_page']],
  ['no link to the page before', BESIDE, { links: { prev: null } }, ['prev']],
  ['a link behind the last page', LINKED_ON, {}, ['next']],
  ['nothing follows', OFFSETS, { hasNext: false }, ['hasNext']],
  ['more always follows', OFFSETS, { hasNext: true }, ['hasNext']],
  ['nothing precedes', OFFSETS, { hasPrevious: false }, ['hasPrevious']],
  ['more follows without a cursor', CURSORS, { has_more: true }, ['has_more']],
  ['nothing follows, with a cursor', CURSORS, { has_more: false }, ['has_more']],
])('what a page says of itself: %s', async (_, framework, wrong, members) => {
  expect(await broken(framework, wrong)).toEqual(members.map((name) => `listItems/${name}-fits-the-page`));
});

test('pages of a size that the service decides on', async () => {
  expect(await broken(LARAVEL_ALONE, {})).toEqual([]);
  expect(await broken(LARAVEL_SHORT, {})).toContain('listItems/pages-hold-total');
});

test('a page with a wrong number is one fault: its members are not judged by that number', async () => {
  expect(await broken(SPRING, { number: 1 })).not.toContain('listItems/first-fits-the-page');
});

test('a link that leads nowhere is one finding, though the pages end too early', async () => {
  const { report } = await run(BESIDE, { links: { next: null } });
  expect(report.findings.map(({ clause }) => clause)).toEqual(['listItems/next-fits-the-page']);
});
