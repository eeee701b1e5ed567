import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inPart, type Part, partOf } from './part.ts';

/** What takes longest and has no rows to draw from: `npm run proof` runs these files, `npm test` does not. */
export const PROOF_ALONE: readonly string[] = [
  'tests/benchmark/benchmark.test.ts',
  'tests/browser/page.test.ts',
  'tests/judge/again.test.ts',
  'tests/witness/prism.test.ts',
];

/** Test files of five seconds and more: `npm test` runs a drawn part of them, whole, and the proof the others. */
export const DRAWN_WHOLE: readonly string[] = [
  'tests/benign/branches.test.ts',
  'tests/cli/clean.test.ts',
  'tests/cli/detect.test.ts',
  'tests/cli/doctor.test.ts',
  'tests/cli/gating.test.ts',
  'tests/cli/init.test.ts',
  'tests/cli/installed-anywhere.test.ts',
  'tests/cli/judge.test.ts',
  'tests/cli/pipeline-options.test.ts',
  'tests/cli/plan.test.ts',
  'tests/cli/reproduce.test.ts',
  'tests/cli/run.test.ts',
  'tests/cli/spec-option.test.ts',
  'tests/cli/vitest-host.test.ts',
  'tests/contract/resolve.test.ts',
  'tests/golden/crowds.test.ts',
  'tests/golden/others.test.ts',
  'tests/http/redact.test.ts',
  'tests/judge/expired-session.test.ts',
  'tests/library.test.ts',
  'tests/null-targets/null-targets.test.ts',
  'tests/plain-contract/change.test.ts',
  'tests/plain-contract/nested-life.test.ts',
  'tests/plain-contract/offset.test.ts',
  'tests/plain-contract/plain-contract.test.ts',
  'tests/plain-contract/recognised.test.ts',
  'tests/relations/listing/beside.test.ts',
  'tests/relations/listing/explain.test.ts',
  'tests/relations/listing/foreign-faults.test.ts',
  'tests/relations/listing/listing.test.ts',
  'tests/report/formats.test.ts',
  'tests/report/steps.test.ts',
  'tests/rules/fuzz.test.ts',
  'tests/rules/group-testing.test.ts',
  'tests/run/determinism.test.ts',
  'tests/run/max-time.test.ts',
  'tests/run/rate-limit.test.ts',
  'tests/run/setup.test.ts',
  'tests/send/clean-up.test.ts',
  'tests/send/journal-file.test.ts',
  'tests/spec/lint.test.ts',
  'tests/suites/key-sequences.test.ts',
  'tests/suites/seldom-asked.test.ts',
  'tests/world/framing.test.ts',
];

/** So large a part of these files is drawn. */
const SHARE = 1 / 8;

/** The tests of the gate itself give each part by hand. */
const OF_THE_GATE = 'tests/gate/';

/** Does a test file run in this part? One that draws its rows runs in both, with other rows. */
export function runsIn(part: Part, path: string, text: string): boolean {
  if (part === 'all' || (text.includes('/gate/part.ts') && !path.startsWith(OF_THE_GATE))) return true;
  if (DRAWN_WHOLE.includes(path)) return drawnIn(part).has(path);
  return PROOF_ALONE.includes(path) === (part === 'rest');
}

function drawnIn(part: Part): ReadonlySet<string> {
  return new Set(inPart(DRAWN_WHOLE, SHARE, (path) => path, { ...process.env, GATE_PART: part }));
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
