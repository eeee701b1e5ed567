import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { handWrittenMutants, type Mutant } from '../../fixtures/mutants/index.ts';
import { packageRoot } from '../../src/package.ts';

/** The options of `npm run matrix`; any other word is refused. */
type Options = ReturnType<typeof optionsOf>;

export function optionsOf(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      only: { type: 'string' },
      kind: { type: 'string' },
      sample: { type: 'string', default: '1' },
      changed: { type: 'string' },
      'end-to-end': { type: 'boolean', default: false },
      depth: { type: 'string' },
      budget: { type: 'string' },
      workers: { type: 'string' },
    },
  });
  if (!(Number(values.sample) >= 1)) throw new Error('--sample: give a whole number from 1');
  if (![undefined, 'hand', 'derived'].includes(values.kind)) throw new Error('--kind: give hand or derived');
  return values;
}

/** All other code serves every clause: each twentieth mutant is tried for it. */
const OF_THE_REST = 20;

export async function pick(all: readonly Mutant[], options: Options): Promise<readonly Mutant[]> {
  const { only, kind, sample, changed } = options;
  const hand = new Set(handWrittenMutants.map(({ id }) => id));
  const isTouched = changed === undefined ? () => true : await touchedSince(changed);
  return all.filter(
    (mutant, index) =>
      (only === undefined || mutant.id.startsWith(only)) &&
      (kind === undefined || hand.has(mutant.id) === (kind === 'hand')) &&
      index % Number(sample) === 0 &&
      isTouched(mutant, index),
  );
}

/**
 * The mutants that concern the files which differ from a commit: for a file of mutants its own, for a file of checks those of
 * their clauses. A helper of either counts as all of its folder.
 */
async function touchedSince(commit: string): Promise<(mutant: Mutant, index: number) => boolean> {
  const files = [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
  const own = files.filter((file) => OWN.test(file));
  const found = (await Promise.all(own.map(idsIn))).flat();
  const names = new Set(found);
  const serveAll = files.some((file) => SERVES_ALL.test(file));
  return ({ id, violates }, index) => names.has(id) || names.has(violates) || (serveAll && index % OF_THE_REST === 0);
}

const OWN = /^(?:suites\/.+\/|fixtures\/mutants\/).+\.ts$/u;
const SERVES_ALL = /^(?:src\/|spec\/|suites\/[^/]+$|fixtures\/(?!mutants\/))/u;

/** The ids of the mutants, and the clauses of the checks, that a file exports, or else the index of its folder. */
async function idsIn(file: string): Promise<readonly string[]> {
  const own = namesOf(await exportsOf(file));
  return own.length > 0 ? own : namesOf(await exportsOf(`${dirname(file)}/index.ts`));
}

/** Nothing where the file is gone. */
async function exportsOf(file: string): Promise<readonly unknown[]> {
  const built = new URL(`../../${file.replace(/\.ts$/u, '.js')}`, import.meta.url);
  if (!existsSync(built)) return [];
  return Object.values((await import(built.href)) as Record<string, unknown>).flat();
}

function namesOf(values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) => {
    const { violates, id, clause } = Object(value) as Partial<Record<'violates' | 'id' | 'clause', string>>;
    return (violates === undefined ? clause : id) ?? [];
  });
}

function git(...words: readonly string[]): readonly string[] {
  return execFileSync('git', words, { cwd: packageRoot(), encoding: 'utf8' }).split('\n').filter(Boolean);
}
