import type { Check } from '../../src/check/index.ts';
import * as answers from './answers.check.ts';
import * as markers from './markers.check.ts';
import * as requests from './requests.check.ts';

export const chatChecks: readonly Check[] = [requests, answers, markers].flatMap((topic): readonly Check[] =>
  Object.values(topic),
);
