import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCheckContext, TOOL_PARTS, type ToolParts } from '../../fixtures/plain-contract/tools.ts';
import { createClock } from '../../fixtures/world/world.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { packageRoot } from '../../src/package.ts';
import { buildReport } from '../../src/report/build.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { runSuite } from '../../src/run/run.ts';

/** A document that declares nothing: what its listing promises is recognised by names alone. */
const loaded = await loadDocument(join(packageRoot(), 'fixtures/plain-contract/tools.yaml'));
const suiteUnder = suiteCache(loaded, []);

async function judged(parts: Partial<ToolParts>, writes = false) {
  const tools = createCheckContext(parts);
  const clock = createClock(0);
  const { record, conclusion } = await runSuite({
    loaded,
    checks: [],
    suiteUnder,
    target: { baseUrl: 'http://tools.local', credentials: {}, samples: {}, allow: { writes }, headers: {} },
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(tools.fetch),
    clock,
  });
  const report = buildReport(record, conclusion);
  const broken = report.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return { tools, report, broken, waitedMs: clock.now() };
}

interface Bug {
  readonly name: string;
  readonly parts: Partial<ToolParts>;
  readonly shows: string;
}

const { fits, page, order } = TOOL_PARTS;
const without = (name: string, query: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(query).filter(([one]) => one !== name));

const BUGS: readonly Bug[] = [
  {
    name: 'a filter is ignored',
    parts: { fits: (tool, query) => fits(tool, without('kind', query)) },
    shows: 'kind-filters',
  },
  {
    name: 'a bound is ignored',
    parts: { fits: (tool, query) => fits(tool, without('min_price', query)) },
    shows: 'min-price-filters',
  },
  {
    name: 'a bound goes the wrong way',
    parts: {
      fits: (tool, { boughtSince, ...query }) => fits(tool, query) && tool.bought <= (boughtSince ?? tool.bought),
    },
    shows: 'bought-since-filters',
  },
  {
    name: 'of two filters one holds',
    parts: {
      fits: (tool, query) => fits(tool, query['kind'] === undefined ? query : without('shed', query)),
    },
    shows: 'filters-hold-together',
  },
  {
    name: 'the first page is repeated',
    parts: { page: (tools, query) => page(tools, without('page', query)) },
    shows: 'pages-do-not-overlap',
  },
  {
    name: 'each page lacks its last item',
    parts: {
      page: (tools, query) => page(tools, query).slice(0, Number(query['per_page'] ?? 10) - 1),
    },
    shows: 'pages-hold-total',
  },
  {
    name: 'the size is ignored',
    parts: { page: (tools, query) => page(tools, { ...query, per_page: '10' }) },
    shows: 'page-size-bounds-the-page',
  },
  {
    name: 'the total is that of the page',
    parts: { total: (all, query) => page(all, query).length },
    shows: 'pages-hold-total',
  },
  { name: 'the total knows no filter', parts: { total: () => TOOL_PARTS.tools }, shows: 'pages-hold-total' },
  {
    name: 'a sort is ignored',
    parts: { order: (a, b, query) => (query['sort'] === 'price' ? 0 : order(a, b, query)) },
    shows: 'sort-by-price',
  },
  {
    name: 'a search finds everything',
    parts: { fits: (tool, query) => fits(tool, without('q', query)) },
    shows: 'search-narrows',
  },
  {
    name: 'an item opens with another price',
    parts: { opened: (tool) => ({ ...tool, price: tool.price + 1 }) },
    shows: 'same-record-as-listed',
  },
  { name: 'the page is not echoed', parts: { meta: (meta) => ({ ...meta, page: 1 }) }, shows: 'page-is-echoed' },
];

describe('a fault of a recognised relation', () => {
  test.each(BUGS)('is found as a SHOULD: $name', async ({ parts, shows }) => {
    const { broken } = await judged(parts);
    expect(broken.map(({ id }) => id)).toContainEqual(expect.stringMatching(new RegExp(`/${shows}$`, 'u')));
    expect(broken.map(({ level }) => level)).not.toContain('MUST');
  });
});

const CONFORMING: readonly Omit<Bug, 'shows'>[] = [
  { name: 'the service as it is', parts: {} },
  { name: 'a single tool', parts: { tools: 1 } },
  { name: 'no tool at all', parts: { tools: 0 } },
  { name: 'many tools', parts: { tools: 180 } },
  {
    name: 'sorts whose names tell no direction run the other way',
    parts: { order: (a, b, query) => (query['sort'] === '-price' ? 1 : -1) * order(a, b, query) },
  },
  { name: 'an empty listing has one page', parts: { meta: (meta) => ({ page_count: 1, ...meta }) } },
  {
    name: 'a maker is looked for in full',
    parts: { fits: (tool, query) => fits(tool, query) && (query['maker'] ?? tool.maker) === tool.maker },
  },
  {
    name: 'a search is for whole words',
    parts: {
      fits: (tool, { q, ...query }) =>
        fits(tool, query) && (q === undefined || ` ${tool.label} `.toLowerCase().includes(` ${q.toLowerCase()} `)),
    },
  },
];

const LIVES: readonly Bug[] = [
  {
    name: 'every tool is kept under another label',
    parts: { kept: (tool) => ({ ...tool, label: 'A tool' }) },
    shows: 'addTool/listed',
  },
  {
    name: 'every tool is kept at a price of 1',
    parts: { kept: (tool) => ({ ...tool, price: 1 }) },
    shows: 'addTool/listed',
  },
  {
    name: 'what is added is never listed',
    parts: { fits: (tool, query) => fits(tool, query) && tool.bought !== '2026-10-01' },
    shows: 'addTool/listed',
  },
  { name: 'what is dropped stays', parts: { remove: () => true }, shows: 'dropTool/dropped' },
  {
    name: 'dropping one drops all that were added',
    parts: {
      remove: (tools, id) => {
        for (const tool of tools.values()) if (tool.bought === '2026-10-01') tools.delete(tool.id);
        return id !== '';
      },
    },
    shows: 'dropTool/others',
  },
];

describe('a fault of a recognised life', () => {
  test.each(LIVES)('is found as a SHOULD, with leave to write: $name', async ({ parts, shows }) => {
    const { broken } = await judged(parts, true);
    expect(broken.map(({ id }) => id)).toContain(shows);
    expect(broken.filter(({ id }) => id.startsWith('addTool/')).map(({ level }) => level)).not.toContain('MUST');
  });

  test('is never looked for without leave', async () => {
    const { tools, report } = await judged({}, false);
    expect(tools.changes).toEqual([]);
    expect(report.clauses.find(({ id }) => id === 'addTool/listed')?.verdict).toBe('skip');
  });

  test('leaves nothing behind', async () => {
    const { tools, report, broken } = await judged({}, true);
    expect(broken).toEqual([]);
    expect(
      report.clauses.filter(
        ({ id, verdict }) =>
          /^(?:add|drop|get)Tool\/(?:unique|listed|echoed|read|dropped|others|gone)$/u.test(id) && verdict === 'pass',
      ),
    ).toHaveLength(7);
    const added = tools.changes.filter((change) => change === 'add').length;
    expect(added).toBeGreaterThan(4);
    const { meta } = (await (await tools.fetch(new Request('http://tools.local/tools'))).json()) as {
      meta: { total: number };
    };
    expect(meta.total).toBe(TOOL_PARTS.tools);
  });

  test('is looked for by the search where the listing has more than one page can hold', async () => {
    const { broken } = await judged({ tools: 180, kept: (tool) => ({ ...tool, price: 1 }) }, true);
    expect(broken.map(({ id }) => id)).toContain('addTool/listed');
  });

  test('waits only for what a listing can show', async () => {
    expect((await judged({ tools: 180 }, true)).waitedMs).toBe(0);
    expect((await judged({ remove: () => true }, true)).waitedMs).toBeGreaterThan(1000);
  });
});

describe('a conforming service', () => {
  test.each(CONFORMING)('breaks nothing: $name', async ({ parts }) => {
    expect((await judged(parts, true)).broken.map(({ id }) => id)).toEqual([]);
  });
});

test('what is recognised is said once, with the way to leave it out', async () => {
  const { report } = await judged({});
  expect(report.notes.filter((note) => note.startsWith('recognised: '))).toEqual([
    expect.stringContaining('listTools pages by page and per_page, filters by kind'),
  ]);
  expect(report.clauses.find(({ id }) => id === 'listTools/kind-filters')).toMatchObject({
    verdict: 'pass',
    level: 'SHOULD',
    text: expect.stringContaining('--exclude listTools/kind-filters leaves it out') as unknown,
  });
});

test('another convention of paging is no breach of a MUST', async () => {
  const { report, broken } = await judged({
    page: (tools, query) => page(tools, { ...query, page: String(Number(query['page'] ?? 0) + 1) }),
  });
  expect(broken.length).toBeGreaterThan(0);
  expect(report.outcome.exitStatus).toBe(0);
});
