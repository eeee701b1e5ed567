import { groupBy } from '../../groups.ts';
import { rejectOf } from '../../http/exchange.ts';
import { type Symptom, wordsOf } from './symptoms.ts';

/** What an answer promises of one of its members, whichever member that is, and the answers that break it. */
export function promisesOf(symptoms: readonly Symptom[]) {
  const placed = symptoms.filter(({ clause, violation }) => clause.origin === 'stated' && violation.at !== undefined);
  const byClause = groupBy(placed, ({ clause }) => clause.id);
  return ({ clause, violation }: Symptom) => {
    const own = violation.at === undefined ? undefined : byClause.get(clause.id);
    return (
      own && {
        promises: [...new Set(own.map((one) => withoutNames(one.violation.expected)))].sort(),
        exchanges: [...new Set(own.map(({ exchange }) => exchange?.seq ?? 0))].sort(),
      }
    );
  };
}

function withoutNames(expected: string): string {
  return expected.replace(/^\S+ (?=\w)/u, '').replaceAll(/\b\w+\./gu, '');
}

/**
 * What was answered to a bad request, where a stated clause minds the answer as a whole. Where the document says what is wrong
 * with that answer, it falls with that.
 */
export function wholeAnswers(symptoms: readonly Symptom[]) {
  const malformed = new Set(symptoms.filter(({ clause }) => clause.subject?.kind === 'answer').map(seqOf));
  return (one: Symptom) => {
    const { clause, violation, exchange } = one;
    if (clause.origin !== 'stated' || violation.at !== undefined || violation.status !== undefined) return undefined;
    if (rejectOf(exchange) === undefined || exchange?.outcome.kind !== 'response') return undefined;
    const { operation, outcome } = exchange;
    return malformed.has(seqOf(one)) ? undefined : { operation, status: outcome.status, words: wordsOf(exchange) };
  };
}

function seqOf({ exchange }: Symptom): number | undefined {
  return exchange?.seq;
}
