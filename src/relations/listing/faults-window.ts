import type { Listing } from '../../contract/listing.ts';
import type { Ask } from './answer.ts';
import { always, cap, type Fault, isSelective, LATE, names, without } from './fault.ts';
import type { Reply } from './service.ts';
import { SLUGS } from './slugs.ts';
import { filtersOf, pageOf, searchOf, sizeOf, sortMember } from './values.ts';

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

export function windowFaults(listing: Listing): readonly Fault[] {
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
      id: 'first-page-skipped',
      slug: SLUGS.holdTotal,
      because: 'every page is the one after it',
      when: always,
      bend: { window: (window) => ({ ...window, offset: window.offset + window.size }) },
    },
    {
      id: 'short-end',
      slug: SLUGS.remainder,
      because: 'the last item of what is found is never shown',
      when: always,
      bend: {
        window: (window, _ask, total) =>
          window.offset + window.size >= total ? { ...window, size: total - window.offset - 1 } : window,
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
      id: 'one-too-many-in-any-case',
      explains: true,
      slug: SLUGS.sizeBound,
      because: 'a page holds one item more than it may, asked for or not',
      when: always,
      bend: { window: (window) => ({ ...window, size: window.size + 1 }) },
    },
    {
      id: 'offset-by-default-size',
      explains: true,
      slug: SLUGS.disjoint,
      because: 'pages begin where those of the default size would',
      when: (ask) => ask[size.parameter] !== undefined && pageOf(listing, ask) > 1,
      bend: {
        window: (window, ask) => ({
          ...window,
          offset: (pageOf(listing, ask) - 1) * sizeOf(listing, without(ask, size.parameter)),
        }),
      },
    },
    {
      id: 'size-ignored-on-later-pages',
      explains: true,
      slug: SLUGS.sizeBound,
      because: 'every page but the first has the default size',
      when: (ask) => ask[size.parameter] !== undefined && pageOf(listing, ask) > 1,
      bend: { rewrite: (ask) => (pageOf(listing, ask) > 1 ? without(ask, size.parameter) : ask) },
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

export function defaultFaults(listing: Listing): readonly Fault[] {
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
