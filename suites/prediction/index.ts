import type { Check } from '../../src/check/index.ts';
import * as answers from './answers.check.ts';
import * as backing from './backing.check.ts';
import * as hybrid from './hybrid.check.ts';
import * as manifest from './manifest.check.ts';
import * as open from './open.check.ts';
import * as refusals from './refusals.check.ts';
import * as requests from './requests.check.ts';

/** What only this contract knows of predictions. */
export const predictionChecks: readonly Check[] = [
  requests,
  refusals,
  answers,
  backing,
  hybrid,
  manifest,
  open,
].flatMap((topic) => Object.values(topic));
