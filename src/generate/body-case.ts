import type { Place } from '../schema/locations.ts';
import { atPointer, joinPointer, withPointer } from '../schema/pointer.ts';

/** A JSON body that differs from a valid one in exactly one labelled way. */
export interface BodyCase extends Pick<Place, 'place' | 'keyword' | 'pointer' | 'level'> {
  readonly side: 'accepted' | 'refused';
  readonly what: string;
  /** True for a further case of what a first one shows already. */
  readonly further?: boolean;
  readonly body: unknown;
  /** The value that stood there; undefined where nothing has to. */
  readonly right?: unknown;
  /** Where in the body. */
  readonly at: string;
}

/** The place and the keyword, as in the id of the clause about them. */
export function placeOf({ place, keyword }: Pick<BodyCase, 'place' | 'keyword'>): string {
  return [...place, keyword].join('/');
}

/** A place of a body, and what is known of it. */
export interface Spot extends Pick<Place, 'place' | 'written' | 'pointer' | 'level'> {
  readonly at: string;
  readonly required: boolean;
}

/** The base with this value at the place. */
export function caseAt(
  spot: Spot,
  keyword: string,
  side: BodyCase['side'],
  what: string,
  base: unknown,
  value: unknown,
): BodyCase {
  return {
    place: spot.place,
    keyword,
    side,
    what,
    body: withPointer(base, spot.at, value),
    right: atPointer(base, spot.at),
    at: spot.at,
    pointer: joinPointer(spot.pointer, keyword),
    level: spot.level,
  };
}

/** The place in words. */
export function inWords({ written }: Pick<Spot, 'written'>): string {
  return written === '' ? 'the body' : written;
}
