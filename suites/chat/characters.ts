/** Emoji and scientific symbols in text. Both are read with restraint: what some take for emoji and others do not is let be. */

/** Below are arrows, letters and signs of print, which are emoji only where somebody asks for that form. */
const FIRST_PICTOGRAPH = 0x2600;

/** Signs of arithmetic, geometry and science that happen to have an emoji form. */
const SCIENTIFIC = /[➕➖➗➰➿◽◾⬛⬜⭕⚗☢☣⚛♀♂]/u;

/** What is shown as a picture by itself, is made one by the selector behind it, or is a key with a digit (Unicode TS 51). */
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\d#*]\uFE0F\u20E3/gu;

/** The first unambiguous emoji of a text. Digits, ©, ™, arrows and signs with a text form of their own are none. */
export function emojiIn(text: string): string | undefined {
  return (text.match(EMOJI) ?? []).find(isPictograph);
}

function isPictograph(sign: string): boolean {
  const isAsked = /^\p{Extended_Pictographic}\uFE0F$/u.test(sign) && !/^\p{Emoji_Presentation}/u.test(sign);
  return !SCIENTIFIC.test(sign) && (!isAsked || (sign.codePointAt(0) ?? 0) >= FIRST_PICTOGRAPH);
}

interface Symbol {
  readonly label: string;
  readonly sign: string;
  /** What is left of the sign when it is not preserved. */
  readonly ruins: readonly string[];
}

const SYMBOLS: readonly Symbol[] = [
  { label: 'a', sign: 'µ', ruins: ['Âµ', '\\u00b5', '&micro;', '&#181;'] },
  { label: 'b', sign: '°', ruins: ['Â°', '\\u00b0', '&deg;', '&#176;'] },
  { label: 'c', sign: 'Ω', ruins: ['Î©', '\\u03a9', '&Omega;', '&#937;'] },
  { label: 'd', sign: '→', ruins: ['â†’', 'â\u0086\u0092', '\\u2192', '&rarr;', '&#8594;'] },
  { label: 'e', sign: '²', ruins: ['Â²', '2', '\\u00b2', '&sup2;', '&#178;'] },
  { label: 'f', sign: 'Δ', ruins: ['Î”', 'Î\u0094', '\\u0394', '&Delta;', '&#916;'] },
  { label: 'g', sign: '±', ruins: ['Â±', '\\u00b1', '&plusmn;', '&#177;'] },
  { label: 'h', sign: '≤', ruins: ['â‰¤', 'â\u0089¤', '\\u2264', '&le;', '&#8804;'] },
];

const LAST_LABEL = 'z';

/** A line to be repeated by the model: each symbol between letters of its own, so that a lost one leaves a gap. */
export const SYMBOL_LINE = `${SYMBOLS.map(({ label, sign }) => `${label}=${sign};`).join(' ')} ${LAST_LABEL}=0;`;

/** Where the text shows that a symbol was lost or garbled on its way; what a model chose to write is not judged. */
export function lostSymbolIn(text: string): string | undefined {
  return garbledIn(text) ?? gapIn(text);
}

/** Whether the text shows a symbol that came through. */
export function hasSymbol(text: string): boolean {
  return SYMBOLS.some(({ sign }) => text.includes(sign));
}

const GARBLED = /\uFFFD|Â[µ°²±]|Î[©”\u0094]|â(?:†’|\u0086\u0092|‰¤|\u0089¤)/u;

function garbledIn(text: string): string | undefined {
  const found = GARBLED.exec(text);
  return found === null ? undefined : `“${around(text, found.index)}”`;
}

function gapIn(text: string): string | undefined {
  const lost = SYMBOLS.find((symbol) =>
    slotsOf(text, symbol).some((slot) => slot === '' || /^\?+$/u.test(slot) || symbol.ruins.includes(slot)),
  );
  if (lost === undefined) return undefined;
  const slots = slotsOf(text, lost).map((slot) => (slot === '' ? 'nothing' : `“${slot}”`));
  return `${lost.sign} became ${slots.join(', ')} in the repeated line`;
}

/** What stands in a symbol's place, in every repetition of the line; only where the next letter follows too. */
function slotsOf(text: string, { label }: Symbol): readonly string[] {
  const place = SYMBOLS.findIndex((symbol) => symbol.label === label);
  const following = SYMBOLS[place + 1]?.label ?? LAST_LABEL;
  return [...text.matchAll(new RegExp(`(?<![\\w])${label}=([^\\n]{0,10}?); ?${following}=`, 'gu'))].map(([, slot]) =>
    (slot ?? '').trim(),
  );
}

function around(text: string, index: number): string {
  return text.slice(Math.max(0, index - 12), index + 12);
}
