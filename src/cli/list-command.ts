import type { Command } from 'commander';
import { loadProfile } from '../config/profile.ts';
import type { Clause } from '../contract/contract.ts';
import { table } from '../report/console-text.ts';
import { selectClauses, suiteCache } from '../rules/suite.ts';
import { OPTIONS } from './options.ts';
import type { CommandContext } from './program.ts';

interface ListFlags {
  readonly only?: readonly string[];
  readonly profile?: string;
  readonly branch?: readonly string[];
  readonly json?: boolean;
}

/** `conform list`: every clause, or those that a filter picks. */
export function addList(program: Command, context: CommandContext): void {
  program
    .command('list')
    .description('list the clauses of the contract')
    .addOption(OPTIONS.only())
    .addOption(OPTIONS.profile())
    .addOption(OPTIONS.branch())
    .option('--json', 'as JSON')
    .action((flags: ListFlags) => list(flags, context));
}

async function list(
  { only = [], profile = 'any', branch, json }: ListFlags,
  { io, contract }: CommandContext,
): Promise<void> {
  const { loaded, checks } = await contract();
  const { branches } = loadProfile(profile, { document: loaded.document, folder: io.cwd }, branch);
  const suite = suiteCache(loaded, checks)(branches);
  const chosen = selectClauses(suite, only);
  const clauses = [...suite.clauses.values()].filter(({ id }) => chosen.has(id));
  io.stdout.write(json === true ? `${JSON.stringify(clauses, null, 2)}\n` : `${linesOf(clauses).join('\n')}\n`);
  io.stderr.write(`${clauses.length} clauses. conform explain <clause> tells more of one.\n`);
}

/** The section stands last: it is the longest, and may run over the edge. */
function linesOf(clauses: readonly Clause[]): readonly string[] {
  const columns = table([
    ['CLAUSE', 'LEVEL', 'ORIGIN'],
    ...clauses.map(({ id, level, origin }) => [id, level.padEnd(6), origin.padEnd(7)]),
  ]);
  const needs = clauses.map(
    (clause) => clause.needs.join(' ') || (clause.unobservable === undefined ? '-' : 'unobservable'),
  );
  const width = Math.max('NEEDS'.length, ...needs.map((text) => text.length));
  const rest = [
    `${'NEEDS'.padEnd(width)}  SECTION`,
    ...clauses.map(({ section }, index) => `${(needs[index] ?? '').padEnd(width)}  ${section}`),
  ];
  return columns.map((line, index) => `${line}  ${rest[index] ?? ''}`);
}
