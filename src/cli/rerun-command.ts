import { targetFileIn } from '../config/target.ts';
import { shellWord } from '../report/command.ts';
import type { ContractInUse } from './context.ts';
import type { Io } from './io.ts';
import type { OnceFlags } from './options.ts';
import { startedAs } from './started-as.ts';

/**
 * The command that runs again with the same target and reading, for the report to suggest. Headers appear without their
 * values, which may be secrets.
 */
export function rerunCommandOf(
  flags: OnceFlags,
  { spec, overlay }: Pick<ContractInUse, 'spec' | 'overlay'>,
  baseUrl: string,
  io: Pick<Io, 'cwd' | 'script'>,
): string {
  const file = flags.target ?? (flags.baseUrl === undefined ? targetFileIn(io.cwd) : undefined);
  return [
    startedAs(io),
    ...optionText('--spec', spec),
    ...optionText('--overlay', overlay),
    'run',
    ...optionText('--base-url', file === undefined ? baseUrl : flags.baseUrl),
    ...optionText('--target', file),
    ...(flags.header ?? []).map((header) => `--header "${header.split(':')[0]?.trim() ?? ''}: ..."`),
    ...(flags.insecure === true ? ['--insecure'] : []),
    ...(['ca', 'cert', 'key'] as const).flatMap((name) => optionText(`--${name}`, flags[name])),
    ...optionText('--profile', flags.profile),
    ...(flags.branch ?? []).flatMap((branch) => optionText('--branch', branch)),
    ...optionText('--exclude', flags.exclude?.join(',')),
    ...optionText('--allow', flags.allow?.join(',')),
  ].join(' ');
}

/** The option with its value as a user would type it; nothing without a value. */
export function optionText(flag: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${flag} ${shellWord(value)}`];
}
