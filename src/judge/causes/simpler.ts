import { statusOf } from '../../check/judges.ts';
import { pathOf } from '../../http/base-url.ts';
import { isCompanion, type Symptom } from './symptoms.ts';

/**
 * Does `by` show the same failure with fewer of the same parameters? Then the others are not the cause: if a page fails alone,
 * it also fails with a sort.
 */
export function isToldSimpler(symptom: Symptom, by: Symptom): boolean {
  const [more, less] = [symptom.exchange, by.exchange];
  if (more === undefined || less === undefined || more.operation !== less.operation) return false;
  const [its, own] = [Object.entries(less.request.query), more.request.query];
  if (its.length === 0 || pathOf(less.request) !== pathOf(more.request)) return false;
  const isLess = its.length < Object.keys(own).length;
  return (
    isFailure(symptom) &&
    isFailure(by) &&
    (isLess || (isCompanion(symptom) && !isCompanion(by))) &&
    statusOf(more) === statusOf(less) &&
    its.every(([name, value]) => own[name] === value)
  );
}

/** A server error, or a valid request that is refused. */
function isFailure({ exchange }: Symptom): boolean {
  const status = exchange === undefined ? 0 : (statusOf(exchange) ?? 0);
  return status >= 500 || (status >= 400 && exchange?.intent.kind === 'valid');
}
