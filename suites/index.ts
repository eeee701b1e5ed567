import type { AnyCheck } from '../src/check/index.ts';
import { accountChecks } from './account/index.ts';
import { chatChecks } from './chat/index.ts';
import { inferenceChecks } from './inference/index.ts';
import { papersChecks } from './papers/index.ts';
import { predictionChecks } from './prediction/index.ts';
import { priorsChecks } from './priors/index.ts';
import { everyDetail } from './research/every-answer.check.ts';
import { researchChecks } from './research/index.ts';
import { edgeCaches } from './service/edge-cache.check.ts';
import { serviceChecks } from './service/index.ts';

/** Every stated check, by tag. */
export const allChecks: readonly AnyCheck[] = [
  ...everyDetail,
  ...edgeCaches,
  ...papersChecks,
  ...accountChecks,
  ...researchChecks,
  ...predictionChecks,
  ...priorsChecks,
  ...inferenceChecks,
  ...chatChecks,
  ...serviceChecks,
];

/** What the checks of this contract take from the user, as `spec/schemas/target.schema.json` describes it. */
declare module '../src/check/target.ts' {
  interface Samples {
    readonly paperCuid?: string;
    readonly expendablePaper?: string;
    readonly doi?: string;
    readonly priors?: {
      readonly populated?: string;
      readonly logScale?: string;
      readonly unresolvedParent?: string;
      readonly awaiting?: string;
      readonly readError?: string;
    };
    readonly inference?: {
      readonly outcome: string;
      readonly parameters: readonly string[];
      readonly operatingPoint: Readonly<Record<string, unknown>>;
      readonly inputs?: Readonly<Record<string, unknown>>;
    };
    readonly maxMessages?: number;
  }
}
