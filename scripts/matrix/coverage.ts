import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkId } from '../../src/check/check.ts';
import { ownerOf } from '../../src/contract/clause-id.ts';
import type { Clause } from '../../src/contract/contract.ts';
import { packageRoot } from '../../src/package.ts';
import type { Bench, Trial } from './trial.ts';

/** Writes docs/coverage.md: every clause with its level, its checks and its mutants, or why there are none. */
export function writeCoverage({ suiteUnder }: Bench, trials: readonly Trial[]): void {
  const suites = [
    suiteUnder({}),
    suiteUnder({ 'predict-body': 'nested', 'chat-modes': 'general' }),
    suiteUnder({ 'predict-body': 'flat', 'chat-modes': 'lab' }),
  ];
  const clauses = new Map(suites.flatMap((suite) => [...suite.clauses]));
  const checks = new Map<string, Set<string>>();
  for (const suite of suites)
    for (const check of suite.checks)
      checks.set(check.clause, new Set([...(checks.get(check.clause) ?? []), checkId(check)]));
  const mutants = grouped(trials);
  const lines = [
    '# Coverage: every clause of the contract',
    '',
    'Written by `npm run matrix`; do not edit. *Stated* clauses are sentences of the contract, *derived* ones come from the schemas of `spec/openapi.yaml`.',
    'An answer rule judges every answer that the suite sees, so a derived clause about an answer needs no check of its own.',
    '',
    ...[...bySection(clauses)].flatMap(([section, members]) => sectionLines(section, members, checks, mutants)),
  ];
  writeFileSync(join(packageRoot(), 'docs', 'coverage.md'), `${lines.join('\n')}\n`);
}

function grouped(trials: readonly Trial[]): ReadonlyMap<string, readonly Trial[]> {
  const groups = new Map<string, Trial[]>();
  for (const trial of trials) groups.set(trial.violates, [...(groups.get(trial.violates) ?? []), trial]);
  return groups;
}

function bySection(clauses: ReadonlyMap<string, Clause>): ReadonlyMap<string, readonly Clause[]> {
  const sections = new Map<string, Clause[]>();
  for (const clause of clauses.values()) {
    const section = clause.operation ?? ownerOf(clause.id);
    sections.set(section, [...(sections.get(section) ?? []), clause]);
  }
  return sections;
}

function sectionLines(
  section: string,
  clauses: readonly Clause[],
  checks: ReadonlyMap<string, ReadonlySet<string>>,
  mutants: ReadonlyMap<string, readonly Trial[]>,
): readonly string[] {
  const rows = clauses.map(
    (clause) =>
      `| \`${clause.id}\` | ${clause.level} | ${cell(clause.text)} | ${cell(clause.section)} | ${howShown(clause, checks.get(clause.id))} | ${killedBy(mutants.get(clause.id))} |`,
  );
  return [
    `## ${section}`,
    '',
    '| clause | level | sentence | contract | shown by | mutants killed |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ];
}

function howShown(clause: Clause, checks: ReadonlySet<string> | undefined): string {
  if (clause.unobservable !== undefined) return `not visible to a client: ${cell(clause.unobservable)}`;
  if (checks !== undefined) return `${checks.size} ${checks.size === 1 ? 'check' : 'checks'}`;
  return 'every answer';
}

function killedBy(trials: readonly Trial[] | undefined): string {
  if (trials === undefined) return '–';
  const killed = trials.filter((trial) => trial.killed).length;
  return killed === trials.length ? String(killed) : `${killed} of ${trials.length}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
