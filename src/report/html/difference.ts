/** A piece of a text. It is marked if the other text does not have the same in the same order. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** Texts with more words are not compared: nobody does that by eye, and the table would grow with their product. */
const MAX_WORDS = 250;

/** If the texts share less than this part of the shorter one, they share it by accident. */
const MIN_SHARED = 0.25;

/**
 * Marks the words in which a text differs from another: those outside of a longest common subsequence. Texts that have hardly a
 * word in common differ as a whole, and get no marks.
 */
export function differenceFrom(text: string, other: string): readonly Piece[] {
  const [own, others] = [wordsIn(text), wordsIn(other)];
  if (own.length > MAX_WORDS || others.length > MAX_WORDS) return [{ text, marked: false }];
  const shared = commonPlaces(own, others);
  const sharedWords = own.filter((word, place) => shared.has(place) && /[\p{L}\p{N}]/u.test(word)).length;
  const all = Math.min(...[own, others].map((list) => list.filter((word) => /[\p{L}\p{N}]/u.test(word)).length));
  if (sharedWords === 0 || sharedWords < all * MIN_SHARED) return [{ text, marked: false }];
  return merged(own.map((word, place) => ({ text: word, marked: !shared.has(place) })));
}

/** Words, numbers and white space whole, everything else character by character. */
function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** The indexes in the first list that belong to a longest common subsequence of both. */
function commonPlaces(own: readonly string[], others: readonly string[]): ReadonlySet<number> {
  const rows = lengths(own, others);
  const places = new Set<number>();
  for (let a = 0, b = 0; a < own.length && b < others.length; ) {
    if (own[a] === others[b]) {
      places.add(a);
      a += 1;
      b += 1;
    } else if ((rows[a + 1]?.[b] ?? 0) >= (rows[a]?.[b + 1] ?? 0)) a += 1;
    else b += 1;
  }
  return places;
}

/** For each pair of indexes: the length of a longest common subsequence of what follows. */
function lengths(own: readonly string[], others: readonly string[]): readonly (readonly number[])[] {
  const rows = own.concat('').map(() => others.concat('').map(() => 0));
  for (let a = own.length - 1; a >= 0; a -= 1)
    for (let b = others.length - 1; b >= 0; b -= 1) {
      const row = rows[a];
      if (row === undefined) continue;
      row[b] =
        own[a] === others[b] ? 1 + (rows[a + 1]?.[b + 1] ?? 0) : Math.max(rows[a + 1]?.[b] ?? 0, row[b + 1] ?? 0);
    }
  return rows;
}

function merged(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last?.marked === piece.marked) found[found.length - 1] = { ...last, text: last.text + piece.text };
    else found.push(piece);
  }
  return found;
}
