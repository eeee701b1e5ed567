import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/package.ts';
import { sizesOfOtherReadings } from '../../src/rules/readings.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { allChecks } from '../../suites/index.ts';
import { faultyRun } from './faulty-run.ts';
import { numbersBlock, withNumbers } from './numbers-block.ts';
import { SAMPLE, sampleBlock, withSample } from './sample.ts';

/** Writes the numbers of README.md anew, and the sample of a run. */
const loaded = await loadDocument();
const suiteUnder = suiteCache(loaded, allChecks);
const suite = suiteUnder({});
const others = sizesOfOtherReadings(suiteUnder, {});
const readme = join(packageRoot(), 'README.md');
const lock = readFileSync(join(packageRoot(), 'package-lock.json'), 'utf8');
const { report } = await faultyRun(0, [SAMPLE]);
const numbered = withNumbers(
  readFileSync(readme, 'utf8'),
  numbersBlock({ suite, mutants: allMutants(loaded).length, others, lock }),
);
writeFileSync(readme, withSample(numbered, sampleBlock(report)));
