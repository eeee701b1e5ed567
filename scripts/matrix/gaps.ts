import type { Mutant } from '../../fixtures/mutants/index.ts';
import { type AnyCheck, checkId, isAnswerCheck } from '../../src/check/check.ts';
import { conflictClause } from '../../src/contract/clause-id.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import type { Suite } from '../../src/rules/suite.ts';

/** What a maintainer still owes: clauses without a check, checks without a mutant, mutants and checks of unknown clauses. */
export function gapsOf(
  suiteUnder: (choices: Choices) => Suite,
  checks: readonly AnyCheck[],
  mutants: readonly Mutant[],
): readonly string[] {
  const suite = suiteUnder({});
  const checked = new Set([...suite.checks, ...suite.answerChecks].map(({ clause }) => clause));
  const killed = new Set(mutants.map(({ violates }) => violates));
  const stated = [...suite.contract.everyStated.values()];
  const known = new Set([
    ...suite.clauses.keys(),
    ...stated.map(({ id }) => id),
    ...[...suite.contract.conflicts.keys()].map(conflictClause),
    ...requestClauses(suiteUnder),
  ]);
  return [
    ...stated
      .filter(({ id, unobservable }) => unobservable === undefined && !checked.has(id))
      .map(({ id }) => `${id} has no check and no reason why a client cannot see it`),
    ...stated
      .filter(({ id, unobservable }) => unobservable !== undefined && checked.has(id))
      .map(({ id }) => `${id} is said to be invisible to a client but has a check`),
    ...checks
      .filter(({ clause }) => !killed.has(clause))
      .map(
        (check) =>
          `check ${isAnswerCheck(check) ? check.clause : checkId(check)} has killed no mutant: its clause has none`,
      ),
    ...mutants
      .filter(({ violates }) => !known.has(violates))
      .map(({ id, violates }) => `mutant ${id} violates ${violates}, which is no clause`),
  ];
}

/** Clauses that exist only once a conflict about requests is decided. */
function requestClauses(suiteUnder: (choices: Choices) => Suite): readonly string[] {
  return [
    suiteUnder({ 'predict-body': 'nested', 'chat-modes': 'general' }),
    suiteUnder({ 'predict-body': 'flat', 'chat-modes': 'lab' }),
  ].flatMap(({ clauses }) => [...clauses.keys()]);
}
