/** A piece of a text; marked where the other text has not the same in the same order. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** With more words than this the whole differs: nobody compares them by eye, and the table would grow with their product. */
const WORDS = 250;

/** With less in common than this share of the shorter one, what is common is so by accident. */
const RELATED = 0.25;

/**
 * The words of a text in which it differs from another: the longest common subsequence of both is shared. Texts that have
 * hardly a word in common differ as a whole, which needs no mark: both are told apart by where they stand.
 */
export function differenceFrom(text: string, other: string): readonly Piece[] {
  const [own, others] = [wordsIn(text), wordsIn(other)];
  if (own.length > WORDS || others.length > WORDS) return [{ text, marked: false }];
  const shared = commonPlaces(own, others);
  const words = own.filter((word, place) => shared.has(place) && /[\p{L}\p{N}]/u.test(word)).length;
  const all = Math.min(...[own, others].map((list) => list.filter((word) => /[\p{L}\p{N}]/u.test(word)).length));
  if (words === 0 || words < all * RELATED) return [{ text, marked: false }];
  return joined(own.map((word, place) => ({ text: word, marked: !shared.has(place) })));
}

/** Words and numbers whole, everything else character by character. */
function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** The places in the first list of a longest common subsequence of both. */
function commonPlaces(own: readonly string[], others: readonly string[]): ReadonlySet<number> {
  const rows = longest(own, others);
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

/** How long a common subsequence of what follows each pair of places can be. */
function longest(own: readonly string[], others: readonly string[]): readonly (readonly number[])[] {
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

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last?.marked === piece.marked) found[found.length - 1] = { ...last, text: last.text + piece.text };
    else found.push(piece);
  }
  return found;
}
