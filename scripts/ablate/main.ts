import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { fields } from '../../fixtures/field/index.ts';
import type { Row } from './figures.ts';
import { CAUSES, LISTING_STEPS } from './mechanisms.ts';

/**
 * Switches each mechanism off in turn and prints what changes: findings a fault, what is missed, misnamed and surplus, and
 * requests. `--only NAME,NAME` picks mechanisms, `--seeds N` the drawn sets of each size, `--sample N` every Nth mutant of a
 * listing, `--all` names what is not as it should be.
 */
const out = (line: string): void => void process.stdout.write(`${line}\n`);
const only = argument('--only')?.split(',');
const seeds = Number(argument('--seeds') ?? 6);
const rows: Row[] = [];
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
  await Promise.all(shares.map((share) => child('causes.js', [causes.join(','), ...share])));
  print(causes);
}

/** A run of each service without each step in turn, for requests depend on it. */
async function withoutSteps(): Promise<void> {
  const queue = ['', ...steps];
  const sample = argument('--sample') ?? '9';
  const work = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      await child('listings.js', [name, String(seeds), sample]);
  };
  await Promise.all(cpus().map(work));
  print(steps);
}

/** Runs a script that sends rows. */
function child(script: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const running = fork(new URL(script, import.meta.url), args);
    running.on('message', (row: Row) => void rows.push(row));
    running.on('error', reject);
    running.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}`))));
  });
}

/** A line for each mechanism: the figures of each kind of service, those in brackets that are as with all mechanisms on. */
function print(mechanisms: readonly string[]): void {
  const kinds = [...new Set(rows.filter(isOf('')).map(({ kind }) => kind))];
  for (const kind of kinds) {
    const usual = sum(rows.filter((row) => isOf('')(row) && row.kind === kind));
    out(`\n${kind}: ${usual}`);
    for (const name of mechanisms) {
      const figures = sum(rows.filter((row) => row.mechanism === name && row.kind === kind));
      out(`  without ${name}: ${figures === usual ? 'the same' : figures}`);
    }
    rows.splice(0, rows.length, ...rows.filter((row) => row.kind !== kind || (list(row), false)));
  }
}

function isOf(mechanism: string): (row: Row) => boolean {
  return (row) => row.mechanism === mechanism;
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
  if (!process.argv.includes('--all')) return;
  for (const what of ['missed', 'misnamed', 'surplus'] as const)
    for (const one of figures[what]) out(`    ${what} without ${mechanism || 'nothing'}, ${id}: ${one}`);
}

function chosen(names: readonly string[]): readonly string[] {
  return only === undefined ? names : names.filter((name) => only.includes(name));
}

function argument(name: string): string | undefined {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}
