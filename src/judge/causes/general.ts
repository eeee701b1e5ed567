import { conflictClause } from '../../contract/clause-id.ts';
import type { Conflict } from '../../contract/contract.ts';
import type { ObservedConflict } from '../branches.ts';
import { clausesOf, exercised, operationsOf, type Symptom } from './symptoms.ts';
import { type Hypothesis, isMost, type Theory } from './theory.ts';

/** What is known of conflicts when causes are looked for. */
export interface Conflicts {
  readonly observed: readonly ObservedConflict[];
  readonly contradicted: readonly string[];
  readonly known: ReadonlyMap<string, Conflict>;
  /** The clauses that were put behind a conflict when verdicts were concluded. */
  readonly fallsWith: ReadonlyMap<string, string>;
}

/**
 * A conflict that the target decides otherwise than declared takes the clauses of its branches with it. One about
 * requests that it answers now so and now otherwise takes all of its operations: every question there is answered by chance.
 */
export function conflictsDecidedOtherwise({ observed, contradicted, known, fallsWith }: Conflicts): Theory {
  const wavering = (one: ObservedConflict) => one.consistent === 'no' && known.get(one.conflict)?.probe !== undefined;
  return () =>
    observed.map(({ conflict, ...one }): Hypothesis => {
      const id = conflictClause(conflict);
      const operations = wavering({ conflict, ...one }) ? one.operations : [];
      return {
        id,
        nature: { kind: 'conflict', conflict },
        scope: 'service',
        lead: id,
        explains: ({ clause }) =>
          clause.id === id ||
          fallsWith.get(clause.id) === id ||
          (contradicted.includes(conflict) && clause.branch?.split('/')[0] === conflict) ||
          operations.includes(clause.operation ?? ''),
      };
    });
}

/** An operation that is not there fails at everything. */
export const absentRoutes: Theory = ({ symptoms }) =>
  clausesOf(symptoms.filter(({ clause }) => clause.subject?.kind === 'route')).map((lead): Hypothesis => {
    const operation = symptoms.find(({ clause }) => clause.id === lead)?.clause.operation;
    return {
      id: lead,
      nature: { kind: 'absent-route' },
      scope: 'operation',
      lead,
      explains: (symptom) => aboutOperation(symptom) === operation,
    };
  });

/** Answers of most operations begin, and do not come whole: whatever stands before the service breaks them. */
export const brokenMessages: Theory = (seen) => {
  const operations = operationsOf(seen.symptoms.filter(isAboutMessage));
  const answered = exercised(seen, ({ subject }) => subject?.kind === 'message');
  if (operations.length < 2 || !isMost(operations.length, answered.length)) return [];
  return [
    {
      id: 'service/whole-answers',
      nature: { kind: 'clause' },
      scope: 'service',
      explains: isAboutMessage,
    },
  ];
};

function isAboutMessage({ clause }: Symptom): boolean {
  return clause.subject?.kind === 'message';
}

function aboutOperation({ clause, exchange }: Symptom): string | undefined {
  return clause.operation ?? exchange?.operation;
}
