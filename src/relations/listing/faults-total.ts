import type { Listing } from '../../contract/listing.ts';
import type { Query } from './answer.ts';
import {
  always,
  explaining,
  type Fault,
  halfSize,
  inReply,
  inTotal,
  isSelective,
  LATE,
  lacks,
  names,
  unfiltered,
  type When,
  without,
} from './fault.ts';
import type { Change, Reply } from './service.ts';
import { SLUGS } from './slugs.ts';
import { pageOf, sizeOf } from './values.ts';

/** A wrong total. It gives two faults: with a number of pages that agrees with it, and with the right number. */
type TotalRow = readonly [
  id: string,
  slug: string,
  because: string,
  when: When,
  count: (total: number, reply: Reply, query: Query) => number,
];

export function totalFaults(listing: Listing): readonly Fault[] {
  const { filters, search } = listing;
  const later: When = (query) => pageOf(listing, query) > 1;
  const late: When = (query) => pageOf(listing, query) > LATE;
  const selective: When = (query) => isSelective(listing, query);
  const everything = (query: Query) => unfiltered(listing, query);
  const total = (...row: TotalRow) => wrongTotals(listing, row);
  const counts = (...row: Parameters<typeof inTotal>) => withRightPages(listing, inTotal(...row));
  const parameters = [...filters, ...(search === undefined ? [] : [search])].map(({ parameter }) => parameter);
  const [hold, same] = [SLUGS.holdTotal, SLUGS.sameTotal];
  return [
    ...parameters.flatMap((one) => {
      const because = `the total leaves ${one} out of account`;
      return counts(`total-without-${one}`, hold, because, names(one), (query) => without(query, one)).map(explaining);
    }),
    ...total('total-of-the-page', hold, 'the total counts the page alone', always, (_all, { rows }) => rows.length),
    ...total('total-too-great', hold, 'the total is one too great', always, (all) => all + 1),
    ...total('total-too-small', hold, 'the total is one too small', always, (all) => all - 1).map(explaining),
    ...total('total-capped', hold, 'the total ends at fifty', always, (all) => Math.min(all, 50)),
    ...total(
      'total-of-later-pages',
      same,
      'later pages count what is left',
      later,
      (all, _reply, query) => all - pageOf(listing, query) + 1,
    ),
    ...total('total-of-late-pages', same, 'late pages count one more', late, (all) => all + 1),
    ...counts('total-of-everything', hold, 'the total leaves the filters out of account', selective, everything),
    ...counts(
      'later-total-of-everything',
      same,
      'on later pages the total leaves the filters out of account',
      (query) => selective(query) && later(query),
      everything,
    ),
  ];
}

/** A wrong total, and the same with the right number of pages. */
function withRightPages(listing: Listing, fault: Fault): readonly Fault[] {
  const { id, because, change } = fault;
  const reply: Change['reply'] = (right, query, found) => ({
    ...(change.reply?.(right, query, found) ?? right),
    pages: Math.ceil(found.length / sizeOf(listing, query)),
  });
  const alone = { id: `${id}-alone`, because: `${because}, and the pages are right`, change: { ...change, reply } };
  return [fault, explaining({ ...fault, ...alone })];
}

function wrongTotals(listing: Listing, [id, slug, because, when, count]: TotalRow): readonly Fault[] {
  const fault = inReply(id, slug, because, when, (reply, query) => {
    const total = count(reply.total ?? 0, reply, query);
    return { total, pages: Math.ceil(total / sizeOf(listing, query)) };
  });
  return withRightPages(listing, fault);
}

export function counterFaults(listing: Listing): readonly Fault[] {
  const { page, size } = listing;
  const [sized, most] = [names(size.parameter), halfSize(listing)];
  const usual = Number(listing.defaults[size.parameter] ?? 20);
  const because = 'the page size that comes back is';
  return [
    ...pageEchoFaults(listing),
    inReply('size-echo-default', SLUGS.sizeEcho, `${because} always the default`, sized, () => ({ size: usual })),
    inReply('size-echo-rows', SLUGS.sizeEcho, `${because} the number of items`, sized, ({ rows }) => ({
      size: rows.length,
    })),
    inReply(
      'size-echo-of-largest',
      SLUGS.sizeEcho,
      'of the largest page size half comes back',
      (query) => sizeOf(listing, query) > most && sized(query),
      () => ({ size: most }),
    ),
    inReply('default-page-echo', SLUGS.defaultPage, 'without a page, page 0 comes back', lacks(page.parameter), () => ({
      page: 0,
    })),
    inReply(
      'default-size-echo',
      SLUGS.defaultSize,
      'without a size, another one comes back',
      lacks(size.parameter),
      () => ({ size: 10 }),
    ),
    ...(listing.pages === undefined ? [] : pagesFaults(listing, usual)),
  ];
}

function pageEchoFaults(listing: Listing): readonly Fault[] {
  const numbered = names(listing.page.parameter);
  const late: When = (query) => pageOf(listing, query) > LATE;
  const fromZero = (id: string, when: When) =>
    inReply(id, SLUGS.pageEcho, 'the page that comes back is counted from zero', when, (_reply, query) => ({
      page: pageOf(listing, query) - 1,
    }));
  return [
    inReply('page-echo-first', SLUGS.pageEcho, 'the page that comes back is always the first', numbered, () => ({
      page: 1,
    })),
    fromZero('page-echo-from-zero', numbered),
    explaining(fromZero('page-echo-from-zero-always', always)),
    inReply('page-echo-capped', SLUGS.pageEcho, 'no page beyond the fifth comes back', late, () => ({ page: LATE })),
  ];
}

function pagesFaults(listing: Listing, usual: number): readonly Fault[] {
  const fault = (
    ...[id, because, when, pagesOf]: readonly [string, string, When, (total: number, size: number) => number]
  ) =>
    inReply(id, SLUGS.pages, because, when, ({ total = 0 }, query) => ({
      pages: pagesOf(total, sizeOf(listing, query)),
    }));
  const down = (total: number, size: number) => Math.floor(total / size);
  const beside: When = (query) => isSelective(listing, query);
  return [
    fault('pages-rounded-down', 'pages are rounded down', always, down),
    fault('pages-one-more', 'there is always a page more', always, (total, size) => down(total, size) + 1),
    fault(
      'pages-by-default-size',
      'pages are worked out for the default size',
      names(listing.size.parameter),
      (total) => Math.ceil(total / usual),
    ),
    fault('pages-of-everything', 'beside a filter pages are rounded down', beside, down),
  ];
}
