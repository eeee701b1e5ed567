import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { fields } from '../../fixtures/field/index.ts';
import type { Row } from './figures.ts';
import { CAUSES, LISTING_STEPS } from './mechanisms.ts';

/**
 * Switches each mechanism off in turn and prints what changes: findings a fault, what is missed, misnamed and surplus, and
 * requests. `--only NAME,NAME+NAME` picks mechanisms, those with a plus between them together; `--seeds N` the drawn sets of
 * each size, `--sample N` every Nth mutant of a listing; `--all` names what is not as it should be.
 */
const out = (line: string): void => void process.stdout.write(`${line}\n`);
const only = argument('--only')?.split(',');
const seeds = Number(argument('--seeds') ?? 3);
const started = performance.now();

const causes = chosen(CAUSES.map(({ name }) => name));
if (causes.length > 0) await withoutCauses();
const steps = chosen(LISTING_STEPS.map(({ name }) => name));
if (steps.length > 0) await withoutSteps();
out(`${((performance.now() - started) / 1000).toFixed(0)} s`);

/** One run of each service, judged without each cause in turn. */
async function withoutCauses(): Promise<void> {
  const drawn = [3, 10, 30].flatMap((size) =>
    Array.from({ length: seeds }, (_, index) => `crowd ${size} ${index + 1}`),
  );
  const ids = [...fields.map(({ id }) => `field ${id}`), ...drawn];
  const size = cpus().length;
  const shares = Array.from({ length: size }, (_, part) => ids.filter((_id, index) => index % size === part));
  const rows = await Promise.all(shares.map((share) => child('causes.js', [causes.join(','), ...share])));
  print(causes, rows.flat());
}

/** A run of each service without each step in turn, for requests depend on it. */
async function withoutSteps(): Promise<void> {
  const queue = ['', ...steps];
  const sample = argument('--sample') ?? '16';
  const rows: Row[] = [];
  const work = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      rows.push(...(await child('listings.js', [name, String(seeds), sample])));
  };
  await Promise.all(cpus().map(work));
  print(steps, rows);
}

/** Runs a script that sends rows. */
async function child(script: string, args: readonly string[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const running = fork(new URL(script, import.meta.url), args);
  running.on('message', (row: Row) => void rows.push(row));
  // The last rows may come after the end of the process.
  const [[code]] = await Promise.all([once(running, 'exit'), once(running, 'disconnect')]);
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return rows;
}

/** Of each kind of service a line for each mechanism. */
function print(mechanisms: readonly string[], rows: readonly Row[]): void {
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const own = rows.filter((row) => row.kind === kind);
    const usual = own.filter(({ mechanism }) => mechanism === '');
    out(`\n${kind}: ${sum(usual)}`);
    for (const name of mechanisms) {
      const without = own.filter(({ mechanism }) => mechanism === name);
      out(`  without ${name}: ${isSame(without, usual) ? 'the same' : sum(without)}`);
    }
    if (process.argv.includes('--all')) own.forEach(list);
  }
}

function isSame(some: readonly Row[], usual: readonly Row[]): boolean {
  return some.every(({ id, figures }) => isDeepStrictEqual(figures, usual.find((row) => row.id === id)?.figures));
}

function sum(some: readonly Row[]): string {
  const count = (of: (row: Row) => number): number => some.reduce((total, row) => total + of(row), 0);
  const faults = count(({ figures }) => figures.faults);
  const words = (['missed', 'misnamed', 'surplus'] as const).map(
    (what) => `${count(({ figures }) => figures[what].length)} ${what}`,
  );
  const findings = (count(({ figures }) => figures.findings) / faults).toFixed(3);
  const requests = Math.round(count(({ figures }) => figures.requests) / some.length);
  return `${faults} faults, ${findings} findings each, ${words.join(', ')}, ${requests} requests`;
}

function list({ mechanism, id, figures }: Row): void {
  for (const what of ['missed', 'misnamed', 'surplus'] as const)
    for (const one of figures[what]) out(`    ${what} without ${mechanism || 'nothing'}, ${id}: ${one}`);
}

function chosen(names: readonly string[]): readonly string[] {
  return only === undefined ? names : only.filter((some) => some.split('+').every((name) => names.includes(name)));
}

function argument(name: string): string | undefined {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}
