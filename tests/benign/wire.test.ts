import { describe, test } from 'vitest';
import { allBenign } from '../../fixtures/benign/index.ts';
import { expectQuiet, tryOut } from './trial.ts';

describe.each(allBenign.filter(({ id }) => id.startsWith('wire/')))('$id', (variant) => {
  test(`is free: ${variant.leaves}`, async () => expectQuiet(await tryOut([variant])), 60_000);
});
