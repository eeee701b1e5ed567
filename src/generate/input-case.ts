import type { Place } from '../schema/locations.ts';
import { atPointer, joinPointer, splitPointer, withPointer } from '../schema/pointer.ts';

/** A value at one place of a request that one keyword of the schema accepts or refuses. */
export interface InputCase {
  readonly in: 'query' | 'path' | 'header' | 'cookie' | 'body';
  /** The name of a parameter, or the names on the way to a member of a body. */
  readonly path: readonly string[];
  readonly keyword: string;
  readonly side: 'accepted' | 'refused';
  /** As text for a parameter; undefined if there is no value. */
  readonly value?: unknown;
  readonly what: string;
}

/** A JSON body that differs from a valid one in exactly one labelled way. */
export interface BodyCase extends InputCase, Pick<Place, 'place' | 'pointer' | 'level'> {
  /** True for an additional case of what another one already shows. */
  readonly further?: boolean;
  readonly body: unknown;
  /** The value of the valid body at this place; undefined if it has none. */
  readonly right?: unknown;
  /** The place in the body, as a JSON Pointer. */
  readonly at: string;
}

/** The place and the keyword, as in the id of the clause about them. */
export function placeOf({ place, keyword }: Pick<BodyCase, 'place' | 'keyword'>): string {
  return [...place, keyword].join('/');
}

/** A place of a body. */
export interface Spot extends Pick<Place, 'place' | 'written' | 'pointer' | 'level'> {
  readonly at: string;
  readonly required: boolean;
}

/** Makes a case: the base with another value at the place. `is` describes the value in words. */
export type CaseAt = (side: BodyCase['side'], keyword: string, is: string, value: unknown) => BodyCase;

export function casesAtSpot(spot: Spot, base: unknown): CaseAt {
  const { place, written, at, level } = spot;
  return (side, keyword, is, value) => {
    const body = withPointer(base, at, value);
    return {
      in: 'body',
      path: splitPointer(at),
      place,
      keyword,
      side,
      value: atPointer(body, at),
      what: `${written === '' ? 'the body' : written} ${is}`,
      body,
      right: atPointer(base, at),
      at,
      pointer: joinPointer(spot.pointer, keyword),
      level,
    };
  };
}
