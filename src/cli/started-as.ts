import { type Io, writingThrough } from './io.ts';

/** How the user starts this command: `npx` and `pnpm dlx` have it in a cache of theirs, and put nothing on the path. */
export function startedAs({ script = '' }: Pick<Io, 'script'>): string {
  const [, cache] = /[\\/](_npx|dlx)[\\/-]/u.exec(script) ?? [];
  if (cache === undefined) return 'conform';
  return cache === 'dlx' ? 'pnpm dlx conform-contract' : 'npx conform-contract';
}

/** The same process, in which all advice names the command as the user starts it: `npx conform-contract run …`. */
export function advisingAs(name: string, commands: readonly string[], io: Io): Io {
  if (name === 'conform') return io;
  const advice = new RegExp(`(?<![\\w./-])conform (?=(?:${commands.join('|')})\\b|--[a-z])`, 'gu');
  return writingThrough(io, (text) => text.replaceAll(advice, `${name} `));
}
