import { allMutants, handWrittenMutants, type Mutant } from '../../fixtures/mutants/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { allChecks } from '../../suites/index.ts';
import { inPart } from '../gate/part.ts';
import { gapsOf } from './gaps.ts';
import { type Job, jobsOf } from './jobs.ts';
import { KNOWN_GAPS } from './known-gaps.ts';
import { optionsOf, pick } from './pick.ts';
import { onAllCores } from './pool.ts';
import { createBench, type Trial } from './trial.ts';

/**
 * The matrix: every clause has a check, every check has killed a mutant, every mutant is killed by its own clause and
 * breaks nothing that it does not declare. Where it can, a mutant is tried on the record (`on-record.ts`), and a drawn part
 * of those both ways; `--end-to-end` tries all end to end. `--only PREFIX` and `--kind hand|derived` pick mutants,
 * `--sample N` every Nth, `--changed COMMIT` those that the files which differ from it concern; `--depth D` and `--budget N`
 * try them end to end with other numbers of requests. In the gate `GATE_PART` draws an eighth of the mutants, or the rest.
 */
const DRAWN = 1 / 8;
const options = optionsOf(process.argv.slice(2));
const out = (line: string): void => void process.stdout.write(`${line}\n`);
const started = performance.now();
const loaded = await loadDocument();
const bench = createBench(loaded);
const mutants = inPart(await pick(allMutants(loaded), options), DRAWN, ({ id }) => id);
const trials = await runAll(mutants);
const known = new Set(KNOWN_GAPS);
const gaps = gapsOf(bench.suiteUnder, allChecks, allMutants(loaded)).filter((gap) => !known.has(gap));
const survivors = trials.filter(({ killed }) => !killed);
const noisy = trials.filter(({ undeclared }) => undeclared.length > 0);
const differing = trials.filter(({ onRecord }) => onRecord !== undefined);
/** What is known is no failure, and does not read as one. */
const marked = (mark: string, id: string, text: string): void =>
  out(`${(known.has(id) ? 'KNOWN' : mark).padEnd(12)}${id}: ${text}`);
for (const { id, verdict, reason } of survivors) marked('SURVIVED', id, `${verdict} ${reason}`);
for (const { id, undeclared } of noisy)
  marked(
    'UNDECLARED',
    id,
    `${undeclared.slice(0, 6).join(', ')}${undeclared.length > 6 ? ` and ${undeclared.length - 6} more` : ''}`,
  );
for (const { id, onRecord, verdict } of differing)
  marked('DIFFERS', id, `${onRecord} on the record, ${verdict} end to end; is it stateless?`);
for (const gap of gaps) out(`GAP         ${gap}`);
const requests = trials.map((trial) => trial.requests).sort((a, b) => a - b);
out(
  `${trials.length} mutants (${mutants.filter((mutant) => handWrittenMutants.includes(mutant)).length} hand-written), ${trials.length - survivors.length} killed by their own clause, ${survivors.length} survived, ${noisy.length} with undeclared breaks, ${gaps.length} gaps`,
);
out(
  `${requests[Math.floor(requests.length / 2)] ?? 0} requests a run (median), ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
const unexpected = [...new Set([...survivors, ...noisy, ...differing])].filter(({ id }) => !known.has(id));
const healed = trials.filter(({ id, killed, undeclared }) => known.has(id) && killed && undeclared.length === 0);
for (const { id } of healed) out(`HEALED      ${id}: take it out of scripts/matrix/known-gaps.ts`);
out(`${known.size} known gaps, told in scripts/matrix/known-gaps.ts; ${healed.length} of them healed`);
const failed = unexpected.length + gaps.length;
out(`matrix: ${trials.length - survivors.length} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runAll(chosen: readonly Mutant[]): Promise<readonly Trial[]> {
  const { budget, depth, workers } = options;
  const effort = {
    ...(budget === undefined ? {} : { budget: Number(budget) }),
    // Each with all that competes for its requests.
    ...(depth === undefined ? {} : { depth, only: [] }),
  };
  const onRecord = Object.keys(effort).length === 0 && !options['end-to-end'];
  const size = workers === undefined ? undefined : Number(workers);
  const tryAll = (some: readonly Mutant[], least: typeof size) =>
    onAllCores<Job, readonly Trial[]>(new URL('./worker.js', import.meta.url), jobsOf(bench, some, onRecord), {
      size: least,
      workerData: effort,
      onDone: tellProgress,
    });
  // Those that only wait have a worker of their own, which leaves the cores to the others.
  const [waiting, working] = [chosen.filter(({ waits }) => waits), chosen.filter(({ waits }) => waits !== true)];
  const done = (await Promise.all([tryAll(waiting, 1), tryAll(working, size)])).flat(2);
  return done.toSorted((a, b) => a.id.localeCompare(b.id));
}

function tellProgress(done: readonly (readonly Trial[])[]): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done.flat().length} done `);
}
