import { expect, test } from 'vitest';
import { type Call, onSuccess, wrap } from '../../fixtures/middleware.ts';
import { runDeep, verdictsOf } from '../support/deep.ts';

const CLAUSE = 'inferInversion/desired-outcomes-matter';

type Range = readonly [number | null, number | null];

function rangeOf({ body }: Call): Range {
  const { desired_outcomes: desired } = body as { readonly desired_outcomes: Readonly<Record<string, Range>> };
  return Object.values(desired)[0] ?? [null, null];
}

/** Is there a fraction in the range? */
function isInReach([least, most]: Range): boolean {
  return (least ?? 0) <= 1 && (most ?? 1) >= 0;
}

/** The verdict where a range is answered with these scores of always the same two configurations. */
async function verdictWhere(scoresOf: (range: Range) => readonly number[]) {
  const { report } = await runDeep([CLAUSE], {
    bent: ({ fetch }) =>
      wrap(
        fetch,
        onSuccess('inferInversion', (offer, call) => ({
          ...offer,
          configurations: [{ ph: 7 }, { ph: 8 }],
          scores: scoresOf(rangeOf(call)),
        })),
      ),
  });
  return new Map(verdictsOf(report)).get(CLAUSE);
}

test('an offer for a fraction is the same wherever the range holds it', async () => {
  expect(await verdictWhere((range) => (isInReach(range) ? [0.9, 0.4] : [0.1, 0]))).toBe('pass');
});

test('what nothing is likely to reach may have zeros for scores', async () => {
  expect(await verdictWhere(() => [0, 0])).toBe('skip');
});

test('an offer that no outcome changes is a breach', async () => {
  expect(await verdictWhere(() => [0.9, 0.4])).toBe('warn');
});
