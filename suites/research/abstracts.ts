import { type Assertion, type Exchange, holds, textAt } from '../../src/check/index.ts';

/** One way in which an abstract is cleaned before it is returned. */
export interface AbstractRule {
  readonly clause: string;
  readonly fault: RegExp;
  readonly expected: string;
}

/** A hyphen that is kept before a blank is right where a word is left out: `pre- and post-treatment`. */
const SUSPENDED = String.raw`(?!(?:and|or|nor|to|but|than|versus|vs|as|rather|through|und|oder|bzw|et|ou|y|o|e)\b|[\p{L}\p{N}]+[-\u2010])`;

/** Words are whole at the ends of lines. */
export const DE_HYPHENATED: AbstractRule = {
  clause: 'getPaperDetail/abstract-is-de-hyphenated',
  fault: new RegExp(String.raw`\p{L}(?:[-\u2010\u00ad][ \t]*[\r\n]\s*\p{L}|[-\u2010\u00ad] +${SUSPENDED}\p{Ll})`, 'u'),
  expected: 'no word broken by a hyphen at the end of a line',
};

/** One blank between words, and none outside. */
export const NORMALISED: AbstractRule = {
  clause: 'getPaperDetail/abstract-whitespace-is-normalised',
  fault: /^\s|\s$|\s{2}|[\t\n\v\f\r\u{85}\u{2028}\u{2029}]/u,
  expected: 'single blanks between words, and none outside',
};

export function hasAbstract(detail: Exchange): boolean {
  return abstractOf(detail) !== '';
}

/** The abstract of a detail keeps to the rule. */
export function clean(detail: Exchange, { fault, expected }: AbstractRule): Assertion {
  const text = abstractOf(detail);
  const place = fault.exec(text);
  return holds(place === null, detail, {
    at: '/data/abstract',
    expected,
    actual: JSON.stringify(text.slice(Math.max(0, (place?.index ?? 0) - 20), (place?.index ?? 0) + 30)),
  });
}

function abstractOf(detail: Exchange): string {
  return textAt(detail, '/data/abstract') ?? '';
}
