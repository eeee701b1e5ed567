import { allChecks } from '../../suites/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { drawnMoment, type Signal, strike, type Struck } from './trial.ts';

/**
 * `npm run kill [moments [from]] [signal…]`: strikes so many runs (100 unless told) with each signal at drawn moments, from
 * the one with this number on (0 unless told), cleans up after each, and tells what is left. The last line is `N passed, N failed`.
 */
const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGKILL'];
const SIDE_BY_SIDE = 2;

const [moments = 100, from = 0] = process.argv.slice(2).map(Number).filter(Number.isInteger);
const wanted = SIGNALS.filter((signal) => process.argv.includes(signal));
const signals = wanted.length === 0 ? SIGNALS : wanted;
const suiteUnder = suiteCache(await loadDocument(), allChecks);
const queue = signals.flatMap((signal) =>
  Array.from({ length: moments }, (_, index) => [signal, from + index] as const),
);
const done: Struck[] = [];

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [signal, index] = next;
    const struck = await strike(signal, drawnMoment(index + 1000 * SIGNALS.indexOf(signal)), suiteUnder);
    done.push(struck);
    if (struck.faults.length > 0) process.stdout.write(`FAILED ${signal} ${JSON.stringify(struck)}\n`);
  }
}

await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
for (const signal of signals) {
  const own = done.filter((one) => one.signal === signal);
  const sum = (value: (one: Struck) => number): number => own.reduce((total, one) => total + value(one), 0);
  const statuses = [...new Set(own.map(({ status }) => String(status)))].sort().join(', ');
  process.stdout.write(
    `${signal}: ${own.length} moments, ended with ${statuses}; left behind in ${own.filter(({ left }) => left > 0).length} runs (${sum(({ left }) => left)} keys), after conform clean: ${sum(({ leftAfterClean }) => leftAfterClean)}; without room for a name, and told of: ${sum(({ nameless }) => nameless)}\n`,
  );
}
const failed = done.filter(({ faults }) => faults.length > 0).length;
process.stdout.write(`\n${done.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
