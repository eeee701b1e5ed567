import type { Place } from '../schema/locations.ts';
import { atPointer, joinPointer, splitPointer, withPointer } from '../schema/pointer.ts';

/** A value at one place of a request: it has to be accepted there, or to be refused, as a keyword of the schema says. */
export interface InputCase {
  readonly in: 'query' | 'path' | 'body';
  /** The names on the way to it: of a parameter, or of members of a body. */
  readonly path: readonly string[];
  readonly keyword: string;
  readonly side: 'accepted' | 'refused';
  /** Of a parameter as text; undefined where nothing stands. */
  readonly value?: unknown;
  readonly what: string;
}

/** A JSON body that differs from a valid one in exactly one labelled way. */
export interface BodyCase extends InputCase, Pick<Place, 'place' | 'pointer' | 'level'> {
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

/** Makes cases of one place: the base with another value there, whose keyword and words are told. */
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
