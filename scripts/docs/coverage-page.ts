import type { Mutant } from '../../fixtures/mutants/index.ts';
import { checkId } from '../../src/check/check.ts';
import { ownerOf } from '../../src/contract/clause-id.ts';
import type { Clause } from '../../src/contract/contract.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import { groupBy } from '../../src/groups.ts';
import type { Suite } from '../../src/rules/suite.ts';
import { KNOWN_GAPS } from '../matrix/known-gaps.ts';

/**
 * docs/coverage.md: every clause with its level, its checks and its mutants, or why there are none. The matrix proves what it
 * says: each mutant that is no known gap is killed.
 */
export function coveragePage(suiteUnder: (choices: Choices) => Suite, all: readonly Mutant[]): string {
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
  const mutants = groupBy(all, ({ violates }) => violates);
  const lines = [
    '# Coverage: every clause of the contract',
    '',
    'Written by `npm run docs`, proved by `npm run matrix`; do not edit. *Stated* clauses are sentences of the contract, *derived* ones come from the schemas of `spec/openapi.yaml`.',
    'An answer rule judges every answer that the suite sees, so a derived clause about an answer needs no check of its own.',
    '',
    ...[...bySection(clauses)].flatMap(([section, members]) => sectionLines(section, members, checks, mutants)),
  ];
  return `${lines.join('\n')}\n`;
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
  mutants: ReadonlyMap<string, readonly Mutant[]>,
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

function killedBy(mutants: readonly Mutant[] | undefined): string {
  if (mutants === undefined) return '–';
  const killed = mutants.filter(({ id }) => !KNOWN_GAPS.includes(id)).length;
  return killed === mutants.length ? String(killed) : `${killed} of ${mutants.length}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
