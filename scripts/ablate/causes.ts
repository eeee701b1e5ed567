import { register } from 'node:module';
import { fields } from '../../fixtures/field/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { conclude } from '../../src/judge/conclude.ts';
import type { RunResult } from '../../src/run/run.ts';
import { crowdOf, crowdTrialOf, runCrowd } from '../crowds/trial.ts';
import { fieldTrialOf, runField } from '../fields/trial.ts';
import { createBench } from '../matrix/trial.ts';
import { type Figures, figuresOfCrowd, figuresOfField, type Row } from './figures.ts';

/** Runs each service that it is given (`field sql`, `crowd 10 3`) once, and judges the record without each cause in turn. */
interface Service {
  readonly run: Pick<RunResult, 'record' | 'conclusion'>;
  readonly branches: Readonly<Record<string, string>>;
  readonly figures: (conclusion: RunResult['conclusion']) => Figures;
}

register(new URL('hooks.js', import.meta.url));
const bench = createBench(await loadDocument());
const [names = '', ...ids] = process.argv.slice(2);
const without = await Promise.all(
  names.split(',').map(async (name) => {
    const url = new URL('../../src/judge/conclude.js', import.meta.url);
    url.search = new URLSearchParams({ without: name, within: '/src/judge/' }).toString();
    return { name, judge: ((await import(url.href)) as { readonly conclude: typeof conclude }).conclude };
  }),
);
for (const id of ids) {
  const [kind = '', ...rest] = id.split(' ');
  const service = kind === 'field' ? await field(rest.join(' ')) : await crowd(Number(rest[0]), Number(rest[1]));
  for (const { name, judge } of [{ name: '', judge: conclude }, ...without]) {
    const conclusion = judge(service.run.record, service.branches, bench.suiteUnder);
    const row: Row = {
      mechanism: name,
      kind: kind === 'field' ? 'fields' : `crowds of ${rest[0]}`,
      id,
      figures: service.figures(conclusion),
    };
    process.send?.(row);
  }
}
process.disconnect?.();

async function field(id: string): Promise<Service> {
  const found = fields.find((one) => one.id === id);
  if (found === undefined) throw new RangeError(`there is no field ${id}`);
  const run = await runField(bench, found);
  const figures = (conclusion: RunResult['conclusion']) =>
    figuresOfField(found.faults.length, fieldTrialOf(found, { ...run, conclusion }));
  return { run, branches: found.declared ?? {}, figures };
}

async function crowd(size: number, seed: number): Promise<Service> {
  const drawn = crowdOf(bench, size, seed);
  const run = await runCrowd(bench, drawn);
  const figures = (conclusion: RunResult['conclusion']) => figuresOfCrowd(crowdTrialOf(drawn, { ...run, conclusion }));
  return { run, branches: drawn.branches, figures };
}
