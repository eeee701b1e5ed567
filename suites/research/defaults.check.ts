import {
  type Assertion,
  check,
  type Exchange,
  holds,
  operationOf,
  accepted,
  type Tools,
} from '../../src/check/index.ts';
import { pagesIn } from './filters.ts';
import { walks } from './paged.ts';
import { askedFor, countIn, idsOf, lengthOf, search } from './search-results.ts';
import { corpus, share } from './walks.ts';

/** The default that the document declares for a parameter. */
function declaredDefault(tools: Tools, name: string): number {
  return Number(
    operationOf(tools.contract, 'searchPapers').parameters.find((parameter) => parameter.name === name)?.schema.default,
  );
}

export const defaultPage = check({
  clause: 'searchPapers/default-page',
  async act(tools) {
    const { walks: all } = await walks(tools);
    const [first] = (await corpus(tools)).walk.pages;
    return { bare: await search(tools, {}), first, walks: all, expected: declaredDefault(tools, 'page') };
  },
  given: ({ bare, walks: all }) => [bare, ...pagesIn(all)].map((exchange) => accepted(exchange)),
  judge: ({ bare, first: largest = bare, walks: all, expected }) => [
    holds(share(largest) === 0 || lengthOf(largest) > 0, largest, {
      expected: `papers on page ${askedFor(largest, 'page') ?? expected} of ${countIn(largest, 'totalCount')} papers`,
      actual: 'none',
    }),
    ...[bare, ...pagesIn(all)]
      .filter((exchange) => askedFor(exchange, 'page') === undefined)
      .map((exchange) =>
        holds(countIn(exchange, 'page') === expected, exchange, {
          expected: `page ${expected} without a page`,
          actual: `page ${countIn(exchange, 'page')}`,
        }),
      ),
    ...all
      .filter(({ pages: [first] }) => first?.request.query['q'] === undefined)
      .flatMap(({ pages: [first, second] }) =>
        first === undefined || second === undefined || askedFor(first, 'page') !== undefined
          ? []
          : [unlike(first, second, expected)],
      ),
  ],
});

/** Papers that were added meanwhile move others from page to page. */
function unlike(first: Exchange, second: Exchange, expected: number): Assertion {
  const ids = new Set(idsOf(second));
  const same =
    countIn(first, 'totalCount') === countIn(second, 'totalCount') &&
    lengthOf(second) > 0 &&
    idsOf(second).every((id) => idsOf(first).includes(id)) &&
    idsOf(first).some((id) => ids.has(id));
  return holds(!same, first, { expected: `the papers of page ${expected} without a page`, actual: 'papers of page 2' });
}

export const defaultPageSize = check({
  clause: 'searchPapers/default-page-size',
  async act(tools) {
    const { walks: all } = await walks(tools);
    const unsized = pagesIn(all).filter((page) => askedFor(page, 'pageSize') === undefined);
    const [first] = (await corpus(tools)).walk.pages;
    return { answers: [await search(tools, {}), ...unsized], first, expected: declaredDefault(tools, 'pageSize') };
  },
  given: ({ answers }) => answers.map((exchange) => accepted(exchange)),
  judge: ({ answers, first, expected }) =>
    answers.flatMap((exchange) => [
      holds(countIn(exchange, 'pageSize') === expected, exchange, {
        expected: `pageSize ${expected} without a pageSize`,
        actual: `pageSize ${countIn(exchange, 'pageSize')}`,
      }),
      // Where the first page is empty it is not the size that is wrong.
      ...(askedFor(exchange, 'page') === undefined && (first === undefined || lengthOf(first) > 0)
        ? [fills(exchange, Math.min(expected, countIn(exchange, 'totalCount')))]
        : []),
    ]),
});

function fills(exchange: Exchange, expected: number): Assertion {
  return holds(lengthOf(exchange) === expected, exchange, {
    expected: `${expected} papers without a pageSize`,
    actual: `${lengthOf(exchange)} papers`,
  });
}
