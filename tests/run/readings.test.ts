import { describe, expect, test } from 'vitest';
import { createReference, type ReferenceOptions } from '../../fixtures/reference/index.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import { randomFrom } from '../../src/run/check-context.ts';
import { targetFor } from '../../scripts/matrix/trial.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';

const conflicts = Object.entries(loaded.document['x-conflicts']).map(
  ([id, { branches }]) => [id, Object.keys(branches)] as const,
);
const operations = [
  ...new Set(Object.values(loaded.document['x-conflicts']).flatMap((conflict) => conflict.operations)),
];

/** A branch for each conflict. */
function reading(random: () => number): Choices {
  return Object.fromEntries(
    conflicts.map(([id, branches]) => [id, branches[Math.floor(random() * branches.length)] ?? '']),
  );
}

/** The operations that conflicts are about, with the backing service there or absent. */
async function judged(
  actual: Choices,
  declared: Choices,
  backing: NonNullable<ReferenceOptions['backing']>,
): Promise<Report> {
  const reference = createReference({ branches: actual as NonNullable<ReferenceOptions['branches']>, backing });
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    target: targetFor(reference),
    profile: { name: 'drawn', branches: declared },
    transport: fetchTransport(reference.fetch),
    only: operations,
  });
  return buildReport(record, conclusion);
}

describe('every combination of branches is a legal reading', () => {
  const random = randomFrom('readings');
  const drawn = Array.from({ length: 200 }, () => reading(random));

  test('the drawn ones hold every pair of branches', () => {
    const seen = new Set(drawn.flatMap((one) => pairsOf(Object.entries(one).map(([id, branch]) => `${id}/${branch}`))));
    const marks = conflicts.map(([id, branches]) => branches.map((branch) => `${id}/${branch}`));
    const wanted = marks.flatMap((some, index) =>
      marks.slice(index + 1).flatMap((others) => some.flatMap((a) => others.map((b) => `${a} ${b}`))),
    );
    expect(wanted.filter((pair) => !seen.has(pair))).toEqual([]);
  });

  test('a service that follows the declared one has no finding', { timeout: 600_000 }, async () => {
    for (const [index, one] of drawn.entries()) {
      const { findings } = await judged(one, one, index % 2 === 0 ? 'present' : 'absent');
      expect(
        findings.map(({ clause, actual }) => `${clause}: ${actual}`),
        JSON.stringify(one),
      ).toEqual([]);
    }
  });

  test('under another one every finding is about a conflict', { timeout: 600_000 }, async () => {
    for (const one of drawn.slice(0, 40)) {
      const { findings } = await judged(one, reading(random), 'absent');
      const others = findings.filter(({ clause }) => !clause.startsWith('conflicts/'));
      expect(
        others.map(({ clause, actual }) => `${clause}: ${actual}`),
        JSON.stringify(one),
      ).toEqual([]);
    }
  });
});

function pairsOf(marks: readonly string[]): readonly string[] {
  return marks.flatMap((a, index) => marks.slice(index + 1).map((b) => `${a} ${b}`));
}
