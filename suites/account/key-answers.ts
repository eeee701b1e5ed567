import { type Assertion, at, type Exchange, holds, textAt } from '../../src/check/index.ts';
import { declaredDefault } from './keys.ts';

/** What a created key has to be like, given what was asked for; where nothing was, the default of the document. */
export function tierOf(answer: Exchange, asked?: unknown): Assertion {
  return (judging) => sameAt(answer, '/tier', asked ?? declaredDefault(judging, 'tier'))(judging);
}

export function permissionsOf(answer: Exchange, asked?: unknown): Assertion {
  return (judging) => sameAt(answer, '/permissions', asked ?? declaredDefault(judging, 'permissions'))(judging);
}

function sameAt(answer: Exchange, pointer: string, expected: unknown): Assertion {
  const actual = at(answer, pointer);
  return holds(sameJson(actual, expected), answer, {
    expected: `${pointer.slice(1)} ${JSON.stringify(expected)}`,
    actual,
    at: pointer,
  });
}

export function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const DAY_MS = 86_400_000;
/** "About": less than a day off, since days may be counted from midnight. */
const ABOUT_MS = DAY_MS - 60_000;

export function dueExpiry(answer: Exchange, days: number): Assertion {
  const due = Date.parse(textAt(answer, '/createdAt') ?? '') + days * DAY_MS;
  const actual = textAt(answer, '/expiresAt');
  return holds(Math.abs(Date.parse(actual ?? '') - due) <= ABOUT_MS, answer, {
    expected: `expiresAt about ${Number.isNaN(due) ? 'createdAt' : new Date(due).toISOString()}, ${days} days after createdAt`,
    actual: actual ?? 'none',
    at: '/expiresAt',
  });
}
