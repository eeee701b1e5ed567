import type { Command } from 'commander';
import type { ReadingFlags } from '../../config/target.ts';
import { conflictClause } from '../../contract/clause-id.ts';
import type { Clause } from '../../contract/contract.ts';
import { present } from '../../defined.ts';
import { hint, UsageError } from '../../errors.ts';
import { wrapped } from '../../report/console-text.ts';
import { clausesOfOtherReadings } from '../../rules/readings.ts';
import type { Suite } from '../../rules/suite.ts';
import { type CommandContext, readingOf } from '../context.ts';
import { checkFacts, conflictFacts, type Fact, mutantFacts, needFacts, placeFacts } from '../look/clause-facts.ts';
import { addFlags, READING } from '../options.ts';

/** `conform explain`: prints all facts about one clause. */
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
  const inOtherReading = knownClause(declared, id) ? undefined : clausesOfOtherReadings(suiteUnder, branches).get(id);
  const { suite, clause } = inOtherReading ?? { suite: declared, clause: clauseOf(declared, id) };
  const reading = inOtherReading?.branches.join(' or ');
  const facts = present<Fact>(
    reading !== undefined && ['reading', `only under ${reading}; a run finds out which holds`],
    ...placeFacts(clause, suite, loaded, io.cwd),
    ...needFacts(clause, suite),
    ...checkFacts(clause, suite),
    ...conflictFacts(clause, suite),
    ...(own ? mutantFacts(clause, loaded) : []),
  );
  const paint = context.paint();
  io.stdout.write(
    `${[paint.bold(clause.id), ...wrapped(clause.text, '  '), '', ...facts.flatMap(([name, value]) => wrapped(value, `  ${paint.dim(name.padEnd(9))}`, { columns: 11 }))].join('\n')}\n`,
  );
}

function knownClause(suite: Suite, id: string): Clause | undefined {
  return suite.clauses.get(id) ?? suite.clauses.get(conflictClause(id)) ?? suite.contract.everyStated.get(id);
}

function clauseOf(suite: Suite, id: string): Clause {
  const found = knownClause(suite, id);
  if (found !== undefined) return found;
  const ids = [...suite.clauses.keys(), ...suite.contract.everyStated.keys()];
  const prefixes = new Set(ids.flatMap(prefixesOf));
  if (prefixes.has(id))
    throw new UsageError(`${id} stands for several clauses; conform list --only '${id}/*' shows them.`);
  throw new UsageError(`unknown clause ${id}${hint(id, [...ids, ...prefixes])}. conform list shows them all.`);
}

/** The prefixes of an id: `listPapers` and `listPapers/limit` for `listPapers/limit/maximum`. */
function prefixesOf(id: string): readonly string[] {
  const parts = id.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
