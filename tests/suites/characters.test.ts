import { describe, expect, test } from 'vitest';
import { emojiIn, hasSymbol, lostSymbolIn, SYMBOL_LINE } from '../../suites/chat/characters.ts';

describe('emoji', () => {
  test.each(['😀', '🔬', '✅', '⚡', '🇩🇪', '👩‍🔬', '❤️', '✔️', '🎉', '👍🏽', '🪫', '1️⃣', '#️⃣', '⏳', '⏰', '⌛'])(
    '%s is one',
    (sign) => {
      expect(emojiIn(`text ${sign} text`)).toBeDefined();
    },
  );

  test.each([
    '0123456789#*',
    '© ® ™',
    '↔ → ⇌ ⟶ ↑',
    'µ°Ω²Δ±≤',
    '☀ ✔ ❤ as text',
    '↔️',
    '⚗ ☢ ☣ ⚛ ♀ ♂ ™ ↔ ©',
    '⚗️ ☢️ ⚛️ ♀️ ™️ ©️',
    '1 2 3',
    '➕ ➖',
    '■ □ ● ◆',
    'α β γ ∑ √ ∞ ∂',
    '“quotes” – and — dashes…',
    '中文 नमस्ते',
    '♀ ♂',
    '①②③',
  ])('%s are none', (text) => {
    expect(emojiIn(text)).toBeUndefined();
  });
});

describe('symbols', () => {
  test('come through whole', () => {
    expect(lostSymbolIn(`Here it is: ${SYMBOL_LINE} And on.`)).toBeUndefined();
    expect(hasSymbol(SYMBOL_LINE)).toBe(true);
  });

  test.each([
    ['taken away', SYMBOL_LINE.replaceAll(/[^\x00-\x7f]/gu, '')],
    ['one taken away', SYMBOL_LINE.replace('→', '')],
    ['asked about', SYMBOL_LINE.replace('Ω', '?')],
    ['normalised', SYMBOL_LINE.normalize('NFKC')],
    ['read as Latin-1', Buffer.from(SYMBOL_LINE, 'utf8').toString('latin1')],
    ['cut within a character', 'at 25 \uFFFD\uFFFDC'],
    ['written for HTML', SYMBOL_LINE.replace('°', '&deg;')],
  ])('%s', (_, text) => {
    expect(lostSymbolIn(text)).toBeDefined();
  });

  test.each([
    ['a line that the model did not repeat', 'The resistance is 40 ohm.'],
    [
      'a line that it put in words of its own',
      'a=micro; b=degree; c=Ohm; d=arrow; e=squared; f=Delta; g=+/-; h=<=; z=0;',
    ],
    ['another code point of the same sign', SYMBOL_LINE.replace('µ', 'μ').replace('Ω', '\u2126').replace('Δ', '∆')],
    ['assignments of its own', 'with a=; and c=?, the sum is b=2;'],
    ['French', 'Âge, Île, Œuvre, «Â la carte»'],
  ])('%s is not judged', (_, text) => {
    expect(lostSymbolIn(text)).toBeUndefined();
  });
});
