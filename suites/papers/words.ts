/** Words that searches of the usual kind leave out. */
const COMMONPLACE: ReadonlySet<string> = new Set([
  'because',
  'before',
  'between',
  'during',
  'further',
  'having',
  'himself',
  'herself',
  'itself',
  'ourselves',
  'should',
  'themselves',
  'through',
  'yourself',
]);

/** The words of a text that a search should find whole: letters only, not part of a hyphenated or broken word. */
export function wordsOf(text: string, shortest = 6): readonly string[] {
  return [
    ...text.matchAll(
      /(?<![\p{L}\p{M}\p{N}\p{Pc}'’&<\\]|[\p{Pd}\u00AD]\s*)[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}\p{Pd}\p{Pc}\u00AD'’;]|\.\p{L})/gu,
    ),
  ]
    .map(([word]) => word)
    .filter((word) => [...word].length >= shortest && !COMMONPLACE.has(word.toLowerCase()));
}

/** How many of the texts have each word. */
function frequencies(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A word that a good part of the texts has, and another part has not. */
export function commonWord(texts: readonly string[]): string | undefined {
  const third = texts.length / 3;
  const [nearest] = [...frequencies(texts)].sort((a, b) => Math.abs(a[1] - third) - Math.abs(b[1] - third));
  return nearest?.[0];
}

/** The word of a text that the fewest of all texts have, outside a second text. */
export function rarestWord(text: string, outside: string, texts: readonly string[]): string | undefined {
  const counts = frequencies(texts);
  const elsewhere = outside.toLowerCase();
  const candidates = wordsOf(text, 7).filter((word) => !elsewhere.includes(word.toLowerCase()));
  return [...candidates].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))[0];
}

/** True where the text has the word by itself. */
export function hasWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}
