import { type Io, say } from './io.ts';

/** What a round asks for: everything, what failed, or one clause. */
export type Choice = 'all' | 'failed' | { readonly one: string };

/** Why the waiting is over. */
export type Wish = 'changed' | 'quit' | Choice;

/** What happens between two rounds, and what happened during the last one. */
export interface Wishes {
  /** Something changed; of several changes in a row one is said. */
  readonly changed: (what: string) => void;
  /** A round begins: what changed before it is done with. */
  readonly clear: () => void;
  /** Resolves when there is a reason to go on: a change that has come to rest, a key, or Ctrl-C. */
  readonly next: () => Promise<Wish>;
}

/** Files are saved several at a time. */
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

/** What the keys do; a question mark prints it again. */
export const WAITING = 'Waiting for a change. a: all, f: what failed, o: one clause, Enter: again, q: quit';

export function createWishes(io: Io): Wishes {
  const state = { hasChanged: false, wake: (): void => undefined };
  const first = (): Promise<Wish | 'question'> =>
    new Promise((resolve) => {
      let rest: NodeJS.Timeout | undefined;
      const end = (wish: Wish | 'question'): void => {
        clearTimeout(rest);
        state.wake = () => undefined;
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
      state.wake = () => {
        clearTimeout(rest);
        rest = setTimeout(() => end('changed'), QUIET_MS);
      };
      if (state.hasChanged) state.wake();
    });
  return {
    changed(what) {
      if (!state.hasChanged) say(io.stderr, `Changed: ${what}.`);
      state.hasChanged = true;
      state.wake();
    },
    clear: () => void (state.hasChanged = false),
    async next() {
      const wish = await first();
      if (wish !== 'question') return wish;
      const id = (await io.ask?.('Clause, operation, or the beginning of ids with * behind it: '))?.trim() ?? '';
      return id === '' ? 'changed' : { one: id };
    },
  };
}
