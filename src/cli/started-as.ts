import { relative } from 'node:path';
import { type Io, writingThrough } from './io.ts';

/**
 * How the user starts this command. `npx` and `pnpm dlx` run it from a cache, and `npx` from the project that it is installed in,
 * without `conform` on the PATH.
 */
export function startedAs({ script = '', cwd }: Pick<Io, 'script'> & Partial<Pick<Io, 'cwd'>>): string {
  const [, cache] = /[\\/](_npx|dlx)[\\/-]/u.exec(script) ?? [];
  const [, project] = /^(.+?)[\\/]node_modules[\\/]/u.exec(script) ?? [];
  // The way from the project down to here. On Windows it begins with a letter if they are on two drives.
  const isOfProject = project !== undefined && cwd !== undefined && !/^\.\.|^\w:/u.test(relative(project, cwd));
  if (cache === undefined) return isOfProject ? 'npx conform' : 'conform';
  return cache === 'dlx' ? 'pnpm dlx conform-contract' : 'npx conform-contract';
}

/** The same Io, whose output names commands as the user starts them: `npx conform-contract run …`. */
export function advisingAs(name: string, commands: readonly string[], io: Io): Io {
  if (name === 'conform') return io;
  const advice = new RegExp(`(?<![\\w./-])conform (?=(?:${commands.join('|')})\\b|--[a-z])`, 'gu');
  return writingThrough(io, (text) => text.replaceAll(advice, `${name} `));
}
