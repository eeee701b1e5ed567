import type { Listing } from '../../contract/listing.ts';
import type { Query } from './answer.ts';
import { always, type Fault, LATE } from './fault.ts';
import { type Reply, summarise } from './service.ts';
import { orderedSlug, summarySlug } from './slugs.ts';
import { pageOf } from './values.ts';

/** What stands in the place of the right summary. */
type Make = (reply: Reply, query: Query) => unknown;

export function summaryFaults(listing: Listing): readonly Fault[] {
  return listing.summaries.flatMap((summary, index): readonly Fault[] => {
    const fault = (id: string, slug: string, because: string, make: Make): Fault => ({
      id,
      slug,
      because,
      when: always,
      change: {
        reply: (reply, query) => ({
          ...reply,
          summaries: reply.summaries.map((value, place) => (place === index ? make(reply, query) : value)),
        }),
      },
    });
    const slug = summarySlug(summary);
    if ('total' in summary)
      return [
        fault(`${slug}-of-the-page`, slug, 'the summary counts the page alone', ({ rows }) => rows.length),
        fault(
          `${slug}-on-late-pages`,
          slug,
          'on late pages the summary counts one too many',
          ({ total }, query) => (total ?? 0) + (pageOf(listing, query) > LATE ? 1 : 0),
        ),
        fault(`${slug}-one-more`, slug, 'the summary counts one too many', ({ total }) => (total ?? 0) + 1),
      ];
    if ('counts' in summary)
      return [
        fault(`${slug}-too-great`, slug, 'a count is greater than there are items', ({ summaries }) =>
          changedCounts(summaries[index], (count) => count * 2 + 1),
        ),
        fault(`${slug}-of-the-page`, slug, 'the items of the page alone are counted', ({ rows }) =>
          summarise(summary, rows),
        ),
        fault(
          `${slug}-without-the-rarest`,
          slug,
          'the value that the fewest items have is not counted',
          ({ summaries }) => withoutRarest(summaries[index]),
        ),
      ];
    return [
      fault(`${slug}-reversed`, orderedSlug(summary), 'the ends of the range are exchanged', ({ summaries }) =>
        reversed(summaries[index]),
      ),
      fault(`${slug}-too-narrow`, slug, 'the range ends before its last item', ({ summaries }) =>
        narrowed(summaries[index]),
      ),
      fault(`${slug}-of-the-page`, slug, 'the range is that of the page alone', ({ rows }) => summarise(summary, rows)),
      fault(`${slug}-absent`, slug, 'the range is null', () => null),
    ];
  });
}

function changedCounts(counts: unknown, change: (count: number) => number): unknown {
  return Object.fromEntries(Object.entries(counts ?? {}).map(([value, count]) => [value, change(Number(count))]));
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
