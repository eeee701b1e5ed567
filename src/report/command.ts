import type { Finding, RunFacts } from './model.ts';

/** The flags of `conform run` that reproduce a finding. They follow the flags that name the target. */
export function flagsFor({ replay, clause }: Pick<Finding, 'replay' | 'clause'>, { depth, seed }: RunFacts): string {
  return replay ?? `--only ${shellWord(clause)} --depth ${depth} --seed ${seed}`;
}

/** `conform run` with the same target, reading and permissions. More flags may follow. */
export function rerunCommand({ command, baseUrl, profile, permissions }: RunFacts): string {
  if (command !== undefined) return command;
  const branches = Object.entries(profile.branches).map(([id, branch]) => `--branch ${shellWord(`${id}=${branch}`)}`);
  const allow = permissions.length === 0 ? [] : [`--allow ${shellWord(permissions.join(','))}`];
  return ['conform run --base-url', shellWord(baseUrl), ...branches, ...allow].join(' ');
}

/** `conform clean` for what a run left behind. It takes no flags for the reading or for permissions. */
export function cleanCommand(
  { command, baseUrl }: { readonly command?: string | undefined; readonly baseUrl: string },
  folder: string,
): string {
  const runCommand = command ?? `conform run --base-url ${shellWord(baseUrl)}`;
  const [connection = ''] = runCommand.split(/ --(?:profile|branch|exclude|allow) /u);
  return connection.replace(/ run(?= --)/u, () => ` clean ${shellWord(folder)}`);
}

/** `conform judge` for the record of a run. */
export function judgeCommand(command: string | undefined, folder: string): string {
  return `${(command ?? 'conform run').split(/ run(?= |$)/u)[0] ?? ''} judge ${shellWord(folder)}`;
}

/** Words that need no quotes in sh, PowerShell and cmd. */
const PLAIN = /^[\w./:=+][\w./:=@+-]*$/u;

/** Text that all three shells leave as it is between double quotes. Windows paths are included. */
const QUOTABLE = /^(?:[^"$`\\!%\p{Cc}]|\\(?![\\"$`]|$))*$/u;

/** One word of a command line. It is quoted only if needed, so that the line works in as many shells as possible. */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  return QUOTABLE.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
