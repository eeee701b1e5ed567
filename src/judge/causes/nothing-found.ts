import { bodyOf } from '../../check/judges.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import type { Common } from './request-features.ts';

/** At least this many answers are needed to see what an operation answers if it finds something. */
const MIN_ANSWERS = 4;

/**
 * Merges the features of failing requests into one if the operation fails when it finds nothing. That is assumed if several
 * kinds of requests fail (unknown text, page past the end) and no answer has an empty list. The kinds become alternatives.
 */
export function withoutResult(commons: readonly Common[], served: readonly Exchange[]): readonly Common[] {
  if (commons.length < 2 || !isNeverEmpty(served)) return commons;
  return [
    {
      feature: { in: 'result', name: 'nothing' },
      alternatives: commons.map(({ feature }) => feature),
      exchanges: commons.flatMap(({ exchanges }) => exchanges),
    },
  ];
}

/** Do all these answers contain a list of objects at the same place that is never empty? */
function isNeverEmpty(served: readonly Exchange[]): boolean {
  const answers = served.filter(({ request }) => request.method === 'GET').map((one) => listsIn(bodyOf(one)));
  const [first, ...rest] = answers;
  if (first === undefined || answers.length < MIN_ANSWERS) return false;
  return [...first].some((place) => rest.every((places) => places.has(place)));
}

/** The places of non-empty lists of objects, except lists within lists. */
function listsIn(node: unknown, at = ''): ReadonlySet<string> {
  if (Array.isArray(node)) return new Set(node.some(isObject) ? [at] : []);
  if (!isObject(node)) return new Set();
  return new Set(Object.entries(node).flatMap(([name, value]) => [...listsIn(value, `${at}/${name}`)]));
}
