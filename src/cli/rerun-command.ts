import { targetFileIn } from '../config/target.ts';
import { shellWord } from '../report/command.ts';
import type { Io } from './io.ts';
import type { OnceFlags } from './options.ts';
import { startedAs } from './started-as.ts';

/**
 * The command that names the same target and the same reading again, for the lines that a report offers. Of headers it has the
 * names alone: their values may be secrets.
 */
export function rerunCommandOf(
  flags: OnceFlags,
  {
    spec,
    overlay,
    io,
    baseUrl,
  }: {
    readonly spec: string | undefined;
    readonly overlay?: string | undefined;
    readonly io: Pick<Io, 'cwd' | 'script'>;
    readonly baseUrl: string;
  },
): string {
  const file = flags.target ?? (flags.baseUrl === undefined ? targetFileIn(io.cwd) : undefined);
  return [
    startedAs(io),
    ...valued('--spec', spec),
    ...valued('--overlay', overlay),
    'run',
    ...valued('--base-url', file === undefined ? baseUrl : flags.baseUrl),
    ...valued('--target', file),
    ...(flags.header ?? []).map((header) => `--header "${header.split(':')[0]?.trim() ?? ''}: ..."`),
    ...(flags.insecure === true ? ['--insecure'] : []),
    ...(['ca', 'cert', 'key'] as const).flatMap((name) => valued(`--${name}`, flags[name])),
    ...valued('--profile', flags.profile),
    ...(flags.branch ?? []).flatMap((branch) => valued('--branch', branch)),
    ...valued('--exclude', flags.exclude?.join(',')),
    ...valued('--allow', flags.allow?.join(',')),
  ].join(' ');
}

function valued(flag: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${flag} ${shellWord(value)}`];
}
