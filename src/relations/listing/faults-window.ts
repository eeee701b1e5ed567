import type { Listing } from '../../contract/listing.ts';
import type { Query, Row } from './answer.ts';
import { always, cap, type Fault, isSelective, LATE, names, without } from './fault.ts';
import type { Reply } from './service.ts';
import { SLUGS } from './slugs.ts';
import { filtersOf, pageOf, searchOf, sizeOf, sortMember } from './values.ts';

/** Where a service works out a page by another way, and does it wrong there alone. */
function situations(listing: Listing): readonly { readonly name: string; readonly when: (query: Query) => boolean }[] {
  const later = (query: Query) => pageOf(listing, query) > 1;
  return [
    { name: '', when: later },
    { name: '#late-pages', when: (query) => pageOf(listing, query) > LATE },
    { name: '#small-pages', when: (query) => later(query) && sizeOf(listing, query) < 10 },
    {
      name: '#largest-size',
      when: (query) => later(query) && sizeOf(listing, query) === listing.schemas[listing.size.parameter]?.maximum,
    },
    { name: '#beside-a-filter', when: (query) => later(query) && filtersOf(listing, query).length > 0 },
    ...(listing.search === undefined
      ? []
      : [{ name: '#beside-a-search', when: (query: Query) => later(query) && searchOf(listing, query) !== undefined }]),
    ...(listing.sort === undefined
      ? []
      : [{ name: '#beside-a-sort', when: (query: Query) => later(query) && sortMember(listing, query) !== undefined }]),
  ];
}

export function windowFaults(listing: Listing): readonly Fault[] {
  const { page, size } = listing;
  const [numbered, sized] = [names(page.parameter), names(size.parameter)];
  const late = (query: Query) => pageOf(listing, query) > LATE;
  const shifted = situations(listing).flatMap(({ name, when }): readonly Fault[] => [
    {
      id: `overlap${name}`,
      slug: SLUGS.disjoint,
      because: 'a page begins with the last item of the one before',
      when,
      change: { window: (window, query) => (when(query) ? { ...window, offset: window.offset - 1 } : window) },
    },
    {
      id: `overlap-instead${name}`,
      slug: SLUGS.disjoint,
      because: 'a page begins with the last item of the one before, instead of its own first',
      when,
      change: {
        reply: (reply, query, found) =>
          when(query) ? { ...reply, rows: overlapping(listing, reply, query, found) } : reply,
      },
    },
    {
      id: `gap${name}`,
      slug: SLUGS.holdTotal,
      because: 'an item between two pages is on neither',
      when,
      change: { window: (window, query) => (when(query) ? { ...window, offset: window.offset + 1 } : window) },
    },
  ]);
  return [
    ...shifted,
    {
      id: 'page-ignored',
      slug: SLUGS.disjoint,
      because: 'every page is the first one',
      when: (query) => pageOf(listing, query) > 1,
      change: { window: (window) => ({ ...window, offset: 0 }) },
    },
    {
      id: 'pages-from-zero',
      slug: SLUGS.holdTotal,
      because: 'pages are counted from zero',
      when: numbered,
      change: {
        window: (window, query) => (numbered(query) ? { ...window, offset: window.offset + window.size } : window),
      },
    },
    {
      id: 'first-page-skipped',
      slug: SLUGS.holdTotal,
      because: 'every page is the one after it',
      when: always,
      change: { window: (window) => ({ ...window, offset: window.offset + window.size }) },
    },
    {
      id: 'short-end',
      slug: SLUGS.remainder,
      because: 'the last item of what is found is never shown',
      when: always,
      change: {
        window: (window, _query, total) =>
          window.offset + window.size >= total ? { ...window, size: total - window.offset - 1 } : window,
      },
    },
    {
      id: 'short-last-page',
      slug: SLUGS.remainder,
      because: 'the last page lacks its last item',
      when: (query) => pageOf(listing, query) > 1,
      change: {
        window: (window, _query, total) =>
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
      change: {
        window: (window, _query, total) =>
          window.offset + window.size < total && window.size > 1 ? { ...window, size: window.size - 1 } : window,
      },
    },
    {
      id: 'short-late-page',
      slug: SLUGS.holdTotal,
      because: 'a late page lacks its last item',
      when: late,
      change: { window: (window, query) => (late(query) ? { ...window, size: window.size - 1 } : window) },
    },
    {
      id: 'one-too-many',
      slug: SLUGS.sizeBound,
      because: 'a page holds one item more than it may',
      when: sized,
      change: { window: (window, query) => (sized(query) ? { ...window, size: window.size + 1 } : window) },
    },
    {
      id: 'one-too-many-in-any-case',
      explains: true,
      slug: SLUGS.sizeBound,
      because: 'a page holds one item more than it may, asked for or not',
      when: always,
      change: { window: (window) => ({ ...window, size: window.size + 1 }) },
    },
    {
      id: 'offset-by-default-size',
      explains: true,
      slug: SLUGS.disjoint,
      because: 'pages begin where those of the default size would',
      when: (query) => query[size.parameter] !== undefined && pageOf(listing, query) > 1,
      change: {
        window: (window, query) => ({
          ...window,
          offset: (pageOf(listing, query) - 1) * sizeOf(listing, without(query, size.parameter)),
        }),
      },
    },
    {
      id: 'size-ignored-on-later-pages',
      explains: true,
      slug: SLUGS.sizeBound,
      because: 'every page but the first has the default size',
      when: (query) => query[size.parameter] !== undefined && pageOf(listing, query) > 1,
      change: { rewrite: (query) => (pageOf(listing, query) > 1 ? without(query, size.parameter) : query) },
    },
    {
      id: 'size-ignored',
      slug: SLUGS.sizeBound,
      because: 'every page has the default size',
      when: names(size.parameter),
      change: { rewrite: (query) => without(query, size.parameter) },
    },
    {
      id: 'size-ignored-beside-a-filter',
      slug: SLUGS.sizeBound,
      because: 'beside a filter every page has the default size',
      when: (query) => query[size.parameter] !== undefined && isSelective(listing, query),
      change: { rewrite: (query) => (isSelective(listing, query) ? without(query, size.parameter) : query) },
    },
    {
      id: 'size-capped',
      slug: SLUGS.holdTotal,
      because: 'no page holds more than half the largest size',
      when: (query) => sizeOf(listing, query) > cap(listing),
      change: { window: (window) => ({ ...window, size: Math.min(window.size, cap(listing)) }) },
    },
    {
      id: 'item-twice',
      slug: SLUGS.disjoint,
      because: 'a page holds its first item twice',
      when: always,
      change: {
        reply: (reply) =>
          reply.rows.length < 2 ? reply : { ...reply, rows: [...reply.rows.slice(0, -1), ...reply.rows.slice(0, 1)] },
      },
    },
    {
      id: 'last-item-lost',
      slug: SLUGS.holdTotal,
      because: 'the last item of everything is never shown',
      when: always,
      change: {
        window: (window, _query, total) =>
          window.offset + window.size >= total && window.offset === 0 ? { ...window, size: total - 1 } : window,
      },
    },
  ];
}

/** The page with the last item of the one before in the place of its first. */
function overlapping(listing: Listing, { rows }: Reply, query: Query, found: readonly Row[]): readonly Row[] {
  const before = found[(pageOf(listing, query) - 1) * sizeOf(listing, query) - 1];
  return before === undefined || rows.length === 0 ? rows : [before, ...rows.slice(1)];
}

export function defaultFaults(listing: Listing): readonly Fault[] {
  const { page, size, defaults } = listing;
  const [noPage, noSize] = [
    (query: Query) => query[page.parameter] === undefined,
    (query: Query) => query[size.parameter] === undefined,
  ];
  const half = String(Math.floor(Number(defaults[size.parameter] ?? 20) / 2));
  const later = (query: Query) => noSize(query) && pageOf(listing, query) > 1;
  return [
    {
      id: 'second-page-by-default',
      slug: SLUGS.defaultPage,
      because: 'without a page the second one comes',
      when: noPage,
      change: {
        rewrite: (query) => (noPage(query) ? { ...query, [page.parameter]: '2' } : query),
        reply: (reply, query) => (noPage(query) ? { ...reply, page: 2 } : reply),
      },
    },
    {
      id: 'second-page-unsaid',
      slug: SLUGS.defaultPage,
      because: 'without a page the second one comes, and is called the first',
      when: noPage,
      change: { rewrite: (query) => (noPage(query) ? { ...query, [page.parameter]: '2' } : query) },
    },
    {
      id: 'half-the-size-on-later-pages',
      slug: SLUGS.defaultSize,
      because: 'without a size the second page holds half as many',
      when: later,
      change: { window: (window, query) => (later(query) ? { ...window, size: Number(half) } : window) },
    },
    {
      id: 'half-the-size-by-default',
      slug: SLUGS.defaultSize,
      because: 'without a size a page holds half as many',
      when: noSize,
      change: {
        rewrite: (query) => (noSize(query) ? { ...query, [size.parameter]: half } : query),
        reply: (reply, query) => (noSize(query) ? { ...reply, size: Number(half) } : reply),
      },
    },
    {
      id: 'half-the-size-unsaid',
      slug: SLUGS.defaultSize,
      because: 'without a size a page holds half as many, and does not say so',
      when: noSize,
      change: { window: (window, query) => (noSize(query) ? { ...window, size: Number(half) } : window) },
    },
    {
      id: 'half-the-size-beside-filters',
      slug: SLUGS.defaultSize,
      because: 'without a size, beside a filter, a page holds half as many',
      when: (query) => noSize(query) && isSelective(listing, query),
      change: {
        window: (window, query) =>
          noSize(query) && isSelective(listing, query) ? { ...window, size: Number(half) } : window,
      },
    },
  ];
}
