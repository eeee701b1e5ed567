import { bodyOf } from '../../check/judges.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import type { Common } from './request-features.ts';

/** So many answers at least tell what an operation is like when it finds something. */
const ANSWERS = 4;

/**
 * A listing that fails on several kinds of requests, and that never answered with an empty list, fails where it finds nothing:
 * the kinds (a text that nothing has, a page past the end) are one fault, with each of them as an example.
 */
export function withoutResult(told: readonly Common[], served: readonly Exchange[]): readonly Common[] {
  if (told.length < 2 || !alwaysFinds(served)) return told;
  return [
    {
      feature: { in: 'result', name: 'nothing' },
      alternatives: told.map(({ feature }) => feature),
      exchanges: told.flatMap(({ exchanges }) => exchanges),
    },
  ];
}

/** There is a list of objects in all these answers, and it is never empty. */
function alwaysFinds(served: readonly Exchange[]): boolean {
  const answers = served.filter(({ request }) => request.method === 'GET').map((one) => listsIn(bodyOf(one)));
  const [first, ...rest] = answers;
  if (first === undefined || answers.length < ANSWERS) return false;
  return [...first].some((place) => rest.every((places) => places.has(place)));
}

/** The places below which a list of objects stands that is not empty; lists within lists are left out. */
function listsIn(node: unknown, at = ''): ReadonlySet<string> {
  if (Array.isArray(node)) return new Set(node.some(isObject) ? [at] : []);
  if (!isObject(node)) return new Set();
  return new Set(Object.entries(node).flatMap(([name, value]) => [...listsIn(value, `${at}/${name}`)]));
}
