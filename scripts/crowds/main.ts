import { onAllCores } from '../matrix/pool.ts';
import type { CrowdTrial } from './trial.ts';

/**
 * Many faults at once: drawn sets of mutants, how many of them are named, and how many findings stand for one.
 * `--size N` (3, 10 and 30 unless told), `--seeds N` sets of each size, `--from N` the first seed, `--workers N`.
 */
interface Done {
  readonly id: string;
  readonly trial: CrowdTrial;
}

const out = (line: string): void => void process.stdout.write(`${line}\n`);
const sizes = argument('--size') === undefined ? [3, 10, 30] : [Number(argument('--size'))];
const [seeds, from] = [Number(argument('--seeds') ?? 10), Number(argument('--from') ?? 1)];
const ids = sizes.flatMap((size) => Array.from({ length: seeds }, (_, index) => `${size} ${from + index}`));
const workers = argument('--workers');
const done = await onAllCores<string, Done>(new URL('./worker.js', import.meta.url), ids, {
  size: workers === undefined ? undefined : Number(workers),
});
for (const { id, trial } of done.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) tell(id, trial);
for (const size of sizes) sum(size);

function tell(id: string, { missed, misnamed, surplus }: CrowdTrial): void {
  for (const one of missed) out(`MISSED    ${id}: ${one}`);
  for (const one of misnamed) out(`MISNAMED  ${id}: ${one}`);
  for (const one of surplus) out(`SURPLUS   ${id}: ${one}`);
}

function sum(size: number): void {
  const trials = done.filter(({ id }) => id.startsWith(`${size} `)).map(({ trial }) => trial);
  const count = (of: (trial: CrowdTrial) => number): number => trials.reduce((total, trial) => total + of(trial), 0);
  const faults = count((trial) => trial.faults.length);
  const visible = faults - count(({ hidden }) => hidden.length);
  out(
    `${trials.length} sets of ${size}: named ${((count(({ named }) => named.length) / visible) * 100).toFixed(1)} % of ${visible}, misnamed ${count(({ misnamed }) => misnamed.length)}, hidden behind others ${count(({ hidden }) => hidden.length)}, ${(count(({ findings }) => findings) / faults).toFixed(2)} findings a fault, ${Math.round(count(({ requests }) => requests) / trials.length)} requests`,
  );
}

function argument(name: string): string | undefined {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}
