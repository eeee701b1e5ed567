import { type Listing, membersIn } from '../../contract/listing.ts';
import { atPointer } from '../../schema/pointer.ts';

/** The query of a request to a listing: parameters and their values as they go over the wire, always in the same order. */
export type Query = Readonly<Record<string, string>>;

export function queryKey(query: Query): string {
  return JSON.stringify(query);
}

/** Reads the members of an item; one like `attributes/name` under that name, too. */
export function memberReader(listing: Listing): (item: Row['values']) => Row['values'] {
  const nested = membersIn(listing).filter((one) => one.includes('/'));
  if (nested.length === 0) return (item) => item;
  return (item) => ({ ...item, ...Object.fromEntries(nested.map((one) => [one, atPointer(item, `/${one}`)])) });
}

/** One item of an answer. A member that is missing or broken has no value, so nothing is judged by it. */
export interface Row {
  /** Identifies the item; undefined if its id cannot be read. */
  readonly key: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  /** Cache for `measureOf`: the numbers behind the members. */
  readonly measured?: Record<string, number | undefined>;
  /** The places of its texts among those of the known items (`withRanks`), by member, where the listing is sorted by text. */
  readonly ranks?: Readonly<Record<string, number | undefined>>;
  /** Its id breaks the document, so it cannot be matched with items of other answers. */
  readonly hasInvalidId?: true;
}
