/** Words that searches are tried with. They are chosen so that every kind of matching, of words or of parts, finds them. */

const WORD = /(?<![\p{L}\p{N}\p{M}_-])\p{L}{6,}(?![\p{L}\p{N}\p{M}_-])/gu;

/** A word that nobody writes. */
export const NONSENSE = 'qzxwvkjhgqpfbx';

/** Words that a search may pass over because every text has them. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'against although another because before between during either everything further having however itself neither others ourselves rather should since themselves therefore though through throughout toward towards under unless whereas whether which while within without yourself'.split(
    ' ',
  ),
);

/** The whole words of a text, of at least six letters, beside no hyphen. */
export function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(WORD)].map(([word]) => word).filter((word) => !STOP_WORDS.has(word.toLowerCase()));
}

/** The word that the most of these texts have. */
export function commonWord(texts: readonly string[]): string {
  return byFrequency(texts).at(-1) ?? 'cell';
}

/** The word, spelt as it stands there, that is nearest to being in half of these texts. */
export function dividingWord(texts: readonly string[]): string {
  const words = [...new Set(texts.flatMap((text) => wordsOf(text)))];
  const distance = (word: string) => Math.abs(texts.filter((text) => text.includes(word)).length - texts.length / 2);
  return words.toSorted((a, b) => distance(a) - distance(b))[0] ?? 'cell';
}

/** Lower-case words, the rarest first. */
function byFrequency(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(wordsOf(text.toLowerCase()))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => a - b).map(([word]) => word);
}

/** So many words of a text are weighed against each other. */
const MOST = 12;

/** The word of a text that the fewest of all texts have, and that `elsewhere` has not; the last such one if `late`. */
export function rareWord(text: string, all: readonly string[], elsewhere: string, late: boolean): string | undefined {
  const lower = all.map((other) => other.toLowerCase());
  const frequency = (word: string) => lower.filter((other) => other.includes(word.toLowerCase())).length;
  const words = [...new Set(wordsOf(text))].filter((word) => !elsewhere.toLowerCase().includes(word.toLowerCase()));
  const inOrder = (late ? words.toReversed() : words).slice(0, MOST);
  return inOrder.map((word) => ({ word, count: frequency(word) })).toSorted((a, b) => a.count - b.count)[0]?.word;
}
