import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Part, partOf } from './part.ts';

/** Test files that take long and have no rows to draw from: `npm run proof` runs them, `npm test` does not. */
export const PROOF_ALONE: readonly string[] = [
  'tests/browser/page.test.ts',
  'tests/judge/again.test.ts',
  'tests/witness/prism.test.ts',
];

/** The tests of the gate itself give each part by hand. */
const OF_THE_GATE = 'tests/gate/';

/** Does a test file run in this part? One that draws its rows runs in both, with other rows. */
export function runsIn(part: Part, path: string, text: string): boolean {
  if (part === 'all' || (text.includes('/gate/part.ts') && !path.startsWith(OF_THE_GATE))) return true;
  return PROOF_ALONE.includes(path) === (part === 'rest');
}

/** The test files that the tier leaves to the other one. */
export function filesOfOtherTier(root = '.', part = partOf()): readonly string[] {
  return testFiles(root).filter((path) => !runsIn(part, path, readFileSync(join(root, path), 'utf8')));
}

/** Every test file, but those of the package: the proof runs all of them. */
export function testFiles(root = '.'): readonly string[] {
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('tests/package/'))
    .toSorted();
}
