import type { Check } from '../../src/check/index.ts';
import * as backing from './backing.check.ts';
import * as misplaced from './misplaced.check.ts';

export const serviceChecks: readonly Check[] = [backing, misplaced].flatMap((topic): readonly Check[] =>
  Object.values(topic),
);
