/** Characters that mask others. */
const MASK = /(?:[*•●·.…#]|\b[xX]{3,})+/u;

/** Words that mask a whole secret. `redacted:1` is our own placeholder, and no mask. */
const WORDS = /\b(?:redacted|hidden|masked)\b(?!:\d)/iu;

/** Does the text consist only of parts of this secret, in order, with masks between them? A masking word suffices. */
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
