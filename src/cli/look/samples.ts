import type { Target } from '../../check/target.ts';
import { targetSchema } from '../../config/target-schema.ts';
import { wrapped } from '../../report/console-text.ts';
import { atPointer, splitPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { errorsUnder } from '../../schema/schema-errors.ts';
import type { ContractInUse } from '../context.ts';
import { needsOf } from './needs.ts';

/** The schema of a sample, with its explanation. */
type SampleSchema = Schema & { readonly title?: string; readonly description?: string };

/** The samples in the schema of a target file, by path, such as `priors.populated`. A group comes before its members. */
export function samplesIn(root: Schema): ReadonlyMap<string, SampleSchema> {
  const collect = ({ properties = {} }: Schema, prefix: string): readonly (readonly [string, SampleSchema])[] =>
    Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([name, { $ref, ...own }]) => {
      const schema = { ...($ref === undefined ? {} : (atPointer(root, $ref.slice(1)) as Schema)), ...own };
      return [[`${prefix}${name}`, schema], ...collect(schema, `${prefix}${name}.`)];
    });
  return new Map(collect((root.properties?.['samples'] ?? {}) as Schema, ''));
}

/** Leaves out each group that lacks a required member: an incomplete group is an error in a target file. */
export function validSamples(found: ReadonlyMap<string, unknown>, root: Schema): ReadonlyMap<string, unknown> {
  const { $defs } = root as { readonly $defs?: unknown };
  const schema = { ...(root.properties?.['samples'] as Schema), $defs } as Schema;
  const invalidGroups = errorsUnder(schema)(nested(found)).map(({ pointer }) => splitPointer(pointer)[0]);
  return new Map([...found].filter(([path]) => !invalidGroups.includes(path.split('.')[0])));
}

/** Turns samples by path into the nested object of a target. */
export function nested(samples: ReadonlyMap<string, unknown>): Target['samples'] {
  const root: Record<string, unknown> = {};
  for (const [path, value] of samples) {
    const [last = '', ...above] = path.split('.').reverse();
    const parent = above
      .reverse()
      .reduce<Record<string, unknown>>((node, name) => (node[name] ??= {}) as Record<string, unknown>, root);
    parent[last] = value;
  }
  return root;
}

/** Each sample: what it is, where to find it, what a wrong one does, and how many clauses need it. */
export function samplesHelp({ loaded, suiteUnder }: ContractInUse): string {
  const samples = samplesIn(targetSchema(loaded.document, loaded.path));
  const suite = suiteUnder({});
  const needs = [...suite.clauses.values()].flatMap((clause) => needsOf(clause, suite));
  const parts = [...samples].map(([path, { title = '', description = '' }]) => {
    const clauses = needs.filter((need) => need === `sample:${path}`).length;
    return [
      `samples.${path}`,
      `  ${title}${clauses === 0 ? '' : ` (${clauses === 1 ? '1 clause needs' : `${clauses} clauses need`} it)`}`,
      ...wrapped(description, '  '),
    ];
  });
  // The samples as in a target file, with values to be filled in.
  const outline = [...samples].map(([path, { properties }]) => {
    const names = path.split('.');
    return `${'  '.repeat(names.length + 1)}${names.at(-1) ?? ''}:${properties === undefined ? ' ...' : ''}`;
  });
  const blocks = [INTRODUCTION, ...parts, ['In the target file:', '', '  samples:', ...outline]];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const INTRODUCTION = wrapped(
  'Samples are what cannot be discovered over the API. Each is optional: without it its clauses are skipped. conform init finds some of them by itself.',
  '',
);
