import { loadDocument } from '../../src/contract/load.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { allChecks } from '../../suites/index.ts';
import { LOSSES } from './losses.ts';
import { drawnMoment, type Signal, type Struck, strike } from './trial.ts';

/**
 * `npm run kill [moments [from]] [signal…] [losses]`: strikes so many runs (100 unless told) with each signal at drawn
 * moments, from the one with this number on (0 unless told), cleans up after each, and tells what is left. With `losses`,
 * so many with each way of losing the answer to a creation, the signals in turn. The last line is `N passed, N failed`.
 */
const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGKILL'];
const SIDE_BY_SIDE = 2;

interface Trial {
  readonly group: string;
  readonly signal: Signal;
  readonly seed: number;
}

const words = process.argv.slice(2);
const [moments = 100, from = 0] = words.map(Number).filter(Number.isInteger);
const named = SIGNALS.filter((signal) => words.includes(signal));
const trials = words.includes('losses')
  ? Object.keys(LOSSES).flatMap(ofLoss)
  : (named.length > 0 ? named : SIGNALS).flatMap(ofSignal);
const suiteUnder = suiteCache(await loadDocument(), allChecks);
const queue = [...trials];
const done = new Map<Trial, Struck>();

function ofSignal(signal: Signal): readonly Trial[] {
  return numbers().map((number) => ({ group: signal, signal, seed: number + 1000 * SIGNALS.indexOf(signal) }));
}

function ofLoss(group: string, place: number): readonly Trial[] {
  return numbers().map((number) => ({
    group,
    signal: SIGNALS[(number + place) % SIGNALS.length] ?? 'SIGKILL',
    seed: number + 1000 * (SIGNALS.length + place),
  }));
}

function numbers(): readonly number[] {
  return Array.from({ length: moments }, (_, index) => from + index);
}

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { group, signal, seed } = next;
    const struck = await strike(signal, drawnMoment(seed), suiteUnder, LOSSES[group]);
    done.set(next, struck);
    if (struck.faults.length > 0) process.stdout.write(`FAILED ${group} ${JSON.stringify(struck)}\n`);
  }
}

await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
for (const group of new Set(trials.map((trial) => trial.group))) {
  const own = trials.flatMap((trial) => (trial.group === group ? (done.get(trial) ?? []) : []));
  const sum = (value: (one: Struck) => number): number => own.reduce((total, one) => total + value(one), 0);
  const statuses = [...new Set(own.map(({ status }) => String(status)))].sort().join(', ');
  process.stdout.write(
    `${group}: ${own.length} moments, ended with ${statuses}; left behind in ${own.filter(({ left }) => left > 0).length} runs (${sum(({ left }) => left)} keys), after conform clean: ${sum(({ leftAfterClean }) => leftAfterClean)}; without room for a name, and told of: ${sum(({ nameless }) => nameless)}\n`,
  );
}
const failed = [...done.values()].filter(({ faults }) => faults.length > 0).length;
process.stdout.write(`\n${done.size - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
