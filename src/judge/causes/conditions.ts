import type { Symptom } from './symptoms.ts';
import type { Hypothesis, Theory } from './theory.ts';

/**
 * The target says of itself that it is in a condition for which the document has an error status, and tells it by another
 * one: then that is what every valid request to the operation meets.
 */
export const conditionsToldOtherwise: Theory = ({ symptoms }) =>
  symptoms.filter(isOfCondition).map(
    ({ clause: { id }, ...told }): Hypothesis => ({
      id,
      nature: { kind: 'clause' },
      scope: 'operation',
      lead: id,
      minimum: 2,
      explains: ({ exchange, violation }) =>
        isValid(exchange) &&
        exchange?.operation === told.exchange?.operation &&
        violation.status?.actual === told.violation.status?.actual,
    }),
  );

/** A valid request that has to be answered with an error, and was answered with another one. */
function isOfCondition({ exchange, violation: { status } }: Symptom): boolean {
  if (!isValid(exchange) || status === undefined || status.actual < 400) return false;
  return status.expected.length > 0 && status.expected.every((key) => /^[45]/u.test(key));
}

function isValid(exchange: Symptom['exchange']): boolean {
  return exchange?.intent.kind === 'valid';
}
