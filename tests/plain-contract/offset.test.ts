import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCheckContext, TOOL_PARTS, type ToolParts } from '../../fixtures/plain-contract/tools.ts';
import { createClock } from '../../fixtures/world/world.ts';
import { isBroken } from '../../src/check/verdict.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { packageRoot } from '../../src/package.ts';
import { buildReport } from '../../src/report/build.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { runSuite } from '../../src/run/run.ts';

/** Loans are listed by offset and limit, have numbers for ids, and are counted in a header. */
const loaded = await loadDocument(join(packageRoot(), 'fixtures/plain-contract/tools.yaml'));
const suiteUnder = suiteCache(loaded, []);

async function brokenBy(parts: Partial<ToolParts>): Promise<readonly string[]> {
  return (await judged(parts, ['listLoans/*', 'getLoan/*'])).broken;
}

async function judged(parts: Partial<ToolParts>, only: readonly string[], writes = false) {
  const tools = createCheckContext({ tools: 3, ...parts });
  const { record, conclusion } = await runSuite({
    loaded,
    checks: [],
    suiteUnder,
    only,
    target: { baseUrl: 'http://tools.local', credentials: {}, samples: {}, allow: { writes }, headers: {} },
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(tools.fetch),
    clock: createClock(0),
  });
  const { clauses } = buildReport(record, conclusion);
  const told = conclusion.results.flatMap(({ clause, verdict }) =>
    isBroken(verdict) ? verdict.violations.map((one) => ({ clause: clause.id, ...one })) : [],
  );
  const withVerdict = (...verdicts: readonly string[]) =>
    clauses.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  return { broken: withVerdict('fail', 'warn'), passed: withVerdict('pass'), loans: tools.changes, told };
}

const { lends, inTurn, window } = TOOL_PARTS;
const uncounted: Partial<ToolParts> = { counted: () => undefined };

describe('a fault of a listing with an offset', () => {
  test.each<[string, Partial<ToolParts>, string]>([
    [
      'the offset is ignored',
      { window: (all, query) => window(all, { ...query, offset: '0' }) },
      'listLoans/pages-do-not-overlap',
    ],
    [
      'the offset counts pages',
      {
        window: (all, query) =>
          window(all, { ...query, offset: String(Number(query['offset'] ?? 0) * Number(query['limit'] ?? 10)) }),
      },
      'listLoans/pages-hold-total',
    ],
    [
      'a page begins one item too early',
      {
        window: (all, query) =>
          window(all, { ...query, offset: String(Math.max(0, Number(query['offset'] ?? 0) - 1)) }),
      },
      'listLoans/pages-do-not-overlap',
    ],
    [
      'the limit is ignored',
      { window: (all, query) => window(all, { ...query, limit: '10' }) },
      'listLoans/page-size-bounds-the-page',
    ],
    [
      'the header counts the page',
      { counted: (all, query) => window(all, query).length },
      'listLoans/pages-hold-total',
    ],
    ['the header knows no filter', { counted: () => TOOL_PARTS.loans }, 'listLoans/pages-hold-total'],
    [
      'a flag is ignored',
      { lends: (loan, { tool = String(loan.tool) }) => lends(loan, { tool }) },
      'listLoans/open-filters',
    ],
    [
      'a flag is turned',
      { lends: (loan, query) => lends(query['open'] === undefined ? loan : { ...loan, open: !loan.open }, query) },
      'listLoans/open-filters',
    ],
    ['a sort is ignored', { inTurn: (a, b) => inTurn(a, b, {}) }, 'listLoans/sort-by-days'],
    [
      'an item opens as another',
      { lent: (loan) => ({ ...loan, days: loan.days + 1 }) },
      'getLoan/same-record-as-listed',
    ],
    [
      'without a count a page lacks an item',
      { ...uncounted, window: (all, query) => window(all, query).slice(0, Number(query['limit'] ?? 10) - 1) },
      'listLoans/pages-hold-total',
    ],
    [
      'without a count the offset is ignored',
      { ...uncounted, window: (all, query) => window(all, { ...query, offset: '0' }) },
      'listLoans/pages-do-not-overlap',
    ],
  ])('is found: %s', async (_, parts, clause) => {
    expect(await brokenBy(parts)).toContain(clause);
  });
});

test.each<[string, Partial<ToolParts>, string, string]>([
  [
    'a total that is too great is called wrong',
    { counted: (all) => all.length + 1 },
    'total 47, the number of different items on the 3 pages together',
    'total 48',
  ],
  [
    'a page that lacks an item is called wrong',
    {
      window: (all, query) =>
        window(query['sort'] === undefined && all.length === 47 ? all.filter(({ id }) => id !== 145) : all, query),
    },
    'as many items on the 3 pages together as the total says: 47',
    '46 different items, without item 145',
  ],
])('%s', async (_, parts, expected, actual) => {
  const { told } = await judged(parts, ['listLoans/*']);
  expect(told).toContainEqual(expect.objectContaining({ clause: 'listLoans/pages-hold-total', expected, actual }));
});

test('a request is told with the offset that was sent', async () => {
  const { told } = await judged({ counted: () => TOOL_PARTS.loans }, ['listLoans/*']);
  const words = told.map(({ expected }) => expected).join();
  expect(words).toMatch(/offset=0/u);
  expect(words).not.toMatch(/offset=1\b/u);
});

describe('a conforming listing with an offset breaks nothing', () => {
  test.each<[string, Partial<ToolParts>]>([
    ['as it is', {}],
    ['no count', uncounted],
    ['no loan', { loans: 0 }],
    ['a single one', { loans: 1 }],
    ['just full pages', { loans: 40 }],
    ['just full pages and no count', { loans: 40, ...uncounted }],
    ['many', { loans: 230 }],
    ['many and no count', { loans: 230, ...uncounted }],
    ['its own order', { inTurn: (a, b, query) => (query['sort'] === undefined ? b.id - a.id : inTurn(a, b, query)) }],
  ])('%s', async (_, parts) => {
    expect(await brokenBy(parts)).toEqual([]);
  });
});

describe('a life of what has a number for its id', () => {
  const lived = (parts: Partial<ToolParts>) => judged({ loans: 5, ...parts }, ['lend/*', 'endLoan/*'], true);
  const lives = ['lend/unique', 'lend/listed', 'endLoan/dropped', 'endLoan/others'];

  test.each<[string, Partial<ToolParts>, string]>([
    ['every loan is kept for a day', { lend: (loan) => ({ ...loan, days: 1 }) }, 'lend/listed'],
    ['every loan is kept under another number', { lend: (loan) => ({ ...loan, id: loan.id + 1 }) }, 'lend/listed'],
    ['two loans have one number', { nextId: (loans) => Math.max(900, ...loans.keys()) }, 'lend/unique'],
    ['what has ended stays', { end: () => true }, 'endLoan/dropped'],
    [
      'ending one ends all that are open',
      {
        end: (loans) => {
          for (const { id, borrower } of loans.values()) if (borrower !== undefined) loans.delete(id);
          return true;
        },
      },
      'endLoan/others',
    ],
  ])('shows a fault: %s', async (_, parts, clause) => {
    expect((await lived(parts)).broken).toContain(clause);
  });

  test.each<[string, Partial<ToolParts>]>([
    ['as it is', {}],
    ['none before', { loans: 0 }],
    ['more than one page holds', { loans: 47 }],
    ['great numbers', { nextId: (loans) => Math.max(9e15, ...loans.keys()) + 1 }],
  ])('breaks nothing, and leaves nothing behind: %s', async (_, parts) => {
    const { broken, passed, loans } = await lived(parts);
    expect(broken).toEqual([]);
    expect(passed).toEqual(expect.arrayContaining(lives));
    expect(loans.filter((one) => one === 'end').length).toBeGreaterThanOrEqual(5);
  });

  test.each<[string, Partial<ToolParts>]>([
    ['there are more pages than are read', { loans: 230 }],
    ['nobody tells whether the page is all', { loans: 47, counted: () => undefined }],
    ['the number is greater than JSON can tell', { nextId: (loans) => 2 ** 60 + loans.size * 2 ** 10 }],
  ])('shows nothing where %s', async (_, parts) => {
    const { broken, passed } = await lived(parts);
    expect(broken).toEqual([]);
    expect(passed.filter((id) => ['lend/listed', 'endLoan/dropped'].includes(id))).toEqual([]);
  });
});
