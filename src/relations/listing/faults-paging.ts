import type { Listing } from '../../contract/listing.ts';
import type { Ask } from './answer.ts';
import { ANY, type Fault, LATE, isSelective, names, unfiltered, without } from './fault.ts';
import type { Reply } from './service.ts';
import { orderedSlug, SLUGS, summarySlug } from './slugs.ts';
import { filtersOf, pageOf, searchOf, sizeOf, sortMember } from './values.ts';

const always = (): boolean => true;

/** Faults of pages, totals, echoes and summaries. */
export function pagingFaults(listing: Listing): readonly Fault[] {
  return [
    ...windowFaults(listing),
    ...defaultFaults(listing),
    ...totalFaults(listing),
    ...counterFaults(listing),
    ...cacheFaults(listing),
    {
      id: 'another-answer-again',
      slug: SLUGS.repeat,
      because: 'a request that is sent again gets the next page',
      when: always,
      bend: { repeated: (ask) => ({ ...ask, [listing.page.parameter]: String(pageOf(listing, ask) + 1) }) },
    },
    ...summaryFaults(listing),
  ];
}

/** Where a service works out a page by another way, and does it wrong there alone. */
function situations(listing: Listing): readonly { readonly name: string; readonly when: (ask: Ask) => boolean }[] {
  const later = (ask: Ask) => pageOf(listing, ask) > 1;
  return [
    { name: '', when: later },
    { name: '#late-pages', when: (ask) => pageOf(listing, ask) > LATE },
    { name: '#small-pages', when: (ask) => later(ask) && sizeOf(listing, ask) < 10 },
    {
      name: '#largest-size',
      when: (ask) => later(ask) && sizeOf(listing, ask) === listing.schemas[listing.size.parameter]?.maximum,
    },
    { name: '#beside-a-filter', when: (ask) => later(ask) && filtersOf(listing, ask).length > 0 },
    ...(listing.search === undefined
      ? []
      : [{ name: '#beside-a-search', when: (ask: Ask) => later(ask) && searchOf(listing, ask) !== undefined }]),
    ...(listing.sort === undefined
      ? []
      : [{ name: '#beside-a-sort', when: (ask: Ask) => later(ask) && sortMember(listing, ask) !== undefined }]),
  ];
}

function windowFaults(listing: Listing): readonly Fault[] {
  const { page, size } = listing;
  const shifted = situations(listing).flatMap(({ name, when }): readonly Fault[] => [
    {
      id: `overlap${name}`,
      slug: SLUGS.disjoint,
      because: 'a page begins with the last item of the one before',
      when,
      bend: { window: (window, ask) => (when(ask) ? { ...window, offset: window.offset - 1 } : window) },
    },
    {
      id: `overlap-instead${name}`,
      slug: SLUGS.disjoint,
      because: 'a page begins with the last item of the one before, instead of its own first',
      when,
      bend: {
        reply: (reply, ask, found) => (when(ask) ? { ...reply, rows: instead(listing, reply, ask, found) } : reply),
      },
    },
    {
      id: `gap${name}`,
      slug: SLUGS.holdTotal,
      because: 'an item between two pages is on neither',
      when,
      bend: { window: (window, ask) => (when(ask) ? { ...window, offset: window.offset + 1 } : window) },
    },
  ]);
  return [
    ...shifted,
    {
      id: 'page-ignored',
      slug: SLUGS.disjoint,
      because: 'every page is the first one',
      when: (ask) => pageOf(listing, ask) > 1,
      bend: { window: (window) => ({ ...window, offset: 0 }) },
    },
    {
      id: 'pages-from-zero',
      slug: SLUGS.holdTotal,
      because: 'pages are counted from zero',
      when: names(page.parameter),
      bend: {
        window: (window, ask) =>
          ask[page.parameter] === undefined ? window : { ...window, offset: window.offset + window.size },
      },
    },
    {
      id: 'short-last-page',
      slug: SLUGS.remainder,
      because: 'the last page lacks its last item',
      when: (ask) => pageOf(listing, ask) > 1,
      bend: {
        window: (window, _ask, total) =>
          window.offset > 0 && window.offset + window.size >= total
            ? { ...window, size: total - window.offset - 1 }
            : window,
      },
    },
    {
      id: 'short-full-page',
      slug: SLUGS.holdTotal,
      because: 'a page that is not the last lacks an item',
      when: always,
      bend: {
        window: (window, _ask, total) =>
          window.offset + window.size < total && window.size > 1 ? { ...window, size: window.size - 1 } : window,
      },
    },
    {
      id: 'short-late-page',
      slug: SLUGS.holdTotal,
      because: 'a late page lacks its last item',
      when: (ask) => pageOf(listing, ask) > LATE,
      bend: { window: (window, ask) => (pageOf(listing, ask) > LATE ? { ...window, size: window.size - 1 } : window) },
    },
    {
      id: 'one-too-many',
      slug: SLUGS.sizeBound,
      because: 'a page holds one item more than it may',
      when: names(size.parameter),
      bend: {
        window: (window, ask) => (ask[size.parameter] === undefined ? window : { ...window, size: window.size + 1 }),
      },
    },
    {
      id: 'size-ignored',
      slug: SLUGS.sizeBound,
      because: 'every page has the default size',
      when: names(size.parameter),
      bend: { rewrite: (ask) => without(ask, size.parameter) },
    },
    {
      id: 'size-ignored-beside-a-filter',
      slug: SLUGS.sizeBound,
      because: 'beside a filter every page has the default size',
      when: (ask) => ask[size.parameter] !== undefined && isSelective(listing, ask),
      bend: { rewrite: (ask) => (isSelective(listing, ask) ? without(ask, size.parameter) : ask) },
    },
    {
      id: 'size-capped',
      slug: SLUGS.holdTotal,
      because: 'no page holds more than half the largest size',
      when: (ask) => sizeOf(listing, ask) > cap(listing),
      bend: { window: (window) => ({ ...window, size: Math.min(window.size, cap(listing)) }) },
    },
    {
      id: 'item-twice',
      slug: SLUGS.disjoint,
      because: 'a page holds its first item twice',
      when: always,
      bend: {
        reply: (reply) =>
          reply.rows.length < 2 ? reply : { ...reply, rows: [...reply.rows.slice(0, -1), ...reply.rows.slice(0, 1)] },
      },
    },
    {
      id: 'last-item-lost',
      slug: SLUGS.holdTotal,
      because: 'the last item of everything is never shown',
      when: always,
      bend: {
        window: (window, _ask, total) =>
          window.offset + window.size >= total && window.offset === 0 ? { ...window, size: total - 1 } : window,
      },
    },
  ];
}

function instead(listing: Listing, { rows }: Reply, ask: Ask, found: readonly Reply['rows'][number][]): Reply['rows'] {
  const before = found[(pageOf(listing, ask) - 1) * sizeOf(listing, ask) - 1];
  return before === undefined || rows.length === 0 ? rows : [before, ...rows.slice(1)];
}

function cap({ schemas, size }: Listing): number {
  return Math.floor(Number(schemas[size.parameter]?.maximum ?? 100) / 2);
}

function defaultFaults(listing: Listing): readonly Fault[] {
  const { page, size, defaults } = listing;
  const [noPage, noSize] = [
    (ask: Ask) => ask[page.parameter] === undefined,
    (ask: Ask) => ask[size.parameter] === undefined,
  ];
  const half = String(Math.floor(Number(defaults[size.parameter] ?? 20) / 2));
  return [
    {
      id: 'second-page-by-default',
      slug: SLUGS.defaultPage,
      because: 'without a page the second one comes',
      when: noPage,
      bend: {
        rewrite: (ask) => (noPage(ask) ? { ...ask, [page.parameter]: '2' } : ask),
        reply: (reply, ask) => (noPage(ask) ? { ...reply, page: 2 } : reply),
      },
    },
    {
      id: 'second-page-unsaid',
      slug: SLUGS.defaultPage,
      because: 'without a page the second one comes, and is called the first',
      when: noPage,
      bend: { rewrite: (ask) => (noPage(ask) ? { ...ask, [page.parameter]: '2' } : ask) },
    },
    {
      id: 'half-the-size-on-later-pages',
      slug: SLUGS.defaultSize,
      because: 'without a size the second page holds half as many',
      when: (ask) => noSize(ask) && pageOf(listing, ask) > 1,
      bend: {
        window: (window, ask) => (noSize(ask) && pageOf(listing, ask) > 1 ? { ...window, size: Number(half) } : window),
      },
    },
    {
      id: 'half-the-size-by-default',
      slug: SLUGS.defaultSize,
      because: 'without a size a page holds half as many',
      when: noSize,
      bend: {
        rewrite: (ask) => (noSize(ask) ? { ...ask, [size.parameter]: half } : ask),
        reply: (reply, ask) => (noSize(ask) ? { ...reply, size: Number(half) } : reply),
      },
    },
    {
      id: 'half-the-size-unsaid',
      slug: SLUGS.defaultSize,
      because: 'without a size a page holds half as many, and does not say so',
      when: noSize,
      bend: { window: (window, ask) => (noSize(ask) ? { ...window, size: Number(half) } : window) },
    },
    {
      id: 'half-the-size-beside-filters',
      slug: SLUGS.defaultSize,
      because: 'without a size, beside a filter, a page holds half as many',
      when: (ask) => noSize(ask) && isSelective(listing, ask),
      bend: {
        window: (window, ask) =>
          noSize(ask) && isSelective(listing, ask) ? { ...window, size: Number(half) } : window,
      },
    },
  ];
}

function totalFaults(listing: Listing): readonly Fault[] {
  const later = (ask: Ask) => pageOf(listing, ask) > 1;
  const selective = (ask: Ask) => isSelective(listing, ask);
  const total = (
    id: string,
    slug: string,
    because: string,
    when: (ask: Ask) => boolean,
    change: (reply: Reply, ask: Ask) => number,
  ): Fault => ({
    id,
    slug,
    because,
    when,
    bend: { reply: (reply, ask) => (when(ask) ? { ...reply, ...counted(listing, ask, change(reply, ask)) } : reply) },
  });
  return [
    total('total-of-the-page', SLUGS.holdTotal, 'the total counts the page alone', always, ({ rows }) => rows.length),
    total('total-too-great', SLUGS.holdTotal, 'the total is one too great', always, (reply) => (reply.total ?? 0) + 1),
    total('total-capped', SLUGS.holdTotal, 'the total ends at fifty', always, (reply) =>
      Math.min(reply.total ?? 0, 50),
    ),
    total(
      'total-of-later-pages',
      SLUGS.sameTotal,
      'later pages count what is left',
      later,
      (reply, ask) => (reply.total ?? 0) - pageOf(listing, ask) + 1,
    ),
    total(
      'total-of-late-pages',
      SLUGS.sameTotal,
      'late pages count one more',
      (ask) => pageOf(listing, ask) > LATE,
      (reply) => (reply.total ?? 0) + 1,
    ),
    {
      id: 'total-of-everything',
      slug: SLUGS.holdTotal,
      because: 'the total leaves the filters out of account',
      when: selective,
      bend: { counts: (ask) => unfiltered(listing, ask) },
    },
    {
      id: 'later-total-of-everything',
      slug: SLUGS.sameTotal,
      because: 'on later pages the total leaves the filters out of account',
      when: (ask) => selective(ask) && later(ask),
      bend: { counts: (ask) => (later(ask) ? unfiltered(listing, ask) : ask) },
    },
  ];
}

function counted(listing: Listing, ask: Ask, total: number): Pick<Reply, 'total' | 'pages'> {
  return { total, pages: Math.ceil(total / sizeOf(listing, ask)) };
}

function counterFaults(listing: Listing): readonly Fault[] {
  const { page, size } = listing;
  const counter = (
    id: string,
    slug: string,
    because: string,
    when: (ask: Ask) => boolean,
    change: (reply: Reply, ask: Ask) => Partial<Reply>,
  ): Fault => ({
    id,
    slug,
    because,
    when,
    bend: { reply: (reply, ask) => (when(ask) ? { ...reply, ...change(reply, ask) } : reply) },
  });
  return [
    counter(
      'page-echo-first',
      SLUGS.pageEcho,
      'the page that comes back is always the first',
      names(page.parameter),
      () => ({ page: 1 }),
    ),
    counter(
      'page-echo-from-zero',
      SLUGS.pageEcho,
      'the page that comes back is counted from zero',
      names(page.parameter),
      (_reply, ask) => ({ page: pageOf(listing, ask) - 1 }),
    ),
    counter(
      'page-echo-capped',
      SLUGS.pageEcho,
      'no page beyond the fifth comes back',
      (ask) => pageOf(listing, ask) > LATE,
      () => ({ page: LATE }),
    ),
    counter(
      'size-echo-default',
      SLUGS.sizeEcho,
      'the page size that comes back is always the default',
      names(size.parameter),
      () => ({ size: Number(listing.defaults[size.parameter] ?? 20) }),
    ),
    counter(
      'size-echo-rows',
      SLUGS.sizeEcho,
      'the page size that comes back is the number of items',
      names(size.parameter),
      ({ rows }) => ({ size: rows.length }),
    ),
    counter(
      'size-echo-of-largest',
      SLUGS.sizeEcho,
      'of the largest page size half comes back',
      (ask) => sizeOf(listing, ask) > cap(listing) && ask[size.parameter] !== undefined,
      () => ({ size: cap(listing) }),
    ),
    counter(
      'default-page-echo',
      SLUGS.defaultPage,
      'without a page, page 0 comes back',
      (ask) => ask[page.parameter] === undefined,
      () => ({ page: 0 }),
    ),
    counter(
      'default-size-echo',
      SLUGS.defaultSize,
      'without a size, another one comes back',
      (ask) => ask[size.parameter] === undefined,
      () => ({ size: 10 }),
    ),
    ...(listing.pages === undefined
      ? []
      : [
          counter('pages-rounded-down', SLUGS.pages, 'pages are rounded down', always, ({ total = 0 }, ask) => ({
            pages: Math.floor(total / sizeOf(listing, ask)),
          })),
          counter('pages-one-more', SLUGS.pages, 'there is always a page more', always, ({ total = 0 }, ask) => ({
            pages: Math.floor(total / sizeOf(listing, ask)) + 1,
          })),
          counter(
            'pages-by-default-size',
            SLUGS.pages,
            'pages are worked out for the default size',
            names(size.parameter),
            ({ total = 0 }) => ({ pages: Math.ceil(total / Number(listing.defaults[size.parameter] ?? 20)) }),
          ),
          counter(
            'pages-of-everything',
            SLUGS.pages,
            'beside a filter pages are rounded down',
            (ask) => isSelective(listing, ask),
            ({ total = 0 }, ask) => ({ pages: Math.floor(total / sizeOf(listing, ask)) }),
          ),
        ]),
  ];
}

/** A cache that forgets one parameter: what differs in it alone gets the same answer. */
function cacheFaults(listing: Listing): readonly Fault[] {
  return Object.keys(listing.schemas).map((parameter) => ({
    id: `cache-forgets-${parameter}`,
    slug: ANY,
    because: `answers are kept without regard to ${parameter}`,
    when: always,
    bend: { keptUnder: (ask) => JSON.stringify(without(ask, parameter)) },
  }));
}

function summaryFaults(listing: Listing): readonly Fault[] {
  return listing.summaries.flatMap((summary, index): readonly Fault[] => {
    const change = (id: string, slug: string, because: string, make: (reply: Reply, ask: Ask) => unknown): Fault => ({
      id,
      slug,
      because,
      when: always,
      bend: {
        reply: (reply, ask) => ({
          ...reply,
          summaries: reply.summaries.map((value, place) => (place === index ? make(reply, ask) : value)),
        }),
      },
    });
    const slug = summarySlug(summary);
    if ('total' in summary)
      return [
        change(`${slug}-of-the-page`, slug, 'the summary counts the page alone', ({ rows }) => rows.length),
        change(
          `${slug}-on-late-pages`,
          slug,
          'on late pages the summary counts one too many',
          ({ total }, ask) => (total ?? 0) + (pageOf(listing, ask) > LATE ? 1 : 0),
        ),
        change(`${slug}-one-more`, slug, 'the summary counts one too many', ({ total }) => (total ?? 0) + 1),
      ];
    if ('counts' in summary)
      return [
        change(`${slug}-too-great`, slug, 'a count is greater than there are items', ({ summaries }) =>
          changedCounts(summaries[index], (count) => count * 2 + 1),
        ),
        change(`${slug}-of-the-page`, slug, 'the items of the page alone are counted', ({ rows }) =>
          countsOf(rows, summary.member),
        ),
      ];
    return [
      change(`${slug}-reversed`, orderedSlug(summary), 'the ends of the range are exchanged', ({ summaries }) =>
        reversed(summaries[index]),
      ),
      change(`${slug}-too-narrow`, slug, 'the range ends before its last item', ({ summaries }) =>
        narrowed(summaries[index]),
      ),
      change(`${slug}-absent`, slug, 'the range is null', () => null),
    ];
  });
}

function changedCounts(counts: unknown, change: (count: number) => number): unknown {
  return Object.fromEntries(Object.entries(counts ?? {}).map(([value, count]) => [value, change(Number(count))]));
}

function countsOf(rows: Reply['rows'], member: string): unknown {
  const counts: Record<string, number> = {};
  for (const { values } of rows) counts[String(values[member])] = (counts[String(values[member])] ?? 0) + 1;
  return counts;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function reversed(range: unknown): unknown {
  const { min, max } = (range ?? { min: 0, max: 0 }) as Range;
  return range === null ? range : { min: max, max: min };
}

function narrowed(range: unknown): unknown {
  const { min, max } = (range ?? { min: 0, max: 0 }) as Range;
  return range === null || min === max ? range : { min: min + 1, max };
}
