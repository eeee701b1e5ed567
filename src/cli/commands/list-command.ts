import type { Command } from 'commander';
import type { Clause } from '../../contract/contract.ts';
import { plural } from '../../nouns.ts';
import { table } from '../../report/console-text.ts';
import { renderJson } from '../../report/json.ts';
import { otherReadingsNote, sizesOfOtherReadings } from '../../rules/readings.ts';
import { exclusionsOf, selectClauses } from '../../rules/suite.ts';
import { type CommandContext, readingOf } from '../context.ts';
import { say } from '../io.ts';
import { addFlags, type FlagsOf, flag, READING, shared } from '../options.ts';

const OWN = {
  ...shared('only'),
  ...READING,
  exclude: { ...shared('exclude').exclude, description: 'leave these out, named as with --only; repeatable' },
  json: flag('--json', 'as JSON'),
};

type ListFlags = FlagsOf<typeof OWN>;

/** `conform list`: lists all clauses, or those that a filter selects. */
export function addList(program: Command, context: CommandContext): void {
  const command = program.command('list').description('list the clauses of the contract');
  addFlags(command, OWN).action((flags: ListFlags) => list(flags, context));
}

async function list(flags: ListFlags, { io, contract }: CommandContext): Promise<void> {
  const { loaded, suiteUnder } = await contract();
  const { branches } = readingOf(flags, loaded, io);
  const suite = suiteUnder(branches);
  const chosen = selectClauses(suite, [...(flags.only ?? []), ...exclusionsOf(flags.exclude)]);
  const clauses = [...suite.clauses.values()].filter(({ id }) => chosen.has(id));
  if (flags.json === true) io.stdout.write(renderJson(clauses));
  else io.stdout.write(`${linesOf(clauses).join('\n')}\n`);
  const more =
    flags.only === undefined && flags.exclude === undefined
      ? otherReadingsNote(sizesOfOtherReadings(suiteUnder, branches))
      : '';
  say(io.stderr, `${plural(clauses.length, 'clause')}${more}. conform explain <clause> tells more of one.`);
}

/** A table of the clauses. The section comes last: it is the longest, and may exceed the width of the terminal. */
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
