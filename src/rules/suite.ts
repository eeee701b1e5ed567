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

/** The contract under one reading, with all its clauses and the checks that show them. */
export interface Suite {
  readonly contract: Contract;
  readonly clauses: ReadonlyMap<string, Clause>;
  /** In the order in which they run. */
  readonly checks: readonly Check[];
  /** The stated clauses that every answer is asked about. */
  readonly answerChecks: readonly AnswerCheck[];
  /** What an answer says of the clauses that every answer is asked about, derived and stated. */
  readonly judgeAnswer: AnswerJudge;
  /** What assertions may ask under this reading. */
  readonly judging: Judging;
  /** The answer of an exchange as judges see it. */
  readonly guard: (exchange: Exchange) => Exchange;
}

/**
 * Puts the stated and the derived checks together. A check whose clause is not in this reading is left out, with one exception: a
 * check that is the only way to see which branch of its conflict the target follows.
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
 * Answers as judges see them: reading a place that breaks the document is hidden behind its clause. Readings that judge an
 * answer alike see the same one.
 */
function createGuard(judgeAnswer: AnswerJudge, { guarded: known }: AnswerMemory): Suite['guard'] {
  return (exchange) => {
    const observations = judgeAnswer(exchange);
    const before = known.get(exchange);
    if (before?.observations === observations) return before.seen;
    const seen = guarded(exchange, brokenPlaces(observations));
    known.set(exchange, { observations, seen });
    return seen;
  };
}

/** Suites by reading, each made once; what the document says the same under several of them is compiled and judged once. */
export function suiteCache(loaded: LoadedDocument, checks: readonly AnyCheck[]): (choices: Choices) => Suite {
  const made = new Map<string, Suite>();
  const compiled: CompiledSchemas = new Map();
  const memory = createAnswerMemory();
  return (choices) => {
    const key = JSON.stringify(Object.entries(choices).sort());
    return getOrMake(made, key, () => createSuite(createContract(loaded, choices, compiled), checks, memory));
  };
}

/** Does the passing of this stated clause tell which branch of a conflict the target follows? */
export function observes(contract: Contract, clause: string): boolean {
  const mark = contract.everyStated.get(clause)?.branch;
  const conflict = mark === undefined ? undefined : contract.conflicts.get(parseBranch(mark).conflict);
  return (
    conflict !== undefined &&
    Object.values(conflict.branches).every(
      ({ sign, default: fallback }) => sign === undefined && fallback === undefined,
    )
  );
}

/**
 * The clauses that a filter picks: an operation, a tag, a clause id, or the beginning of one that ends in `*`. A pattern with
 * `!` before it leaves out what it matches. Throws a UsageError for one that matches nothing.
 */
export function selectClauses(suite: Suite, only: readonly string[] = []): ReadonlySet<string> {
  for (const one of only) {
    const pattern = withoutMark(one);
    if (matchesAnyClause(suite, pattern)) continue;
    const isBeginning = pattern.includes('/') && [...suite.clauses.keys()].some((id) => id.startsWith(pattern));
    const near = isBeginning ? ` (for all that begin so, write '${pattern}*')` : hint(pattern, knownWords(suite));
    const star = pattern.slice(0, -1).includes('*') ? '; a * may stand only at the end' : '';
    throw new UsageError(
      `${isExclusion(one) ? '--exclude' : '--only'} ${pattern} matches no operation, tag or clause${near}${star}. conform list shows them all.`,
    );
  }
  const chosen = matchingClauses(suite, only);
  if (chosen.size === 0 && only.some(isExclusion)) throw new UsageError('--exclude leaves no clause to test.');
  return chosen;
}

/** Does a pattern match a clause of this reading, or one that a probe may bring? */
export function matchesAnyClause(suite: Suite, pattern: string): boolean {
  return (
    suite.clauses.has(pattern) ||
    [...suite.clauses.values()].some((clause) => matchesPattern(suite, clause, pattern)) ||
    isYetToCome(suite, pattern)
  );
}

/** The patterns of `--exclude` as they stand beside those of `--only`. */
export function exclusionsOf(patterns: readonly string[] = []): readonly string[] {
  return patterns.map((pattern) => `!${pattern}`);
}

/** Does a pattern leave out what it matches? */
export function isExclusion(pattern: string): boolean {
  return pattern.startsWith('!');
}

function withoutMark(pattern: string): string {
  return isExclusion(pattern) ? pattern.slice(1) : pattern;
}

/** Throws a UsageError where the user gives a level to a clause that there is not. */
export function assertLevels(suite: Suite, levels: Readonly<Record<string, unknown>>): void {
  const ids = [...suite.clauses.keys()];
  for (const pattern of Object.keys(levels)) {
    const isKnown = ids.some((id) => matches(pattern, id));
    if (!isKnown && !isYetToCome(suite, pattern))
      throw new UsageError(`levels: ${pattern} matches no clause${hint(pattern, ids)}. conform list shows them all.`);
  }
}

/** Clauses about a body come into being only with the probe that tells which of several bodies the target takes. */
function isYetToCome({ contract }: Suite, pattern: string): boolean {
  return [...contract.conflicts.values()].some(
    ({ id, probe }) =>
      probe !== undefined && contract.choices[id] === undefined && pattern.startsWith(`${probe.operation}/body/`),
  );
}

/** The same where a pattern may match nothing: a reading that a probe found may know fewer clauses, or more. */
export function matchingClauses(suite: Suite, only: readonly string[]): ReadonlySet<string> {
  const wanted = only.filter((pattern) => !isExclusion(pattern));
  const unwanted = only.filter(isExclusion).map(withoutMark);
  const isMeant = (patterns: readonly string[], clause: Clause): boolean =>
    patterns.some((pattern) => matchesPattern(suite, clause, pattern));
  const meant = [...suite.clauses.values()].filter(
    (clause) => (wanted.length === 0 || isMeant(wanted, clause)) && !isMeant(unwanted, clause),
  );
  return new Set(meant.map(({ id }) => id));
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
