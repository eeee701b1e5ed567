import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCheckContext, TOOL_PARTS, type ToolParts } from '../../fixtures/plain-contract/tools.ts';
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
  const { record, conclusion } = await runSuite({
    loaded,
    checks: [],
    suiteUnder,
    only: ['listLoans/*', 'getLoan/*'],
    target: { baseUrl: 'http://tools.local', credentials: {}, samples: {}, allow: { writes: false }, headers: {} },
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(createCheckContext({ tools: 3, ...parts }).fetch),
  });
  const { clauses } = buildReport(record, conclusion);
  return clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
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
