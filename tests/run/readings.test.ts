import { describe, expect, test } from 'vitest';
import { createReference, type ReferenceOptions } from '../../fixtures/reference/index.ts';
import { inPart } from '../../scripts/gate/part.ts';
import { targetFor } from '../../scripts/matrix/trial.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { randomFrom } from '../../src/run/check-context.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

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

const nameOf = ({ one }: { readonly one: Choices }): string => JSON.stringify(one);

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
    suiteUnder,
    target: targetFor(reference),
    profile: { name: 'drawn', branches: declared },
    transport: fetchTransport(reference.fetch),
    only: operations,
  });
  return buildReport(record, conclusion);
}

/** The fewest of many drawn readings that a greedy choice finds to hold every three branches together. */
function covering(drawn: readonly Choices[]): readonly Choices[] {
  const missing = new Set(drawn.flatMap(triplesOf));
  const chosen: Choices[] = [];
  while (missing.size > 0) {
    const best = drawn.reduce((one, other) => (news(other) > news(one) ? other : one));
    for (const triple of triplesOf(best)) missing.delete(triple);
    chosen.push(best);
  }
  return chosen;

  function news(one: Choices): number {
    return triplesOf(one).filter((triple) => missing.has(triple)).length;
  }
}

const memo = new WeakMap<Choices, readonly string[]>();

function triplesOf(choices: Choices): readonly string[] {
  const known = memo.get(choices);
  if (known !== undefined) return known;
  const marks = Object.entries(choices).map(([id, branch]) => `${id}/${branch}`);
  const triples = marks.flatMap((a, i) =>
    marks.slice(i + 1).flatMap((b, j) => marks.slice(i + j + 2).map((c) => `${a} ${b} ${c}`)),
  );
  memo.set(choices, triples);
  return triples;
}

describe('every combination of branches is a legal reading', () => {
  const random = randomFrom('readings');
  const chosen = covering(Array.from({ length: 400 }, () => reading(random)));
  const services = chosen.map((one, index) => ({ one, backing: index % 2 === 0 ? 'present' : 'absent' }) as const);
  const pairs = chosen.slice(0, 12).map((one) => ({ one, declared: reading(random) }));

  test('the chosen ones hold every three branches', () => {
    const seen = new Set(chosen.flatMap(triplesOf));
    const marks = conflicts.map(([id, branches]) => branches.map((branch) => `${id}/${branch}`));
    const wanted = marks.flatMap((some, i) =>
      marks
        .slice(i + 1)
        .flatMap((others, j) =>
          marks
            .slice(i + j + 2)
            .flatMap((rest) => some.flatMap((a) => others.flatMap((b) => rest.map((c) => `${a} ${b} ${c}`)))),
        ),
    );
    expect(wanted.filter((triple) => !seen.has(triple))).toEqual([]);
  });

  test('a service that follows the declared one has no finding', async () => {
    for (const { one, backing } of inPart(services, 1 / 6, nameOf)) {
      const { findings } = await judged(one, one, backing);
      expect(
        findings.map(({ clause, actual }) => `${clause}: ${actual}`),
        JSON.stringify(one),
      ).toEqual([]);
    }
  });

  test('under another one every finding is about a conflict', async () => {
    for (const { one, declared } of inPart(pairs, 1 / 6, nameOf)) {
      const { findings } = await judged(one, declared, 'absent');
      const others = findings.filter(({ clause }) => !clause.startsWith('conflicts/'));
      expect(
        others.map(({ clause, actual }) => `${clause}: ${actual}`),
        JSON.stringify(one),
      ).toEqual([]);
    }
  });
});
