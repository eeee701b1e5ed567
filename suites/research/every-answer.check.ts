import { type AnswerCheck, type Assertion, type Exchange, holds, onEveryAnswer } from '../../src/check/index.ts';
import { type AbstractRule, clean, DE_HYPHENATED, hasAbstract, NORMALISED } from './abstracts.ts';

/** What every paper that is opened has to keep to, whoever opens it: papers are opened by chat citations too, say. */
const everyDetail = [DE_HYPHENATED, NORMALISED].map((rule: AbstractRule) =>
  onEveryAnswer({
    clause: rule.clause,
    operation: 'getPaperDetail',
    judge: (answer) => (hasAbstract(answer) ? [clean(answer, rule)] : []),
  }),
);

const EDGE_CACHE_S = 60;

/** How long a shared cache may keep the answer (RFC 9111, 4.2.1 and 5.2.2), in seconds; undefined where it may not, or nothing is said. */
function sharedLifetime(directives: string): number | undefined {
  if (/(?:^|,)\s*(?:private|no-cache|no-store)\s*(?:,|$)/iu.test(directives)) return undefined;
  const stated = ['s-maxage', 'max-age'].map((name) =>
    new RegExp(String.raw`(?:^|,)\s*${name}\s*=\s*"?(\d+)`, 'iu').exec(directives),
  );
  const seconds = (stated[0] ?? stated[1])?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

function briefly(answer: Exchange): readonly Assertion[] {
  const directives = answer.outcome.kind === 'response' ? (answer.outcome.headers['cache-control'] ?? '') : '';
  return [
    holds((sharedLifetime(directives) ?? 0) <= EDGE_CACHE_S, answer, {
      expected: `an edge may keep it for at most ${EDGE_CACHE_S} s`,
      actual: `Cache-Control: ${directives}`,
    }),
  ];
}

/** Checks that cost no request. */
export const everyAnswer: readonly AnswerCheck[] = [
  ...everyDetail,
  ...['searchPapers', 'getHierarchicalPrior'].map((operation) =>
    onEveryAnswer({ clause: `${operation}/edge-cache`, operation, judge: briefly }),
  ),
];
