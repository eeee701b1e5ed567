import { FAULTS } from '../../fixtures/benchmark/faults.ts';
import { VARIATIONS } from '../../fixtures/benchmark/variations.ts';
import { createTrials, MODES } from './trial.ts';

/**
 * The benchmark of `--spec`: how many faults of a service are found at the operation that they break, told nothing, told what
 * the document's shape suggests, and told by hand. `--seeds N` takes the mean of so many runs; `--all` prints every finding.
 */
const out = (line: string): void => void process.stdout.write(`${line}\n`);
const seeds = Number(process.argv[process.argv.indexOf('--seeds') + 1]) || 1;
const isMeant = (mode: string): boolean => !process.argv.includes('--only') || process.argv.includes(mode);

for (const mode of MODES.filter(isMeant)) {
  const trial = await createTrials(mode);
  const began = performance.now();
  let [found, extra, alarms, requests] = [0, 0, 0, 0];
  const missed = new Set<string>();
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const { id, because, parts } of VARIATIONS) {
      const { findings, requests: sent } = await trial(parts, seed);
      alarms += findings.length;
      requests += sent;
      for (const { title } of findings) out(`FALSE   ${mode}: ${id} (${because}): ${title}`);
    }
    for (const { id, because, breaks, parts } of FAULTS) {
      const { findings } = await trial(parts, seed);
      const own = findings.filter(({ operation, operations }) => operation === breaks || operations?.includes(breaks));
      extra += Math.max(0, findings.length - 1);
      if (own.length > 0) found += 1;
      else missed.add(`${id} (${because})${findings.length > 0 ? `: ${findings[0]?.title}` : ''}`);
      if (process.argv.includes('--all')) for (const { title } of findings) out(`  ${id}: ${title}`);
    }
  }
  for (const one of missed) out(`MISSED  ${mode}: ${one}`);
  const each = (count: number): string => (count / seeds).toFixed(seeds === 1 ? 0 : 1);
  const seconds = (performance.now() - began) / 1000 / seeds / (FAULTS.length + VARIATIONS.length);
  out(
    `${mode}: ${each(found)} of ${FAULTS.length} faults found, ${each(extra)} more findings, ${each(alarms)} false on ${VARIATIONS.length} variations, ${Math.round(requests / seeds / VARIATIONS.length)} requests and ${seconds.toFixed(2)} s a run`,
  );
}
