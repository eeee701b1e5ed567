/** What stands for characters that are not shown. */
const MASK = /(?:[*•●·.…#]|\b[xX]{3,})+/u;

/** Words that stand for the whole of it; a number behind them is that of a secret which the record of a run does not show. */
const WORDS = /\b(?:redacted|hidden|masked)\b(?!:\d)/iu;

/** Says a text no more of a secret than whoever gave it knows: the whole, parts of it in order beside a mask, or a beginning? */
export function isMaskOf(shown: string, secret: string): boolean {
  if (WORDS.test(shown)) return true;
  const parts = shown.split(MASK).filter((part) => part !== '');
  let from = 0;
  return parts.every((part) => {
    const at = secret.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
