import { type AnswerCheck, type Exchange, headerOf, holds, onEveryAnswer } from '../../src/check/index.ts';

/** For how many seconds an edge cache may keep an answer of search or priors (Limits: Search and prior edge cache). */
const KEPT_S = 60;

/** What directs an edge cache instead of Cache-Control, and stays between it and the service. */
const OF_THE_EDGE_ALONE = ['cdn-cache-control', 'surrogate-control'] as const;

/** That an answer says it is fresh for longer than the contract allows. Whoever says nothing of it leaves it open. */
export const edgeCaches: readonly AnswerCheck[] = ['searchPapers', 'getHierarchicalPrior'].map((operation) =>
  onEveryAnswer({
    clause: `${operation}/edge-cache`,
    operation,
    judge: (answer) => {
      const seconds = freshFor(answer);
      if (seconds === undefined) return [];
      const actual = `Cache-Control: ${headerOf(answer, 'Cache-Control')}`;
      return [holds(seconds <= KEPT_S, answer, { expected: `at most ${KEPT_S} s in an edge cache`, actual })];
    },
  }),
);

/** For how many seconds a shared cache takes the answer for fresh (RFC 9111, 5.2.2); undefined where no header tells it. */
function freshFor(answer: Exchange): number | undefined {
  if (OF_THE_EDGE_ALONE.some((name) => headerOf(answer, name) !== undefined)) return undefined;
  const directives = headerOf(answer, 'Cache-Control') ?? '';
  if (/(?:^|,)\s*(?:no-store|no-cache|private)\s*(?:,|$)/iu.test(directives)) return undefined;
  const [, seconds] =
    /(?:^|,)\s*s-maxage="?(\d+)/iu.exec(directives) ?? /(?:^|,)\s*max-age="?(\d+)/iu.exec(directives) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
