import { existsSync } from 'node:fs';
import { join, relative, resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { allMutants } from '../../../fixtures/mutants/index.ts';
import { type Check, checkId } from '../../check/check.ts';
import { type Target, unmetNeed } from '../../check/target.ts';
import type { ReadingFlags } from '../../config/target.ts';
import { conflictClause, conflictOfClause } from '../../contract/clause-id.ts';
import type { Clause, Conflict } from '../../contract/contract.ts';
import type { LoadedDocument } from '../../contract/load.ts';
import { parseBranch } from '../../contract/resolve.ts';
import { hint, UsageError } from '../../errors.ts';
import { isWithin } from '../../files.ts';
import { packageRoot } from '../../package.ts';
import { type Paint, wrapped } from '../../report/console-text.ts';
import { placesIn } from '../../report/places.ts';
import { clausesOfOtherReadings } from '../../rules/readings.ts';
import type { Suite } from '../../rules/suite.ts';
import { type CommandContext, readingOf } from '../context.ts';
import { needsOf, ownNeeds } from '../look/needs.ts';
import { addFlags, READING } from '../options.ts';

/** `conform explain`: all there is to know of one clause. */
export function addExplain(program: Command, context: CommandContext): void {
  const command = program
    .command('explain')
    .description('explain one clause: its text, where it stands, what it needs, which checks test it')
    .argument('<clause>', 'its id, or the name of a conflict');
  addFlags(command, READING).action((id: string, flags: ReadingFlags) => explain(id, flags, context));
}

async function explain(id: string, flags: ReadingFlags, { io, contract, ...context }: CommandContext): Promise<void> {
  const { loaded, suiteUnder, own } = await contract();
  const { branches } = readingOf(flags, loaded, io);
  const declared = suiteUnder(branches);
  const elsewhere = isKnown(declared, id) ? undefined : clausesOfOtherReadings(suiteUnder, branches).get(id);
  const { suite, clause } = elsewhere ?? { suite: declared, clause: clauseOf(declared, id) };
  const facts: readonly Fact[] = [
    ...(elsewhere === undefined
      ? []
      : [['reading', `only under ${elsewhere.branches.join(' or ')}; a run finds out which holds`] as const]),
    ...placeFacts(clause, suite, loaded, io.cwd),
    ...needFacts(clause, suite),
    ...checkFacts(clause, suite),
    ...conflictFacts(clause, suite),
    ...(own ? mutantFacts(clause, loaded) : []),
  ];
  const paint = context.paint();
  io.stdout.write(
    `${[paint.bold(clause.id), ...wrapped(clause.text, '  '), '', ...facts.flatMap((fact) => linesOf(fact, paint))].join('\n')}\n`,
  );
}

type Fact = readonly [name: string, value: string];

function linesOf([name, value]: Fact, paint: Paint): readonly string[] {
  const first = `  ${name.padEnd(9)}`;
  return wrapped(value, first).map((line, index) =>
    index === 0 ? `  ${paint.dim(name.padEnd(9))}${line.slice(first.length)}` : line,
  );
}

function knownClause(suite: Suite, id: string): Clause | undefined {
  return suite.clauses.get(id) ?? suite.clauses.get(conflictClause(id)) ?? suite.contract.everyStated.get(id);
}

function isKnown(suite: Suite, id: string): boolean {
  return knownClause(suite, id) !== undefined;
}

function clauseOf(suite: Suite, id: string): Clause {
  const found = knownClause(suite, id);
  if (found !== undefined) return found;
  if (suite.contract.operations.has(id))
    throw new UsageError(`${id} is an operation, no clause; conform list --only ${id} shows its clauses.`);
  throw new UsageError(
    `unknown clause ${id}${hint(id, [...suite.clauses.keys(), ...suite.contract.everyStated.keys()])}. conform list shows them all.`,
  );
}

/** Where a file lies; in this package only what it is called there, for the package may lie in a cache. */
function shownPath(path: string, cwd: string): string {
  if (isWithin(cwd, path)) return relative(cwd, path);
  return isWithin(packageRoot(), path) ? `conform-contract/${relative(packageRoot(), path)}` : path;
}

function placeFacts(
  { id, level, origin, section, pointer, unobservable, unreadable }: Clause,
  { clauses }: Suite,
  loaded: LoadedDocument,
  cwd: string,
): readonly Fact[] {
  const { file, line } = placesIn(loaded, clauses, cwd)(id) ?? { file: loaded.path, line: 1 };
  const path = [join(packageRoot(), file), resolvePath(cwd, file)].find((one) => existsSync(one)) ?? file;
  return [
    ['level', `${level}: ${LEVELS[level]}`],
    [
      'origin',
      origin === 'stated'
        ? 'stated by the contract in words'
        : 'derived from the contract document, keyword by keyword',
    ],
    ['contract', section],
    ['document', `${shownPath(path, cwd)}:${line} (${pointer})`],
    ...(unobservable === undefined ? [] : [['no check', `a client cannot see it: ${unobservable}`] as const]),
    ...(unreadable === undefined ? [] : [['no check', `it cannot be judged: ${unreadable}`] as const]),
  ];
}

const LEVELS: Readonly<Record<Clause['level'], string>> = {
  MUST: 'a breach is a violation',
  SHOULD: 'a breach is a warning, and a violation with --strict',
  MAY: 'never counted against a target',
};

const NOBODY: Target = {
  baseUrl: '',
  credentials: {},
  samples: {},
  allow: {},
  headers: {},
};

/** What the clause needs, and how a user gives it. */
function needFacts(clause: Clause, suite: Suite): readonly Fact[] {
  const own = ownNeeds(clause, suite);
  const facts = needsOf(clause, suite).map((need): Fact => {
    const remedy = unmetNeed(NOBODY, need)?.remedy ?? 'nothing to give';
    return ['needs', `${need}: ${own.includes(need) ? '' : 'for requests that are meant to succeed: '}${remedy}`];
  });
  return facts.length === 0 ? [['needs', 'nothing beyond the base URL']] : facts;
}

function checkFacts(clause: Clause, suite: Suite): readonly Fact[] {
  const checks = suite.checks.filter((check) => check.clause === clause.id);
  if (checks.length > 0) return checks.map((check) => ['check', describeCheck(check)]);
  if (clause.unobservable !== undefined || clause.unreadable !== undefined) return [];
  return clause.origin === 'derived'
    ? [
        [
          'check',
          `judged on every answer${clause.operation === undefined ? '' : ` of ${clause.operation}`}, whoever asked`,
        ],
      ]
    : [['check', 'none under this profile']];
}

function describeCheck(check: Check): string {
  return `${checkId(check)}, from depth ${check.depth ?? 'smoke'} on${check.once === true ? ', never repeated' : ''}`;
}

/** The known ways in which the reference service breaks it. */
function mutantFacts({ id }: Clause, loaded: LoadedDocument): readonly Fact[] {
  const mutants = allMutants(loaded).filter(({ violates }) => violates === id);
  return mutants.map((one): Fact => ['mutant', `${one.id}: ${one.because}`]);
}

function conflictFacts({ id, branch }: Clause, suite: Suite): readonly Fact[] {
  const marked = branch === undefined ? undefined : parseBranch(branch);
  const conflict = suite.contract.conflicts.get(conflictOfClause(id) ?? marked?.conflict ?? '');
  return conflict === undefined
    ? []
    : [
        ['conflict', `${conflict.id}: ${conflict.question}`],
        ...branchFacts(conflict, marked?.branch, suite.contract.choices[conflict.id]),
      ];
}

function branchFacts(conflict: Conflict, own: string | undefined, chosen: string | undefined): readonly Fact[] {
  return Object.entries(conflict.branches).map(([id, { means, 'stated-by': statedBy }]) => {
    const marks = [
      ...(id === own ? ['this clause holds here'] : []),
      ...(id === chosen ? ['chosen by the profile'] : []),
    ];
    return ['branch', `${id}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}: ${means} Stated by ${statedBy}.`];
  });
}
