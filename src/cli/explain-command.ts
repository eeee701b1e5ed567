import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Command } from 'commander';
import { type Check, checkId } from '../check/check.ts';
import { type Target, unmetNeed } from '../check/target.ts';
import { loadProfile } from '../config/profile.ts';
import { lineOfPointer } from '../config/yaml.ts';
import { conflictClause, conflictOfClause } from '../contract/clause-id.ts';
import type { Clause, Conflict } from '../contract/contract.ts';
import type { LoadedDocument } from '../contract/load.ts';
import { parseBranch } from '../contract/resolve.ts';
import { hint, UsageError } from '../errors.ts';
import { type Paint, paintIf } from '../report/console-text.ts';
import { type Suite, suiteCache } from '../rules/suite.ts';
import { wantsColour } from './io.ts';
import { needsOf, ownNeeds } from './needs.ts';
import { OPTIONS } from './options.ts';
import type { CommandContext } from './program.ts';

interface ExplainFlags {
  readonly profile?: string;
  readonly branch?: readonly string[];
}

/** `conform explain`: all there is to know of one clause. */
export function addExplain(program: Command, context: CommandContext): void {
  program
    .command('explain')
    .description('explain one clause: its text, where it stands, what it needs, what shows it')
    .argument('<clause>', 'its id, or the name of a conflict')
    .addOption(OPTIONS.profile())
    .addOption(OPTIONS.branch())
    .action((id: string, flags: ExplainFlags) => explain(id, flags, context));
}

async function explain(
  id: string,
  { profile = 'any', branch }: ExplainFlags,
  { io, contract, coloured }: CommandContext,
): Promise<void> {
  const { loaded, checks } = await contract();
  const { branches } = loadProfile(profile, { document: loaded.document, folder: io.cwd }, branch);
  const suite = suiteCache(loaded, checks)(branches);
  const clause = clauseOf(suite, id);
  const facts = [
    ...placeFacts(clause, loaded, io.cwd),
    ...needFacts(clause, suite),
    ...checkFacts(clause, suite),
    ...conflictFacts(clause, suite),
  ];
  const paint = paintIf(wantsColour(io, coloured()));
  io.stdout.write(
    `${[paint.bold(clause.id), `  ${clause.text}`, '', ...facts.map((fact) => lineOf(fact, paint))].join('\n')}\n`,
  );
}

type Fact = readonly [name: string, value: string];

function lineOf([name, value]: Fact, paint: Paint): string {
  return `  ${paint.dim(name.padEnd(9))}${value}`;
}

function clauseOf(suite: Suite, id: string): Clause {
  const found = suite.clauses.get(id) ?? suite.clauses.get(conflictClause(id)) ?? suite.contract.everyStated.get(id);
  if (found !== undefined) return found;
  throw new UsageError(
    `unknown clause ${id}${hint(id, [...suite.clauses.keys(), ...suite.contract.everyStated.keys()])}. conform list shows them all.`,
  );
}

function placeFacts(
  { level, origin, section, pointer, unobservable }: Clause,
  { path }: LoadedDocument,
  cwd: string,
): readonly Fact[] {
  const line = lineOfPointer(readFileSync(path, 'utf8'), pointer);
  return [
    ['level', `${level}: ${LEVELS[level]}`],
    [
      'origin',
      origin === 'stated'
        ? 'stated by the contract in words'
        : 'derived from the contract document, keyword by keyword',
    ],
    ['contract', section],
    ['document', `${relative(cwd, path)}:${line} (${pointer})`],
    ...(unobservable === undefined ? [] : [['no check', `a client cannot see it: ${unobservable}`] as const]),
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
  if (clause.unobservable !== undefined) return [];
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
  return `${checkId(check)}, from depth ${check.depth ?? 'smoke'} on${check.once === true ? ', acted once only' : ''}`;
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
