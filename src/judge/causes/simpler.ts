import { isCompanion, statusOf, type Symptom } from './symptoms.ts';

/**
 * Is the same wrong with a request that has a part of the same things in it? Then what stands beside them is not to blame:
 * an item of the wrong kind under one filter is so under two as well, and a page that fails fails beside a sort.
 */
export function isToldSimpler(symptom: Symptom, by: Symptom): boolean {
  const [more, less] = [symptom.exchange, by.exchange];
  if (more === undefined || less === undefined || more.operation !== less.operation) return false;
  const [its, own] = [Object.entries(less.request.query), more.request.query];
  if (its.length === 0 || less.request.target.split('?')[0] !== more.request.target.split('?')[0]) return false;
  const isLess = its.length < Object.keys(own).length;
  if (isFailure(symptom) && isFailure(by))
    return (
      (isLess || (isCompanion(symptom) && !isCompanion(by))) &&
      statusOf(more) === statusOf(less) &&
      its.every(([name, value]) => own[name] === value)
    );
  const member = memberOf(symptom);
  return (
    symptom.clause.relation === true &&
    by.clause.relation === true &&
    member !== undefined &&
    member === memberOf(by) &&
    isLess
  );
}

function isFailure({ exchange }: Symptom): boolean {
  return exchange !== undefined && (statusOf(exchange) ?? 0) >= 500;
}

/** The place of a member of an item, whichever item it is of. */
function memberOf({ violation: { at = '' } }: Symptom): string | undefined {
  return /\/\d+\//u.test(at) ? at.replaceAll(/\/\d+(?=\/)/gu, '/*') : undefined;
}
