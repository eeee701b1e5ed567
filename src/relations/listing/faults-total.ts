import type { Listing } from '../../contract/listing.ts';
import type { Query } from './answer.ts';
import { always, cap, type Fault, isSelective, LATE, names, unfiltered, without } from './fault.ts';
import type { Reply } from './service.ts';
import { SLUGS } from './slugs.ts';
import { pageOf, sizeOf } from './values.ts';

export function totalFaults(listing: Listing): readonly Fault[] {
  const later = (query: Query) => pageOf(listing, query) > 1;
  const selective = (query: Query) => isSelective(listing, query);
  const total = (
    id: string,
    slug: string,
    because: string,
    when: (query: Query) => boolean,
    count: (reply: Reply, query: Query) => number,
  ): readonly Fault[] => [
    {
      id,
      slug,
      because,
      when,
      change: {
        reply: (one, query) => (when(query) ? { ...one, ...counted(listing, query, count(one, query)) } : one),
      },
    },
    {
      id: `${id}-alone`,
      explains: true,
      slug,
      because: `${because}, and the pages are right`,
      when,
      change: { reply: (reply, query) => (when(query) ? { ...reply, total: count(reply, query) } : reply) },
    },
  ];
  const { filters, search } = listing;
  const parameters = [...filters, ...(search === undefined ? [] : [search])].map(({ parameter }) => parameter);
  return [
    ...parameters.map(
      (parameter): Fault => ({
        id: `total-without-${parameter}`,
        explains: true,
        slug: SLUGS.holdTotal,
        because: `the total leaves ${parameter} out of account`,
        when: names(parameter),
        change: { counts: (query) => without(query, parameter) },
      }),
    ),
    ...total(
      'total-of-the-page',
      SLUGS.holdTotal,
      'the total counts the page alone',
      always,
      ({ rows }) => rows.length,
    ),
    ...total(
      'total-too-great',
      SLUGS.holdTotal,
      'the total is one too great',
      always,
      (reply) => (reply.total ?? 0) + 1,
    ),
    ...total(
      'total-too-small',
      SLUGS.holdTotal,
      'the total is one too small',
      always,
      (reply) => (reply.total ?? 0) - 1,
    ).map((fault) => ({ ...fault, explains: true as const })),
    ...total('total-capped', SLUGS.holdTotal, 'the total ends at fifty', always, (reply) =>
      Math.min(reply.total ?? 0, 50),
    ),
    ...total(
      'total-of-later-pages',
      SLUGS.sameTotal,
      'later pages count what is left',
      later,
      (reply, query) => (reply.total ?? 0) - pageOf(listing, query) + 1,
    ),
    ...total(
      'total-of-late-pages',
      SLUGS.sameTotal,
      'late pages count one more',
      (query) => pageOf(listing, query) > LATE,
      (reply) => (reply.total ?? 0) + 1,
    ),
    {
      id: 'total-of-everything',
      slug: SLUGS.holdTotal,
      because: 'the total leaves the filters out of account',
      when: selective,
      change: { counts: (query) => unfiltered(listing, query) },
    },
    {
      id: 'later-total-of-everything',
      slug: SLUGS.sameTotal,
      because: 'on later pages the total leaves the filters out of account',
      when: (query) => selective(query) && later(query),
      change: { counts: (query) => (later(query) ? unfiltered(listing, query) : query) },
    },
  ];
}

export function counted(listing: Listing, query: Query, total: number): Pick<Reply, 'total' | 'pages'> {
  return { total, pages: Math.ceil(total / sizeOf(listing, query)) };
}

export function counterFaults(listing: Listing): readonly Fault[] {
  const { page, size } = listing;
  const counter = (
    id: string,
    slug: string,
    because: string,
    when: (query: Query) => boolean,
    change: (reply: Reply, query: Query) => Partial<Reply>,
  ): Fault => ({
    id,
    slug,
    because,
    when,
    change: { reply: (reply, query) => (when(query) ? { ...reply, ...change(reply, query) } : reply) },
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
      (_reply, query) => ({ page: pageOf(listing, query) - 1 }),
    ),
    counter(
      'page-echo-capped',
      SLUGS.pageEcho,
      'no page beyond the fifth comes back',
      (query) => pageOf(listing, query) > LATE,
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
      (query) => sizeOf(listing, query) > cap(listing) && query[size.parameter] !== undefined,
      () => ({ size: cap(listing) }),
    ),
    counter(
      'default-page-echo',
      SLUGS.defaultPage,
      'without a page, page 0 comes back',
      (query) => query[page.parameter] === undefined,
      () => ({ page: 0 }),
    ),
    counter(
      'default-size-echo',
      SLUGS.defaultSize,
      'without a size, another one comes back',
      (query) => query[size.parameter] === undefined,
      () => ({ size: 10 }),
    ),
    ...(listing.pages === undefined
      ? []
      : [
          counter('pages-rounded-down', SLUGS.pages, 'pages are rounded down', always, ({ total = 0 }, query) => ({
            pages: Math.floor(total / sizeOf(listing, query)),
          })),
          counter('pages-one-more', SLUGS.pages, 'there is always a page more', always, ({ total = 0 }, query) => ({
            pages: Math.floor(total / sizeOf(listing, query)) + 1,
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
            (query) => isSelective(listing, query),
            ({ total = 0 }, query) => ({ pages: Math.floor(total / sizeOf(listing, query)) }),
          ),
        ]),
  ];
}
