import { existsSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { allChecks } from '../suites/index.ts';
import type { AnyCheck } from './check/check.ts';
import type { Environment } from './config/environment.ts';
import { EXPECTATIONS } from './config/expectations.ts';
import { type ResolvedTarget, resolveTarget, targetFileIn } from './config/target.ts';
import { loadDocument } from './contract/load.ts';
import { defined } from './defined.ts';
import { hint, UsageError } from './errors.ts';
import type { Transport } from './http/exchange.ts';
import { fetchTransport } from './http/in-process.ts';
import { assertOptions } from './options.ts';
import { type ChosenReporter, chosenReporters } from './report/write-reports.ts';
import type { GateChoices, RunChoices } from './run/choices.ts';
import { FAIL_ON } from './run/gating.ts';
import { type ConformanceOptions, documentOf, withDefaults } from './run-conformance.ts';

export interface HostOptions extends Omit<RunChoices, 'depth' | 'only' | 'signal'>, Omit<ResolvedTarget, 'tls'> {
  readonly tls?: ResolvedTarget['tls'];
  /** Used instead of HTTP, such as `fetchTransport(app.fetch)` for a service within the process. */
  readonly transport?: Transport | undefined;
  readonly checks?: readonly AnyCheck[] | undefined;
  /** Formats to write the report in after the run; into `folder` unless they name a file. */
  readonly reporters?: readonly ChosenReporter[] | undefined;
  /** Known failures, an earlier run, and what fails a test, like the options of `conform run`. */
  readonly gate?: GateChoices;
  /** For report.json, the journal and reports. Without it only reports are written, to `reports/<time>-<host>`. */
  readonly folder?: string | undefined;
}

/** The options of `conformance`: those of `runConformance`, and formats to write the report in. */
export interface VitestOptions
  extends Omit<ConformanceOptions, 'only' | 'signal' | 'clauses' | 'document' | 'env' | 'onEvent'> {
  /** For example `junit` or `sarif=conform.sarif`. */
  readonly reporters?: readonly string[] | undefined;
}

/** Resolves the options of `conformance`. If they name no target, the environment gives it. */
export async function hostOptions(options: VitestOptions): Promise<HostOptions> {
  assertOptions(options);
  const { target, fetch, profile: _profile, checks, reporters, expectations, baseline, failOn, ...choices } = options;
  const isGiven = target !== undefined || fetch !== undefined;
  const environment = isGiven ? undefined : await optionsFromEnvironment(process.env, process.cwd());
  return {
    ...(environment ?? withDefaults(options, await documentOf(options))),
    ...defined({
      ...choices,
      checks: checks && [...allChecks, ...checks],
      transport: fetch && fetchTransport(fetch),
      reporters: reporters && chosenReporters(reporters),
    }),
    gate: { ...environment?.gate, ...defined({ expectations, baseline, failOn }) },
  };
}

/**
 * Reads the options from the environment: CONFORM_BASE_URL (or BASE_URL) or CONFORM_TARGET, CONFORM_PROFILE, CONFORM_STRICT,
 * CONFORM_REPORTER (such as `junit=conform.xml,sarif`), CONFORM_REPORT (a folder for report.json and the journal),
 * CONFORM_EXPECTATIONS (known failures; default: expectations.yaml in `cwd`), CONFORM_BASELINE (an earlier run),
 * CONFORM_FAIL_ON (must, should or new), and credentials. vitest.config.ts saves BASE_URL, which vitest overwrites with `/`.
 */
export async function optionsFromEnvironment(env: Environment, cwd: string): Promise<HostOptions> {
  const { document } = await loadDocument();
  const named = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const inFolder = (path: string | undefined): string | undefined => path && resolvePath(cwd, path);
  const baseUrl = env['CONFORM_BASE_URL'] ?? (env['BASE_URL'] === '/' ? undefined : env['BASE_URL']);
  const target = named('CONFORM_TARGET') ?? (baseUrl === undefined ? targetFileIn(cwd) : undefined);
  if (baseUrl === undefined && target === undefined)
    throw new UsageError(
      'no target: set CONFORM_BASE_URL to the address of the service, or CONFORM_TARGET to a target file.',
    );
  const expectations =
    named('CONFORM_EXPECTATIONS') ?? (existsSync(join(cwd, EXPECTATIONS)) ? EXPECTATIONS : undefined);
  const failOn = named('CONFORM_FAIL_ON');
  const failing = FAIL_ON.find((word) => word === failOn);
  if (failOn !== undefined && failing === undefined)
    throw new UsageError(`CONFORM_FAIL_ON is ${failOn}; known: ${FAIL_ON.join(', ')}${hint(failOn, FAIL_ON)}.`);
  const flags = { baseUrl, target: inFolder(target), profile: named('CONFORM_PROFILE') };
  const reporters = (env['CONFORM_REPORTER'] ?? '').split(',').map((word) => word.trim());
  return {
    ...resolveTarget(flags, { env, cwd, document }),
    strict: !['', '0', 'false'].includes(env['CONFORM_STRICT'] ?? ''),
    folder: inFolder(named('CONFORM_REPORT')),
    gate: {
      expectations: inFolder(expectations),
      baseline: inFolder(named('CONFORM_BASELINE')),
      failOn: failing,
    },
    reporters: chosenReporters(reporters.filter((word) => word !== '')),
  };
}
