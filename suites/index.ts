import type { AnyCheck } from '../src/check/index.ts';
import { everyStatus } from './account/every-answer.check.ts';
import { accountChecks } from './account/index.ts';
import { chatChecks } from './chat/index.ts';
import { inferenceChecks } from './inference/index.ts';
import { papersChecks } from './papers/index.ts';
import { predictionChecks } from './prediction/index.ts';
import { priorsChecks } from './priors/index.ts';
import { everyDetail } from './research/every-answer.check.ts';
import { researchChecks } from './research/index.ts';
import { serviceChecks } from './service/index.ts';

/** Every stated check, by tag. */
export const allChecks: readonly AnyCheck[] = [
  ...everyStatus,
  ...everyDetail,
  ...papersChecks,
  ...accountChecks,
  ...researchChecks,
  ...predictionChecks,
  ...priorsChecks,
  ...inferenceChecks,
  ...chatChecks,
  ...serviceChecks,
];
