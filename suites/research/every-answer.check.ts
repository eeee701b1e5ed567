import { type AnswerCheck, onEveryAnswer } from '../../src/check/index.ts';
import { clean, DE_HYPHENATED, hasAbstract, NORMALISED } from './abstracts.ts';

/** What every paper that is opened has to keep to, whoever opens it: papers are opened by chat citations too, say. */
export const everyDetail: readonly AnswerCheck[] = [DE_HYPHENATED, NORMALISED].map((rule) =>
  onEveryAnswer({
    clause: rule.clause,
    operation: 'getPaperDetail',
    judge: (answer) => (hasAbstract(answer) ? [clean(answer, rule)] : []),
  }),
);
