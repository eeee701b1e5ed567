import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/package.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { allChecks } from '../../suites/index.ts';
import { coveragePage } from './coverage-page.ts';

const loaded = await loadDocument();
const page = coveragePage(suiteCache(loaded, allChecks), allMutants(loaded));
writeFileSync(join(packageRoot(), 'docs', 'coverage.md'), page);
