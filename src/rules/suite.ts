import { type AnswerCheck, type AnyCheck, type Check, isAnswerCheck, type Judging } from '../check/check.ts';
import { guarded } from '../check/guard.ts';
import { conflictClause, matches, ownerOf } from '../contract/clause-id.ts';
import { type Clause, type Contract, createContract } from '../contract/contract.ts';
import type { LoadedDocument } from '../contract/load.ts';
import { type Choices, parseBranch } from '../contract/resolve.ts';
import { hint, SpecError, UsageError } from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { getOrMake } from '../memoize.ts';
import type { CompiledSchemas } from '../schema/validators.ts';
import {
  type AnswerJudge,
  type AnswerMemory,
  brokenPlaces,
  createAnswerJudge,
  createAnswerMemory,
  derive,
} from './index.ts';
import { withInvariants } from './invariants.ts';
import { resourceChecks } from './resources.ts';

/** The contract under one reading, with all its clauses and their checks. */
export interface Suite {
  readonly contract: Contract;
  readonly clauses: ReadonlyMap<string, Clause>;
  /** In the order in which they run. */
  readonly checks: readonly Check[];
  readonly answerChecks: readonly AnswerCheck[];
  /** Judges an answer by all clauses about answers, derived and stated. */
  readonly judgeAnswer: AnswerJudge;
  /** What assertions get: the contract under this reading. */
  readonly judging: Judging;
  /** The exchange as judges see it: reading a broken place of its answer throws `Hidden`. */
  readonly guard: (exchange: Exchange) => Exchange;
}

/**
 * Puts the stated and the derived checks together. A check whose clause is not in this reading is left out, unless it is the
 * only way to see which branch of its conflict the target follows.
 */
export function createSuite(
  contract: Contract,
  stated: readonly AnyCheck[],
  memory: AnswerMemory = createAnswerMemory(),
): Suite {
  const derived = derive(contract, memory);
  const clauses = new Map<string, Clause>();
  for (const clause of [...contract.stated.values(), ...derived.clauses]) {
    if (!clauses.has(clause.id)) clauses.set(clause.id, clause);
  }
  for (const conflict of contract.conflicts.values())
    clauses.set(conflictClause(conflict.id), clauseOfConflict(contract, conflict.id));
  for (const one of stated)
    if (!contract.everyStated.has(one.clause))
      throw new SpecError(
        `a check is about ${one.clause}, which spec/openapi.yaml does not state${hint(one.clause, contract.everyStated.keys())}.`,
      );
  const kept = [...withInvariants(contract, stated), ...resourceChecks(contract)].filter(
    ({ clause }) => clauses.has(clause) || observes(contract, clause),
  );
  const answerChecks = kept.filter((one) => isAnswerCheck(one));
  const judgeAnswer = createAnswerJudge(contract, answerChecks, memory);
  return {
    contract,
    clauses,
    checks: [...derived.checks, ...kept.filter((one): one is Check => !isAnswerCheck(one))],
    answerChecks,
    judgeAnswer,
    judging: { contract },
    guard: createGuard(judgeAnswer, memory),
  };
}

/**
 * Makes the guard of a suite: a judge that reads a broken place is hidden behind the clause that is broken there. Readings
 * with the same observations share the guarded exchange.
 */
function createGuard(judgeAnswer: AnswerJudge, { guarded: cache }: AnswerMemory): Suite['guard'] {
  return (exchange) => {
    const observations = judgeAnswer(exchange);
    const cached = cache.get(exchange);
    if (cached?.observations === observations) return cached.seen;
    const seen = guarded(exchange, brokenPlaces(observations));
    cache.set(exchange, { observations, seen });
    return seen;
  };
}

export type SuiteUnder = (choices: Choices) => Suite;

/** Makes the suite of each reading once. What is the same in several readings is compiled and judged once. */
export function suiteCache(loaded: LoadedDocument, checks: readonly AnyCheck[]): SuiteUnder {
  const suites = new Map<string, Suite>();
  const compiled: CompiledSchemas = new Map();
  const memory = createAnswerMemory();
  return (choices) => {
    const key = JSON.stringify(Object.entries(choices).sort());
    return getOrMake(suites, key, () => createSuite(createContract(loaded, choices, compiled), checks, memory));
  };
}

/** Does this stated clause show which branch of its conflict the target follows? Yes if no branch has a sign or default. */
export function observes(contract: Contract, clause: string): boolean {
  const branch = contract.everyStated.get(clause)?.branch;
  const conflict = branch === undefined ? undefined : contract.conflicts.get(parseBranch(branch).conflict);
  return (
    conflict !== undefined &&
    Object.values(conflict.branches).every(
      ({ sign, default: fallback }) => sign === undefined && fallback === undefined,
    )
  );
}

/**
 * The clauses that a filter selects: by operation, tag, clause id, or the beginning of an id followed by `*`. A pattern with
 * `!` before it excludes what it matches. Throws a UsageError for a pattern that matches nothing.
 */
export function selectClauses(suite: Suite, only: readonly string[] = []): ReadonlySet<string> {
  for (const one of only) {
    const pattern = withoutMark(one);
    if (matchesAnyClause(suite, pattern)) continue;
    const isPrefix = pattern.includes('/') && [...suite.clauses.keys()].some((id) => id.startsWith(pattern));
    const suggestion = isPrefix ? ` (for all that begin so, write '${pattern}*')` : hint(pattern, knownWords(suite));
    const starHint = pattern.slice(0, -1).includes('*') ? '; a * may stand only at the end' : '';
    throw new UsageError(
      `${isExclusion(one) ? '--exclude' : '--only'} ${pattern} matches no operation, tag or clause${suggestion}${starHint}. conform list shows them all.`,
    );
  }
  const chosen = matchingClauses(suite, only);
  if (chosen.size === 0 && only.some(isExclusion)) throw new UsageError('--exclude leaves no clause to test.');
  return chosen;
}

/** Does a pattern match a clause of this reading, or one that a probe may add? */
export function matchesAnyClause(suite: Suite, pattern: string): boolean {
  return (
    suite.clauses.has(pattern) ||
    [...suite.clauses.values()].some((clause) => matchesPattern(suite, clause, pattern)) ||
    isAddedByProbe(suite, pattern)
  );
}

/** The patterns of `--exclude` as `selectClauses` takes them. */
export function exclusionsOf(patterns: readonly string[] = []): readonly string[] {
  return patterns.map((pattern) => `!${pattern}`);
}

export function isExclusion(pattern: string): boolean {
  return pattern.startsWith('!');
}

function withoutMark(pattern: string): string {
  return isExclusion(pattern) ? pattern.slice(1) : pattern;
}

/** Throws a UsageError if the user sets a level for a clause that does not exist. */
export function assertLevels(suite: Suite, levels: Readonly<Record<string, unknown>>): void {
  const ids = [...suite.clauses.keys()];
  for (const pattern of Object.keys(levels)) {
    const isKnown = ids.some((id) => matches(pattern, id));
    if (!isKnown && !isAddedByProbe(suite, pattern))
      throw new UsageError(`levels: ${pattern} matches no clause${hint(pattern, ids)}. conform list shows them all.`);
  }
}

/** May a probe add matching clauses? It shows which of several bodies the target takes, and so which clauses exist. */
function isAddedByProbe({ contract }: Suite, pattern: string): boolean {
  return [...contract.conflicts.values()].some(
    ({ id, probe }) =>
      probe !== undefined && contract.choices[id] === undefined && pattern.startsWith(`${probe.operation}/body/`),
  );
}

/** Like `selectClauses`, but a pattern may match nothing: the reading that a probe found may have other clauses. */
export function matchingClauses(suite: Suite, only: readonly string[]): ReadonlySet<string> {
  const wanted = only.filter((pattern) => !isExclusion(pattern));
  const unwanted = only.filter(isExclusion).map(withoutMark);
  const matchesSome = (patterns: readonly string[], clause: Clause): boolean =>
    patterns.some((pattern) => matchesPattern(suite, clause, pattern));
  const matching = [...suite.clauses.values()].filter(
    (clause) => (wanted.length === 0 || matchesSome(wanted, clause)) && !matchesSome(unwanted, clause),
  );
  return new Set(matching.map(({ id }) => id));
}

function matchesPattern(suite: Suite, clause: Clause, pattern: string): boolean {
  if (pattern.endsWith('*')) return matches(pattern, clause.id);
  const operation = clause.operation === undefined ? undefined : suite.contract.operations.get(clause.operation);
  return (
    clause.id === pattern ||
    clause.operation === pattern ||
    operation?.tag === pattern ||
    ownerOf(clause.id) === pattern
  );
}

function knownWords(suite: Suite): readonly string[] {
  const operations = [...suite.contract.operations.values()];
  return [...operations.map(({ id }) => id), ...operations.map(({ tag }) => tag), ...suite.clauses.keys()];
}

function clauseOfConflict(contract: Contract, id: string): Clause {
  const conflict = contract.conflicts.get(id);
  const declared = contract.choices[id];
  const text =
    declared === undefined
      ? `${conflict?.question ?? ''} Every answer follows the same branch.`
      : `${conflict?.question ?? ''} The target follows the declared branch: ${conflict?.branches[declared]?.means ?? declared}`;
  return {
    id: conflictClause(id),
    level: declared === undefined ? 'SHOULD' : 'MUST',
    text,
    section: conflict?.section ?? '',
    origin: 'derived',
    pointer: `/x-conflicts/${id}`,
    needs: [],
  };
}
