import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LATE_OPTIMISING } from './scripts/gate/late-optimising.ts';
import { filesOfOtherTier } from './scripts/gate/test-files.ts';
import { HANGS_MS } from './tests/support/hangs.ts';

// vitest puts a BASE_URL of its own over the one that the user set.
const baseUrl = process.env['BASE_URL'];

// The examples of the documentation import the package by its name, as users do.
const alias = [
  { find: /^conform-contract$/u, replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)) },
  { find: /^conform-contract\/check$/u, replacement: fileURLToPath(new URL('src/check/index.ts', import.meta.url)) },
  { find: /^conform-contract\/vitest$/u, replacement: fileURLToPath(new URL('src/vitest.ts', import.meta.url)) },
];

/**
 * Whole runs make much that is soon forgotten: with room for it, collecting it takes less. Each project has to name it, for
 * projects inherit nothing.
 */
const execArgv = ['--max-semi-space-size=64', LATE_OPTIMISING];

/** What the tier of the gate leaves to the other one; nothing where the tests are started by hand. */
const OTHER_TIER = filesOfOtherTier();

const OWN_PROCESS = ['browser', 'cli', 'http', 'send', 'witness'].map((folder) => `tests/${folder}/**/*.test.ts`);

/** What takes longest, longest first: started late, one of them would keep the others waiting at the end. */
const LONG = [
  'tests/benign/benign',
  'tests/benign/smoke',
  'tests/browser/',
  'tests/cli/killed',
  'tests/judge/crowds',
  'tests/cli/secrets',
  'tests/run/readings',
];

/**
 * One project after the other, and within each the longest first. A worker goes on with the modules that it has loaded only
 * where the next file in the queue is one of the same project: where they alternate, nearly every file loads all of them anew.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((part) => moduleId.includes(part));
      return at < 0 ? LONG.length : at;
    };
    const byProject = (a: TestSpecification, b: TestSpecification) => a.project.name.localeCompare(b.project.name);
    return (await super.sort(files)).toSorted((a, b) => byProject(a, b) || rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    globalSetup: ['tests/support/temporary.ts'],
    // The hostile targets run beside them: with more workers than cores the gate takes longer.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      // Pure functions, and whole runs within the process: files share the loaded document and its compiled schemas.
      {
        resolve: { alias },
        test: {
          name: 'unit',
          execArgv,
          include: ['tests/**/*.test.ts'],
          exclude: [...OWN_PROCESS, ...OTHER_TIER, 'tests/package/**'],
          setupFiles: ['tests/support/drawn.ts'],
          isolate: false,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      // Whatever starts commands, listens, or stands in for the process.
      {
        resolve: { alias },
        test: {
          name: 'process',
          execArgv,
          include: OWN_PROCESS,
          exclude: [...OTHER_TIER],
          isolate: false,
          setupFiles: ['tests/support/drawn.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      // Packs and installs the package, one after the other: npm itself keeps a core busy.
      {
        test: {
          name: 'package',
          include: ['tests/package/*.test.ts'],
          fileParallelism: false,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        // One worker and one module graph: the document is loaded, and its schemas are compiled, once.
        test: {
          name: 'conformance',
          include: ['suites/conformance.test.ts'],
          isolate: false,
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 0,
          hookTimeout: 0,
          env: baseUrl === undefined ? {} : { CONFORM_BASE_URL: baseUrl },
        },
      },
    ],
  },
});
