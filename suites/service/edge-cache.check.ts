import { type AnswerCheck, type Exchange, headerOf, holds, onEveryAnswer } from '../../src/check/index.ts';

/**
 * For how many seconds an edge cache may keep an answer of search or priors, and for how many more it may give it out while it
 * asks for a new one (Limits: Search and prior edge cache).
 */
const KEPT_S = 60;
const STALE_S = 60;

/** What directs an edge cache instead of Cache-Control, and stays between it and the service. */
const OF_THE_EDGE_ALONE = ['cdn-cache-control', 'surrogate-control'] as const;

/**
 * That an answer says it is fresh, or may be given out stale, for longer than the contract allows. Whoever says nothing of it
 * leaves it open.
 */
export const edgeCaches: readonly AnswerCheck[] = ['searchPapers', 'getHierarchicalPrior'].map((operation) =>
  onEveryAnswer({
    clause: `${operation}/edge-cache`,
    operation,
    judge: (answer) => {
      const { fresh, stale = 0 } = keptFor(answer);
      if (fresh === undefined) return [];
      const actual = `Cache-Control: ${headerOf(answer, 'Cache-Control')}`;
      return [
        holds(fresh <= KEPT_S, answer, { expected: `at most ${KEPT_S} s in an edge cache`, actual }),
        holds(stale <= STALE_S, answer, { expected: `at most ${STALE_S} s more while it is renewed`, actual }),
      ];
    },
  }),
);

/**
 * For how many seconds a shared cache takes the answer for fresh (RFC 9111, 5.2.2), and gives it out stale while it asks for a new
 * one (RFC 5861, 3); undefined where no header tells it.
 */
function keptFor(answer: Exchange): { readonly fresh?: number; readonly stale?: number } {
  if (OF_THE_EDGE_ALONE.some((name) => headerOf(answer, name) !== undefined)) return {};
  const directives = headerOf(answer, 'Cache-Control') ?? '';
  if (/(?:^|,)\s*(?:no-store|no-cache|private)\s*(?:,|$)/iu.test(directives)) return {};
  const [, fresh] =
    /(?:^|,)\s*s-maxage="?(\d+)/iu.exec(directives) ?? /(?:^|,)\s*max-age="?(\d+)/iu.exec(directives) ?? [];
  const [, stale] = /(?:^|,)\s*stale-while-revalidate="?(\d+)/iu.exec(directives) ?? [];
  return { ...(fresh !== undefined && { fresh: Number(fresh) }), ...(stale !== undefined && { stale: Number(stale) }) };
}
