import { expect, test } from 'vitest';
import { isMaskOf } from '../../src/relations/invariants/masked.ts';

const SECRET = 'whsec-long-enough';

test.each([SECRET, '', '***', 'whsec…', 'whsec-****ough', '••••ough', 'whsec', 'XXXXXX', '[REDACTED]'])(
  '%j says no more than the secret',
  (shown) => expect(isMaskOf(shown, SECRET)).toBe(true),
);

test.each(['another', 'whsec-long-enough-2', 'ough****whsec', '***another', '<redacted:1>'])(
  '%j is of another one',
  (shown) => expect(isMaskOf(shown, SECRET)).toBe(false),
);
