import { type Io, say } from './io.ts';

/** What a round runs: everything, what failed, or one clause. */
export type Choice = 'all' | 'failed' | { readonly one: string };

/** Why the wait between two rounds ends. */
export type Wish = 'changed' | 'quit' | Choice;

/** A change counts after this time without another, because editors save several files at once. */
const QUIET_MS = 300;

const KEYS: Readonly<Record<string, Wish | 'question'>> = {
  a: 'all',
  f: 'failed',
  o: 'question',
  '\r': 'changed',
  '\n': 'changed',
  q: 'quit',
  '\u0003': 'quit',
  '\u0004': 'quit',
};

/** What the keys do. The key `?` prints it again. */
export const WAITING = 'Waiting for a change. a: all, f: what failed, o: one clause, Enter: again, q: quit';

/** Collects changes during a round, and waits between two rounds for the next reason to act. */
export function createWishes(io: Io) {
  let hasChanged = false;
  /** Starts the quiet time anew; undefined during a round. */
  let restartQuietTime: (() => void) | undefined;
  const nextWish = (): Promise<Wish | 'question'> =>
    new Promise((resolve) => {
      let quietTimer: NodeJS.Timeout | undefined;
      const end = (wish: Wish | 'question'): void => {
        clearTimeout(quietTimer);
        restartQuietTime = undefined;
        for (const off of listening) off?.();
        resolve(wish);
      };
      const listening = [
        io.onInterrupt(() => end('quit')),
        io.onKey?.((key) => {
          const wish = KEYS[key];
          if (wish !== undefined) end(wish);
          else if (key === '?') say(io.stderr, WAITING);
        }),
      ];
      restartQuietTime = () => {
        clearTimeout(quietTimer);
        quietTimer = setTimeout(() => end('changed'), QUIET_MS);
      };
      if (hasChanged) restartQuietTime();
    });
  return {
    /** Reports a change; only the first one since `clear` is printed. */
    changed(what: string): void {
      if (!hasChanged) say(io.stderr, `Changed: ${what}.`);
      hasChanged = true;
      restartQuietTime?.();
    },
    /** Forgets earlier changes, because a round begins. */
    clear: () => void (hasChanged = false),
    /** Resolves on a key, on Ctrl-C, or when no change followed the last one for a moment. */
    next: (): Promise<Wish> => nextWish().then((wish) => (wish === 'question' ? askedFor(io) : wish)),
  };
}

/** Asks for a clause or an operation. No answer counts as a change. */
async function askedFor(io: Io): Promise<Wish> {
  const id = (await io.ask?.('Clause, operation, or the beginning of ids with * behind it: '))?.trim() ?? '';
  return id === '' ? 'changed' : { one: id };
}
