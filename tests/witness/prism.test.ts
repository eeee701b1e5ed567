import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { createClock } from '../../fixtures/world/index.ts';
import { loadProfile } from '../../src/config/profile.ts';
import { toYaml } from '../../src/config/yaml.ts';
import { resolve } from '../../src/contract/resolve.ts';
import { createTransport } from '../../src/http/client.ts';
import { packageRoot } from '../../src/package.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { startPrism } from './prism.ts';

/** A statement about Prism, and the clauses that fall because it is true. */
interface Statement {
  readonly because: string;
  readonly clauses: readonly (string | { readonly clause: string; readonly under: string })[];
}

const reviewed = parse(
  readFileSync(join(packageRoot(), 'fixtures/witness/prism.yaml'), 'utf8'),
) as readonly Statement[];

describe('against a server that nobody here wrote', () => {
  test.each(['machine-readable', 'reference-pages'])(
    'what fails under %s is true of Prism, one by one',
    async (name) => {
      const { clauses, outcome } = await runAgainstPrism(name);
      const count = (verdict: string) => clauses.filter((clause) => clause.verdict === verdict).length;
      const known = expectedUnder(name);
      const fallen = clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
      expect(fallen.filter((id) => !known.has(id))).toEqual([]);
      expect(clauses.filter(({ id, verdict }) => known.has(id) && verdict === 'pass').map(({ id }) => id)).toEqual([]);
      expect(fallen.length).toBeGreaterThan(0.9 * known.size);
      expect(outcome.verdict).toBe('violations');
      expect(count('error')).toBe(0);
      expect(count('pass')).toBeGreaterThan(800);
    },
  );

  test('each statement is told once, and each clause belongs to one', () => {
    const ids = reviewed.flatMap(({ clauses }) => clauses.map((one) => (typeof one === 'string' ? one : one.clause)));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { because } of reviewed) expect(because).toMatch(/^[A-Z].+\.$/u);
  });
});

function expectedUnder(profile: string): ReadonlySet<string> {
  return new Set(
    reviewed.flatMap(({ clauses }) =>
      clauses.flatMap((one) => (typeof one === 'string' ? [one] : one.under === profile ? [one.clause] : [])),
    ),
  );
}

async function runAgainstPrism(name: string): Promise<Report> {
  const profile = loadProfile(name, { document: loaded.document, folder: packageRoot() });
  const prism = await startPrism(toYaml(resolve(loaded.document, profile.branches)));
  const transport = createTransport();
  try {
    // Prism takes any credential and knows no name, so those of the reference service do as well as any.
    const target = embeddedTarget(createReference(), prism.url);
    const { record, conclusion } = await runSuite({
      loaded,
      checks: allChecks,
      target,
      profile,
      transport: transport.send,
      // Prism changes nothing with time: the pauses of the run need not last.
      clock: createClock(Date.now()),
    });
    return buildReport(record, conclusion);
  } finally {
    await transport.close();
    await prism.close();
  }
}
