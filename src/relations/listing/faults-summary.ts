import type { Listing } from '../../contract/listing.ts';
import type { Summary } from '../../contract/listing-node.ts';
import type { Query } from './answer.ts';
import { always, type Fault, inReply, LATE } from './fault.ts';
import { type Reply, summarise } from './service.ts';
import { orderedSlug, summarySlug } from './slugs.ts';
import { pageOf } from './values.ts';

/** A fault of a summary: `make` gives what replaces the right value. */
type SummaryRow = readonly [
  id: string,
  because: string,
  make: (right: unknown, reply: Reply, query: Query) => unknown,
  slug?: string,
];

export function summaryFaults(listing: Listing): readonly Fault[] {
  return listing.summaries.flatMap((summary, index) =>
    rowsOf(listing, summary).map(([id, because, make, slug = summarySlug(summary)]) =>
      inReply(`${summarySlug(summary)}-${id}`, slug, because, always, (reply, query) => ({
        summaries: reply.summaries.map((value, place) => (place === index ? make(value, reply, query) : value)),
      })),
    ),
  );
}

function rowsOf(listing: Listing, summary: Summary): readonly SummaryRow[] {
  const ofPage: SummaryRow[2] = (_right, { rows }) => summarise(summary, rows);
  const isLate = (query: Query) => pageOf(listing, query) > LATE;
  if ('total' in summary)
    return [
      ['of-the-page', 'the summary counts the page alone', ofPage],
      [
        'on-late-pages',
        'on late pages the summary counts one too many',
        (_right, { total = 0 }, query) => total + (isLate(query) ? 1 : 0),
      ],
      ['one-more', 'the summary counts one too many', (_right, { total = 0 }) => total + 1],
    ];
  if ('counts' in summary)
    return [
      ['too-great', 'a count is greater than there are items', doubled],
      ['of-the-page', 'the items of the page alone are counted', ofPage],
      ['without-the-rarest', 'the value that the fewest items have is not counted', withoutRarest],
    ];
  return [
    ['reversed', 'the ends of the range are exchanged', reversed, orderedSlug(summary)],
    ['too-narrow', 'the range ends before its last item', narrowed],
    ['of-the-page', 'the range is that of the page alone', ofPage],
    ['absent', 'the range is null', () => null],
  ];
}

function doubled(counts: unknown): unknown {
  return Object.fromEntries(Object.entries(counts ?? {}).map(([value, count]) => [value, Number(count) * 2 + 1]));
}

function withoutRarest(counts: unknown): unknown {
  const rated = Object.entries(counts ?? {}).toSorted(([, a], [, b]) => Number(b) - Number(a));
  return Object.fromEntries(rated.slice(0, -1));
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
