import type { Finding, RunFacts } from './model.ts';
import { shellWord } from './shell-word.ts';

/** The flags of `conform run` that show a finding again, after those that name the target. */
export function flagsFor({ replay, clause }: Pick<Finding, 'replay' | 'clause'>, { depth, seed }: RunFacts): string {
  return replay ?? `--only ${shellWord(clause)} --depth ${depth} --seed ${seed}`;
}

/** `conform run` against the same target and under the same reading; more flags may follow. */
export function sameRun({ command, baseUrl, profile, permissions }: RunFacts): string {
  if (command !== undefined) return command;
  const branches = Object.entries(profile.branches).map(([id, branch]) => `--branch ${shellWord(`${id}=${branch}`)}`);
  const allow = permissions.length === 0 ? [] : [`--allow ${shellWord(permissions.join(','))}`];
  return ['conform run --base-url', shellWord(baseUrl), ...branches, ...allow].join(' ');
}
