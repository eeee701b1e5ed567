import { type Check, checkId, exchangesIn } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import { isBroken, type Verdict } from '../check/verdict.ts';
import { conflictClause, matches, ownerOf } from '../contract/clause-id.ts';
import type { Clause } from '../contract/contract.ts';
import { type Choices, parseBranch } from '../contract/resolve.ts';
import { groupBy } from '../groups.ts';
import { matchingClauses, observes, type Suite, type SuiteUnder } from '../rules/suite.ts';
import type { RunHeader, RunRecord } from '../send/journal.ts';
import { atOnce, mapInSteps, type Steps } from '../turns.ts';
import { type BranchObservation, branchesShownBy, detectBranches, type ObservedConflict } from './branches.ts';
import { type Cause, findCauses, type Symptom, symptomsOf, withCauses } from './causes/index.ts';
import type { Concluded } from './concluded.ts';
import { contradicts, followedReading, verdictOfConflict } from './conflicts.ts';
import { judgeEvidence } from './evidence.ts';
import { isExplainedBy, setupFaults } from './setup.ts';
import type { SetupFault } from './setup-kinds.ts';
import { setupMessage, setupRemedy } from './setup-words.ts';
import { judgeRecord } from './verdicts.ts';

export interface Conclusion {
  /** The suite of the reading that the target follows. */
  readonly suite: Suite;
  /** The suite of the reading that the profile declares. */
  readonly declared: Suite;
  readonly results: readonly Concluded[];
  readonly observed: readonly ObservedConflict[];
  /** The conflicts in which the target follows another branch than the declared one. */
  readonly contradicted: readonly string[];
  /** The faults of the target, each once, with every clause that it breaks. */
  readonly causes: readonly Cause[];
  /** The faults of the set-up. What they explain is no finding. */
  readonly setup: readonly SetupFault[];
}

/**
 * Judges a record under a declared reading. If the target contradicts that reading, the contradiction is one cause.
 * Everything else is judged under the branch that the target follows. What fails only under the declared branch falls with
 * the contradiction. Pure: no request, no clock.
 */
export function conclude(record: RunRecord, declared: Choices, suiteUnder: SuiteUnder): Conclusion {
  return atOnce(concluding(record, declared, suiteUnder));
}

/** The same in steps, for callers that must react to events in between. */
export function* concluding(record: RunRecord, declared: Choices, suiteUnder: SuiteUnder): Steps<Conclusion> {
  const readings = yield* readingsOf(record, declared, suiteUnder);
  const { suite, observed, contradicted } = readings;
  const judged = yield* judgedUnder(readings, record, declared, suiteUnder);
  const setup = setupFaults({ contract: suite.contract, exchanges: record.exchanges, header: record.header });
  const symptoms = yield* symptomsOf(judged, record.exchanges, suite.judgeAnswer);
  const results = withoutSetup(judged, symptoms, setup);
  const broken = new Set(results.filter(({ verdict }) => isBroken(verdict)).map(({ clause }) => clause.id));
  const causes = yield* findCauses({
    results,
    exchanges: record.exchanges,
    symptoms: symptoms.filter(
      ({ clause, exchange }) => broken.has(clause.id) && !setup.some((fault) => isExplainedBy(fault, exchange)),
    ),
    conflicts: { observed, contradicted, known: suite.contract.conflicts, fallsWith: conflictsBehind(results) },
  });
  return {
    ...readings,
    results: withCauses(results, causes),
    observed: observed.filter(({ conflict }) => results.some(({ clause }) => clause.id === conflictClause(conflict))),
    causes,
    setup,
  };
}

/** What a record shows about conflicts, and the suites of both readings. */
type Readings = Pick<Conclusion, 'suite' | 'declared' | 'observed' | 'contradicted'>;

function* readingsOf(record: RunRecord, declared: Choices, suiteUnder: SuiteUnder): Steps<Readings> {
  const declaredSuite = suiteUnder(declared);
  const { contract } = declaredSuite;
  const observed = detectBranches(contract, yield* observations(suiteUnder(record.choices), record));
  const contradicted = observed
    .filter((one) => contradicts(contract.conflicts.get(one.conflict), one, declared))
    .map(({ conflict }) => conflict);
  const suite = suiteUnder(followedReading(contract, record.choices, declared, observed, contradicted));
  return { suite, declared: declaredSuite, observed, contradicted };
}

/** The result of each clause to report, before anything is known about causes and the set-up. */
function* judgedUnder(
  readings: Readings,
  record: RunRecord,
  choices: Choices,
  suiteUnder: SuiteUnder,
): Steps<readonly Concluded[]> {
  const { suite, declared, observed, contradicted } = readings;
  const verdicts = yield* judgeRecord(suite, record);
  const strict = contradicted.length === 0 ? verdicts : yield* judgeRecord(declared, record);
  const open = contradicted.length > 1 ? suiteUnder({}) : suite;
  const facts = { verdicts, strict, contradicted, observed, declared: choices, open };
  const clauses = new Map([...suite.clauses, ...declared.clauses]);
  return [...clauses.values()]
    .filter(createIsChosen([declared, suite], record, observed))
    .map((clause) => resultOf(clause, facts))
    .map((result) => atLevel(result, record.header.levels ?? {}));
}

/**
 * The result with the clause's level as the user sets it, by clause id or by the beginning of an id and `*`; the last match
 * counts. Its verdict is adapted: `fail` for MUST, else `warn`.
 */
function atLevel(result: Concluded, levels: NonNullable<RunHeader['levels']>): Concluded {
  const { clause, verdict } = result;
  const [, level] = Object.entries(levels).findLast(([pattern]) => matches(pattern, clause.id)) ?? [];
  if (level === undefined || level === clause.level) return result;
  const kind = level === 'MUST' ? 'fail' : 'warn';
  return { ...result, clause: { ...clause, level }, verdict: isBroken(verdict) ? { ...verdict, kind } : verdict };
}

/** Maps each clause that falls with a conflict to the clause of that conflict. */
function conflictsBehind(results: readonly Concluded[]): ReadonlyMap<string, string> {
  return new Map(results.flatMap(({ clause, fallsWith }) => (fallsWith === undefined ? [] : [[clause.id, fallsWith]])));
}

/** Makes results inconclusive if a fault of the set-up explains them. If nothing reached the target, that is all of them. */
function withoutSetup(
  results: readonly Concluded[],
  symptoms: readonly Symptom[],
  faults: readonly SetupFault[],
): readonly Concluded[] {
  if (faults.length === 0) return results;
  const byClause = groupBy(symptoms, ({ clause }) => clause.id);
  return results.map((result) => {
    const { clause, verdict } = result;
    const related = byClause.get(clause.id) ?? [];
    const fault = faults.find(
      (one) =>
        (one.whole && verdict.kind !== 'skip') ||
        (isBroken(verdict) && related.length > 0 && related.every(({ exchange }) => isExplainedBy(one, exchange))),
    );
    return fault === undefined
      ? result
      : {
          clause,
          verdict: { kind: 'inconclusive', reason: setupMessage(fault.what), remedy: setupRemedy(fault.what) },
        };
  });
}

/** Selects the clauses to report: those the run was limited to, and conflicts of their operations or seen in the run. */
function createIsChosen(
  suites: readonly Suite[],
  { header: { only } }: RunRecord,
  observed: readonly ObservedConflict[],
): (clause: Clause) => boolean {
  if (only.length === 0) return () => true;
  const chosen = new Set(suites.flatMap((suite) => [...matchingClauses(suite, only)]));
  const owners = new Set([...chosen].map(ownerOf));
  const conflictClauses = observed
    .filter(({ operations, consistent }) => consistent !== 'not seen' || operations.some((id) => owners.has(id)))
    .map(({ conflict }) => conflictClause(conflict));
  return ({ id }) => chosen.has(id) || conflictClauses.includes(id);
}

/** Tells whether an operation received valid requests, but served none. */
function createIsDead({ exchanges }: RunRecord): (operation: string | undefined) => boolean {
  const valid = exchanges.filter(({ intent }) => intent.kind === 'valid');
  const [asked, served] = [valid, valid.filter(isSuccess)].map(
    (some) => new Set(some.map(({ operation }) => operation)),
  );
  return (operation) => asked?.has(operation) === true && served?.has(operation) === false;
}

function* observations(suite: Suite, record: RunRecord): Steps<readonly BranchObservation[]> {
  const isDead = createIsDead(record);
  const byAnswers = yield* mapInSteps(record.exchanges, (exchange) => {
    // If an operation refuses every valid request, a refusal does not show which requests the target considers valid.
    const isInformative = ({ conflict }: BranchObservation) =>
      suite.contract.conflicts.get(conflict)?.probe === undefined || isSuccess(exchange) || !isDead(exchange.operation);
    return branchesShownBy(suite.contract, exchange).filter(isInformative);
  });
  const checks = new Map(suite.checks.map((check) => [checkId(check), check]));
  const byChecks = yield* mapInSteps(record.acts, ({ check, outcome }) =>
    outcome.kind === 'evidence' ? observationsOfCheck(suite, checks.get(check), outcome.evidence) : [],
  );
  return [...byAnswers, ...byChecks].flat();
}

/** If a conflict has no signs, the target follows the branch whose own clause passes. */
function observationsOfCheck(
  suite: Suite,
  check: Check | undefined,
  evidence: Readonly<Record<string, unknown>>,
): readonly BranchObservation[] {
  const markedBranch = check === undefined ? undefined : suite.contract.everyStated.get(check.clause)?.branch;
  if (check === undefined || markedBranch === undefined || !observes(suite.contract, check.clause)) return [];
  if (judgeEvidence(suite, check, evidence).kind !== 'pass') return [];
  return [{ ...parseBranch(markedBranch), kind: 'sign', exchange: exchangesIn(evidence)[0]?.seq ?? 0 }];
}

interface Facts {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly strict: ReadonlyMap<string, Verdict>;
  readonly contradicted: readonly string[];
  readonly observed: readonly ObservedConflict[];
  readonly declared: Choices;
  /** The suite in which clauses name their branches, if several conflicts are contradicted. */
  readonly open: Suite;
}

function resultOf(clause: Clause, facts: Facts): Concluded {
  const conflict = facts.observed.find((one) => conflictClause(one.conflict) === clause.id);
  if (conflict !== undefined)
    return { clause, verdict: verdictOfConflict(conflict, facts.contradicted, facts.declared) };
  const verdict = facts.verdicts.get(clause.id);
  const strict = facts.strict.get(clause.id);
  const cause = facts.contradicted[0];
  if (cause !== undefined && isBroken(strict) && !isBroken(verdict))
    return { clause, verdict: strict, fallsWith: conflictClause(conflictOf(clause, facts) ?? cause) };
  return { clause, verdict: verdict ?? strict ?? NOT_APPLICABLE };
}

/** Of several contradicted conflicts, the one that the clause belongs to a branch of, else one of the clause's operation. */
function conflictOf({ id, operation = '' }: Clause, { contradicted, observed, open }: Facts): string | undefined {
  const marked = parseBranch(open.clauses.get(id)?.branch ?? '').conflict;
  if (contradicted.includes(marked)) return marked;
  return observed.find((one) => contradicted.includes(one.conflict) && one.operations.includes(operation))?.conflict;
}

const NOT_APPLICABLE: Verdict = {
  kind: 'skip',
  reason: 'applies only to a branch that this service does not use',
};
