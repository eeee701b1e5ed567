import type { Finding, RunFacts } from './model.ts';

/** The flags of `conform run` that show a finding again, after those that name the target. */
export function flagsFor({ replay, clause }: Pick<Finding, 'replay' | 'clause'>, { depth, seed }: RunFacts): string {
  return replay ?? `--only ${shellWord(clause)} --depth ${depth} --seed ${seed}`;
}

/** `conform run` against the same target and under the same reading; more flags may follow. */
export function rerunCommand({ command, baseUrl, profile, permissions }: RunFacts): string {
  if (command !== undefined) return command;
  const branches = Object.entries(profile.branches).map(([id, branch]) => `--branch ${shellWord(`${id}=${branch}`)}`);
  const allow = permissions.length === 0 ? [] : [`--allow ${shellWord(permissions.join(','))}`];
  return ['conform run --base-url', shellWord(baseUrl), ...branches, ...allow].join(' ');
}

/** `conform clean` for what a run left behind. It knows no flags of the reading, nor permissions. */
export function cleanCommand(
  { command, baseUrl }: { readonly command?: string | undefined; readonly baseUrl: string },
  folder: string,
): string {
  const run = command ?? `conform run --base-url ${shellWord(baseUrl)}`;
  const [connection = ''] = run.split(/ --(?:profile|branch|exclude|allow) /u);
  return connection.replace(/ run(?= --)/u, () => ` clean ${shellWord(folder)}`);
}

/** `conform judge` for what a run has recorded. */
export function judgeCommand(command: string | undefined, folder: string): string {
  return `${(command ?? 'conform run').split(/ run(?= |$)/u)[0] ?? ''} judge ${shellWord(folder)}`;
}

/** What no shell takes for anything but itself: sh, PowerShell and cmd alike. */
const PLAIN = /^[\w./:=+][\w./:=@+-]*$/u;

/** What stands between double quotes as it is, in each of them; the paths of Windows, too. */
const QUOTABLE = /^(?:[^"$`\\!%\p{Cc}]|\\(?![\\"$`]|$))*$/u;

/** One word of a command line. It is quoted only where it has to be, so that the line works in as many shells as can be. */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  return QUOTABLE.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
