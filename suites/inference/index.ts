import type { Check } from '../../src/check/index.ts';
import * as backing from './backing.check.ts';
import * as inversion from './inversion.check.ts';
import * as sensitivity from './sensitivity.check.ts';
import * as trajectory from './trajectory.check.ts';

export const inferenceChecks: readonly Check[] = [sensitivity, inversion, trajectory, backing].flatMap(
  (topic): readonly Check[] => Object.values(topic),
);
