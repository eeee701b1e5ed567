import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { allChecks } from '../suites/index.ts';
import type { AnyCheck } from './check/check.ts';
import type { GateFlags } from './cli/gating.ts';
import { words } from './cli/options.ts';
import { type ChosenReporter, chosenReporters } from './cli/reporters.ts';
import type { Environment } from './config/environment.ts';
import { EXPECTATIONS } from './config/expectations.ts';
import { type ResolvedTarget, resolveTarget, targetFileIn } from './config/target.ts';
import { loadDocument } from './contract/load.ts';
import { defined } from './defined.ts';
import { hint, UsageError } from './errors.ts';
import type { Transport } from './http/exchange.ts';
import { fetchTransport } from './http/in-process.ts';
import { assertOptions } from './options.ts';
import { type ConformanceOptions, documentOf, withDefaults } from './run-conformance.ts';

export interface HostOptions extends Omit<ResolvedTarget, 'tls'>, Partial<Pick<ResolvedTarget, 'tls'>> {
  readonly strict?: boolean;
  /** Operations, tags, clause ids, or beginnings of ids that end in `*`: only these become tests. */
  readonly only?: readonly string[];
  readonly seed?: number;
  /** Instead of HTTP: `fetchTransport(app.fetch)` for a service within the process. */
  readonly transport?: Transport;
  readonly checks?: readonly AnyCheck[];
  /** Formats to write the report in when the last verdict is known; into `folder` unless they name a file. */
  readonly reporters?: readonly ChosenReporter[];
  /** Known failures, an earlier run, and what fails a test: as the options of `conform run`. */
  readonly gate?: GateFlags;
  /** For report.json, the journal and what the formats write. Default for the latter: `reports/<time>-<host>`; without it the former are not written. */
  readonly folder?: string;
}

/** What `conformance` takes: the same as `runConformance`, and formats to write the report in. */
export interface VitestOptions
  extends Pick<
    ConformanceOptions,
    | 'target'
    | 'fetch'
    | 'profile'
    | 'depth'
    | 'seed'
    | 'strict'
    | 'checks'
    | 'folder'
    | 'expectations'
    | 'baseline'
    | 'failOn'
  > {
  /** Such as `junit` or `sarif=conform.sarif`. */
  readonly reporters?: readonly string[];
}

/** What the options of `conformance` say, and the environment where they name no target. */
export async function hostOptions(options: VitestOptions): Promise<HostOptions> {
  assertOptions(options);
  const { strict, seed, checks, folder, fetch, reporters, expectations, baseline, failOn } = options;
  const isGiven = options.target !== undefined || fetch !== undefined;
  const environment = isGiven ? undefined : await optionsFromEnvironment(process.env, process.cwd());
  return {
    ...(environment ?? { ...withDefaults(options, await documentOf(options)), remarks: [] }),
    gate: { ...environment?.gate, ...given({ expectations, baseline, failOn }) },
    ...defined({ strict, seed, folder }),
    ...(checks === undefined ? {} : { checks: [...allChecks, ...checks] }),
    ...(fetch === undefined ? {} : { transport: fetchTransport(fetch) }),
    ...(reporters === undefined ? {} : { reporters: chosenReporters(reporters) }),
  };
}

/** What is not undefined. */
function given<T extends object>(options: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof given<T>
  >;
}

/**
 * What the environment says: CONFORM_BASE_URL (or BASE_URL) or CONFORM_TARGET, CONFORM_PROFILE, CONFORM_STRICT,
 * CONFORM_REPORTER (such as `junit=conform.xml,sarif`), CONFORM_REPORT (a folder for report.json and the journal),
 * CONFORM_EXPECTATIONS (a file of known failures; expectations.yaml of the folder unless told), CONFORM_BASELINE (an earlier
 * run), CONFORM_FAIL_ON (must, should or new), and the credentials. vitest puts a BASE_URL of its own, `/`, over the one that the user set; vitest.config.ts saves the latter.
 */
export async function optionsFromEnvironment(env: Environment, cwd: string): Promise<HostOptions> {
  const { document } = await loadDocument();
  const baseUrl = env['CONFORM_BASE_URL'] ?? (env['BASE_URL'] === '/' ? undefined : env['BASE_URL']);
  const [named, profile, folder] = ['CONFORM_TARGET', 'CONFORM_PROFILE', 'CONFORM_REPORT'].map((name) =>
    env[name] === '' ? undefined : env[name],
  );
  const target = named ?? (baseUrl === undefined ? targetFileIn(cwd) : undefined);
  if (baseUrl === undefined && target === undefined)
    throw new UsageError(
      'no target: set CONFORM_BASE_URL to the address of the service, or CONFORM_TARGET to a target file.',
    );
  const flags = {
    ...defined({ baseUrl }),
    ...(target === undefined ? {} : { target: resolvePath(cwd, target) }),
    ...defined({ profile }),
  };
  return {
    ...resolveTarget(flags, { env, cwd, document }),
    strict: !['', '0', 'false'].includes(env['CONFORM_STRICT'] ?? ''),
    ...(folder === undefined ? {} : { folder: resolvePath(cwd, folder) }),
    gate: gateIn(env, cwd),
    reporters: chosenReporters(words(env['CONFORM_REPORTER'] ?? '', undefined)),
  };
}

function gateIn(env: Environment, cwd: string): GateFlags {
  const [expectations = existsSync(resolvePath(cwd, EXPECTATIONS)) ? EXPECTATIONS : undefined, baseline, failOn] = [
    'CONFORM_EXPECTATIONS',
    'CONFORM_BASELINE',
    'CONFORM_FAIL_ON',
  ].map((name) => (env[name] === '' ? undefined : env[name]));
  const known = ['must', 'should', 'new'] as const;
  const failing = known.find((word) => word === failOn);
  if (failOn !== undefined && failing === undefined)
    throw new UsageError(`CONFORM_FAIL_ON is ${failOn}; known: ${known.join(', ')}${hint(failOn, known)}.`);
  return given({
    expectations: expectations === undefined ? undefined : resolvePath(cwd, expectations),
    baseline: baseline === undefined ? undefined : resolvePath(cwd, baseline),
    failOn: failing,
  });
}
