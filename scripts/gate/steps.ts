import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countIn, countOfTests } from './count.ts';
import type { Tier } from './record.ts';
import type { Step } from './step.ts';

/** What a tier runs: one stage after the other, the steps of a stage side by side. */
export type Stages = readonly (readonly Step[])[];

/**
 * The hostile targets run beside the tests, for some of them wait. Both tiers run these steps, each its part; the package is one of
 * the files that only the proof runs.
 */
export function stagesOf(tier: Tier, folder: string): Stages {
  const unit = tests('Tests', 'test:unit', join(folder, 'unit.json'));
  const packed = tests('The package, packed and installed', 'test:package', join(folder, 'package.json'));
  return tier === 'test'
    ? [STATIC, [unit, HOSTILE], [MATRIX]]
    : [
        [unit, HOSTILE],
        [packed, MATRIX, NUMBERS],
      ];
}

/** What only reads files, and is quick. */
const STATIC: readonly Step[] = [
  { name: 'Lint and format', script: 'lint' },
  { name: 'Types', script: 'types' },
  { name: 'Dead code', script: 'knip' },
  { name: 'Contract document', script: 'lint:spec' },
];

/** Those that a change gives beside the seconds of its gate. */
const NUMBERS: Step = { name: 'Four numbers', script: 'numbers' };

function tests(name: string, script: string, report: string): Step {
  return {
    name,
    script,
    // A file whose rows are all of the other tier has no test in this one.
    args: ['--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    count: () => countOfTests(readFileSync(report, 'utf8')),
  };
}

const HOSTILE: Step = {
  name: 'Hostile targets',
  script: 'hostile',
  count: (output) => countIn(/^(\d+) passed, (\d+) failed$/mu, /^FAILED/u, output),
};

const MATRIX: Step = {
  name: 'Matrix of clauses, checks and mutants',
  script: 'matrix',
  count: (output) =>
    countIn(/^matrix: (\d+) passed, (\d+) failed$/mu, /^(?:SURVIVED|UNDECLARED|DIFFERS|GAP) /u, output),
};
