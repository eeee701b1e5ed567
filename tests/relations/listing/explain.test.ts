import { expect, test } from 'vitest';
import type { Query } from '../../../src/relations/listing/answer.ts';
import { explanationsOf, faultsOf } from '../../../src/relations/listing/faults.ts';
import { createModelReader, explainedFindings } from '../../../src/relations/listing/findings.ts';
import type { Change } from '../../../src/relations/listing/service.ts';
import { listingJudge } from '../../../src/rules/listing.ts';
import { exchange, json } from '../../support/exchanges.ts';
import { contract, listing, partsOf, tried } from './made-up.ts';

/** The clauses that stand for themselves, and those that fall with one of them. */
async function leadsUnder(change: Change) {
  const { evidence } = await tried(partsOf(130), { change });
  const findings = explainedFindings(createModelReader({ contract, listing }), evidence);
  const slugs = (some: typeof findings) => [...new Set(some.map(({ slug }) => slug))];
  return {
    leads: slugs(findings.filter(({ fallsWith }) => fallsWith === undefined)),
    falling: slugs(findings.filter(({ fallsWith }) => fallsWith !== undefined)),
  };
}

test('one fault is one cause, however many clauses it breaks', async () => {
  const faults = faultsOf(listing).filter((_, index) => index % 7 === 3);
  const told = [];
  for (const { id, change } of faults) told.push({ id, ...(await leadsUnder(change)) });
  const broken = told.filter(({ leads }) => leads.length > 0);
  const leads = broken.reduce((sum, one) => sum + one.leads.length, 0);
  const falling = broken.reduce((sum, one) => sum + one.falling.length, 0);
  expect(broken.length).toBeGreaterThan(20);
  expect(falling).toBeGreaterThan(5);
  // A total that keeps the suite from learning the items is told several times: nobody knows what was not shown.
  expect(leads / broken.length, JSON.stringify(broken.filter((one) => one.leads.length > 1))).toBeLessThan(1.2);
});

test('two faults stay two', async () => {
  const onePageMore: Change = { reply: (reply) => ({ ...reply, pages: (reply.pages ?? 0) + 1 }) };
  const lostFilter: Change = { rewrite: ({ shelf: _shelf, ...rest }) => rest };
  expect((await leadsUnder(onePageMore)).leads).toEqual(['pages-follow-from-total']);
  expect((await leadsUnder(lostFilter)).leads).toEqual(['shelf-filters']);
  const { leads } = await leadsUnder({ ...onePageMore, ...lostFilter });
  expect(leads.toSorted()).toEqual(['pages-follow-from-total', 'shelf-filters']);
});

test('what no request is chosen for explains what is broken all the same', async () => {
  const only = explanationsOf(listing).filter(({ explains }) => explains === true);
  expect(only.length).toBeGreaterThan(5);
  for (const { id, change } of only) {
    const { leads } = await leadsUnder(change);
    expect(leads.length, `${id}: ${leads.join(', ')}`).toBeGreaterThan(0);
    expect(leads.length, `${id}: ${leads.join(', ')}`).toBeLessThanOrEqual(2);
  }
});

test('a total that counts what is not listed is one fault, of no page size and of no summary', async () => {
  const everything: Change = {
    reply: (reply, query) => ({ ...reply, total: 175, pages: Math.ceil(175 / Number(query['n'] ?? 20)) }),
  };
  expect((await leadsUnder(everything)).leads).toEqual(['pages-hold-total']);
});

test('what follows from a broken filter or sort falls with it', async () => {
  // As no fault that is known to the suite: seven days too many, another order altogether, no filter on later pages.
  const lenient: Change = {
    rewrite: (query) =>
      query['until'] === undefined ? query : { ...query, until: String(Number(query['until']) + 7) },
  };
  expect((await leadsUnder(lenient)).leads).toEqual(['until-filters']);
  const byNumber: Change = { found: (rows) => rows.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? '')) };
  const unsorted = await leadsUnder(byNumber);
  expect(unsorted.leads).toEqual([expect.stringMatching(/^sort-by-/u)]);
  const backwards: Change = {
    reply: (reply, query) => (query['order'] === 'weight' ? { ...reply, rows: reply.rows?.toReversed() } : reply),
  };
  const { evidence } = await tried(partsOf(130), { change: backwards });
  const sorted = explainedFindings(createModelReader({ contract, listing }), evidence);
  expect(sorted.map(({ slug, expected }) => `${slug}: ${expected}`)).toContainEqual(
    expect.stringMatching(/^sort-by-weight: weight 0 at place 1 of the listing sorted by weight, ascending$/u),
  );
  const firstPageAlone: Change = {
    rewrite: (query) =>
      Number(query['p'] ?? 1) === 1
        ? query
        : Object.fromEntries(Object.entries(query).filter(([name]) => 'pn'.includes(name))),
  };
  expect((await leadsUnder(firstPageAlone)).leads.length).toBeLessThan(4);
});

test('an overlap that two pages show stays one beside a broken sort', async () => {
  const both: Change = {
    found: (rows) => rows.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? '')),
    window: (window) => ({ ...window, offset: Math.max(0, window.offset - 1) }),
  };
  expect((await leadsUnder(both)).leads).toContain('pages-do-not-overlap');
});

test('what would be right if only the totals were falls with them', async () => {
  // Beside one filter the total counts everything that the search finds: no single fault of the listing does that.
  const change: Change = {
    counts: (query) => (query['shelf'] === undefined ? query : { text: query['text'] ?? '' }),
  };
  const { leads, falling } = await leadsUnder(change);
  expect(leads).toContain('pages-hold-total');
  expect(leads.length, leads.join(', ')).toBeLessThanOrEqual(2);
  expect(falling.length).toBeGreaterThan(0);
  // A request that is not served reads no total.
  const failing: Change = {
    reply: (reply, query) => (query['order'] === 'weight' ? { ...reply, rows: [], failed: 500 } : reply),
  };
  expect((await leadsUnder({ ...change, ...failing })).leads).toContain('sort-by-weight');
});

test('a total of everything beside the right number of pages is one cause', async () => {
  const change: Change = {
    counts: ({ shelf: _shelf, until: _until, text: _text, ...query }) => query,
    reply: (reply, query, found) => ({ ...reply, pages: Math.ceil(found.length / Number(query['n'] ?? 20)) }),
  };
  const { leads, falling } = await leadsUnder(change);
  expect(leads).toEqual(['pages-hold-total']);
  expect(falling).toContain('pages-follow-from-total');
});

test('a first page that is refused by its number hides nothing of the rest', async () => {
  const refused: Change = {
    reply: (reply, query) => (query['p'] === '1' ? { ...reply, rows: [], failed: 400 } : reply),
  };
  const { leads } = await leadsUnder({ ...refused, rewrite: ({ shelf: _shelf, ...rest }) => rest });
  expect(leads).toContain('shelf-filters');
});

test('a cache that keeps answers under the path, or under one parameter of it, is one cause', async () => {
  for (const cacheKey of [() => '', ({ text }: Query) => String(text), ({ shelf }: Query) => String(shelf)]) {
    const { leads, falling } = await leadsUnder({ cacheKey });
    expect(leads).toEqual(['pages-do-not-overlap']);
    expect(falling.length).toBeGreaterThan(3);
  }
});

test('a single short page beside a filter, or a later one, does not tell of the default size, and a first one does', () => {
  const judgeAnswer = listingJudge(contract, 'listParts', new Map());
  const told = (query: Query) => {
    const parts = partsOf(200).filter(({ shelf }) => shelf === 'A');
    const body = { parts: parts.slice(0, 7), count: 130, pages: 7, p: Number(query['p'] ?? 1), n: 20, stats: {} };
    const answer = exchange({ operation: 'listParts', request: { query }, outcome: json(200, body) });
    return judgeAnswer?.(answer).find(({ clause }) => clause === 'listParts/default-page-size')?.violation;
  };
  expect(told({ shelf: 'A' })).toBeUndefined();
  expect(told({ p: '3' })).toBeUndefined();
  expect(told({})).toMatchObject({ actual: '7 items' });
});
