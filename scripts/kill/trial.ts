import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';
import { main } from '../../src/cli/program.ts';
import type { Environment } from '../../src/config/environment.ts';
import { conclude } from '../../src/judge/conclude.ts';
import { packageRoot } from '../../src/package.ts';
import type { Suite } from '../../src/rules/suite.ts';
import { readJournal } from '../../src/send/journal-file.ts';
import { LATE_OPTIMISING } from '../gate/late-optimising.ts';
import type { Loss } from './losses.ts';

/** When a run is struck: at which of its requests, whether before the target has answered, and so much later. */
export interface Moment {
  readonly request: number;
  readonly answered: boolean;
  readonly delayMs: number;
}

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

/** What became of a run that was struck. */
export interface Struck {
  readonly signal: Signal;
  readonly moment: Moment;
  /** The exit status; undefined where the signal ended the process. */
  readonly status: number | undefined;
  /** Keys with the suite's name before and after `conform clean`. */
  readonly left: number;
  readonly leftAfterClean: number;
  /** Keys of the run whose names had no room for the suite's, of which clean could not tell whose they are. */
  readonly nameless: number;
  /** The exit status of `conform clean`. */
  readonly cleaned: number;
  readonly faults: readonly string[];
}

/** What creates, lists and deletes: some sixty requests. Nothing that is lost here comes back by waiting. */
const ONLY = [
  '--only',
  'createApiKey',
  '--only',
  'deleteApiKey',
  '--allow',
  'writes',
  '--timeout',
  '1',
  '--max-wait',
  '1s',
];

/** So many requests at most are counted when a moment is drawn; a run that ends before is not struck at all. */
export const REQUESTS = 75;

/**
 * Runs the command in a process of its own against the reference service, strikes it, and cleans up after it. While it runs,
 * the answers to what it creates are lost in this way.
 */
export async function strike(
  signal: Signal,
  moment: Moment,
  suiteUnder: (choices: Readonly<Record<string, string>>) => Suite,
  lose: Loss = (answer) => answer,
): Promise<Struck> {
  const service = createReference({ chunkDelayMs: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'conform-kill-'));
  const hit = { now: (): void => undefined, count: 0, isOver: false };
  const soon = (): void => void setTimeout(() => hit.now(), moment.delayMs);
  const { url, close } = await listen(async (request) => {
    hit.count += 1;
    const isIt = hit.count === moment.request;
    if (isIt && !moment.answered) soon();
    const answer = await service.fetch(request);
    if (isIt && moment.answered) soon();
    return hit.isOver || !isCreation(request, answer) ? answer : lose(answer);
  });
  try {
    const env = { CONFORM_TOKEN: service.credentials.bearer };
    const before = await keysOf(service, url);
    const argv = ['run', '--base-url', url, ...ONLY, '--report', folder];
    const status = await runAndStrike(argv, env, signal, hit);
    hit.isOver = true;
    const left = (await keysOf(service, url)).filter(isOwn).length;
    const cleaned = hasBegun(folder) ? await quietly(['clean', folder], env, folder) : 0;
    const after = await keysOf(service, url);
    const leftAfterClean = after.filter(isOwn).length;
    const nameless = after.filter((name) => !isOwn(name) && !before.includes(name)).length;
    return {
      signal,
      moment,
      status,
      left,
      leftAfterClean,
      nameless,
      cleaned,
      faults: [
        ...(leftAfterClean > 0 ? [`${leftAfterClean} are left after clean`] : []),
        ...(before.every((name) => after.includes(name)) ? [] : ['what is not ours was deleted']),
        ...(nameless === 0 || cleaned === 3
          ? []
          : [`${nameless} without a name of the suite are left, and clean did not say so`]),
        ...(cleaned === 0 || cleaned === 3 ? [] : [`clean ended with ${cleaned}`]),
        ...(signal === 'SIGKILL' || (status !== undefined && [0, 1, 3].includes(status)) || hit.count < moment.request
          ? []
          : [`it ended with ${status ?? 'a signal'}`]),
        ...journalFaults(folder, suiteUnder),
      ],
    };
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function isCreation({ method }: Request, { status }: Response): boolean {
  return method === 'POST' && status === 201;
}

function runAndStrike(
  argv: readonly string[],
  env: Environment,
  signal: Signal,
  hit: { now: () => void },
): Promise<number | undefined> {
  const child = spawn(process.execPath, [LATE_OPTIMISING, join(packageRoot(), 'dist/src/cli/main.js'), ...argv], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  hit.now = () => void child.kill(signal);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? undefined));
  });
}

/** Every name that the suite gives to a key. */
const isOwn = (name: string): boolean => /^conform(?: key \d|-\d{8}\b)/u.test(name);

async function keysOf({ fetch, credentials }: ReferenceService, url: string): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${credentials.bearer}` };
  const answer = await fetch(new Request(`${url}/api/v1/api-keys`, { headers }));
  return ((await answer.json()) as readonly { readonly name: string }[]).map(({ name }) => name);
}

async function quietly(argv: readonly string[], env: Environment, cwd: string): Promise<number> {
  const silent = { write: (): void => undefined, isTty: false };
  const io = { stdout: silent, stderr: silent, env, cwd, onInterrupt: () => () => undefined, exit: () => undefined };
  return main(argv, io);
}

/** Was anything written before the process ended? */
function hasBegun(folder: string): boolean {
  return journalOf(folder).includes('\n');
}

function journalOf(folder: string): string {
  try {
    return readFileSync(join(folder, 'run.ndjson'), 'utf8');
  } catch {
    return '';
  }
}

/** Can the journal be read and judged, and is there a report that does not call an unfinished run a good one? */
function journalFaults(
  folder: string,
  suiteUnder: (choices: Readonly<Record<string, string>>) => Suite,
): readonly string[] {
  if (!hasBegun(folder)) return [];
  try {
    const record = readJournal(join(folder, 'run.ndjson'));
    const { results } = conclude(record, record.header.profile.branches, suiteUnder);
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      readonly outcome: { readonly verdict: string };
    };
    return [
      ...(results.some(({ verdict }) => verdict.kind === 'error') ? ['judging it is an error'] : []),
      ...(!record.complete && report.outcome.verdict === 'conforms' ? ['an unfinished run conforms'] : []),
    ];
  } catch (error) {
    return [`it cannot be judged: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** A moment drawn by chance, the same for the same number. */
export function drawnMoment(seed: number): Moment {
  const chance = (salt: number): number => {
    const mixed = Math.imul((seed * 2_654_435_761 + salt * 40_503) ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 0x1_0000_0000;
  };
  const delays = [0, 0, 1, 3, 10, 40];
  return {
    request: 1 + Math.floor(chance(1) * REQUESTS),
    answered: chance(2) < 0.5,
    delayMs: delays[Math.floor(chance(3) * delays.length)] ?? 0,
  };
}
