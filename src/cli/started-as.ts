import { type Io, writingThrough } from './io.ts';

/** How the user starts this command. `npx` and `pnpm dlx` run it from a cache, without `conform` on the PATH. */
export function startedAs({ script = '' }: Pick<Io, 'script'>): string {
  const [, cache] = /[\\/](_npx|dlx)[\\/-]/u.exec(script) ?? [];
  if (cache === undefined) return 'conform';
  return cache === 'dlx' ? 'pnpm dlx conform-contract' : 'npx conform-contract';
}

/** The same Io, whose output names commands as the user starts them: `npx conform-contract run …`. */
export function advisingAs(name: string, commands: readonly string[], io: Io): Io {
  if (name === 'conform') return io;
  const advice = new RegExp(`(?<![\\w./-])conform (?=(?:${commands.join('|')})\\b|--[a-z])`, 'gu');
  return writingThrough(io, (text) => text.replaceAll(advice, `${name} `));
}
