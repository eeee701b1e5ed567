import { dirname, resolve as resolvePath } from 'node:path';
import { allChecks } from '../suites/index.ts';
import type { AnyCheck } from './check/check.ts';
import type { Target } from './check/target.ts';
import type { Environment } from './config/environment.ts';
import { loadProfile, type Profile } from './config/profile.ts';
import { presentedAs, type ResolvedTarget, resolveTarget } from './config/target.ts';
import type { ClauseNode } from './contract/document.ts';
import { joinCompanions } from './contract/join.ts';
import { type LoadedDocument, loadDocument } from './contract/load.ts';
import { UsageError } from './errors.ts';
import { inLowerCase } from './http/header-names.ts';
import type { FetchHandler } from './http/in-process.ts';
import { assertOptions } from './options.ts';
import { redacted } from './redact/door.ts';
import { REPORTERS, type ReporterName } from './report/formats/reporter.ts';
import type { ClauseResult, Finding, Outcome, Report } from './report/model.ts';
import { suiteCache } from './rules/suite.ts';
import type { GateChoices, RunChoices } from './run/choices.ts';
import { runHosted } from './run/hosted.ts';
import type { RunEvent } from './send/journal.ts';

/** The parts of a target. All but the address are optional; clauses that need a missing part are skipped. */
export type TargetParts = Partial<Omit<Target, 'allow'>> & { readonly allow?: Partial<Target['allow']> };

/** The options of a run. All are optional except `target` or `fetch`. */
export interface ConformanceOptions extends RunChoices, GateChoices {
  /** The service under test: its parts, or its address or a target file, with credentials from the environment. */
  readonly target?: string | TargetParts | undefined;
  /** A service within this process, called instead of HTTP, such as Hono's `app.fetch` or a Worker's `fetch`. */
  readonly fetch?: FetchHandler | undefined;
  /** The reading: a built-in name, the path of a profile file, or a profile. Default: the target file's, or `any`. */
  readonly profile?: string | Profile | undefined;
  /** Your own checks, beside the built-in ones. Each is for a clause of the contract or of `clauses`. */
  readonly checks?: readonly AnyCheck[] | undefined;
  /** Your own clauses, by operationId or `service`, and slug. */
  readonly clauses?: Readonly<Record<string, Readonly<Record<string, ClauseNode>>>> | undefined;
  /** The path of your own contract document, instead of the built-in one and its checks. */
  readonly document?: string | undefined;
  /** A folder for report.json and the journal. Default: nothing is written. */
  readonly folder?: string | undefined;
  /** The variables for credentials and the `${NAME}` of a target file. Default: the environment of the process. */
  readonly env?: Environment | undefined;
  /** Receives each event of the run, without secrets. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** The result of a run. */
export interface ConformanceResult {
  /** True if no MUST is broken (with `strict` no SHOULD either) and something was shown. */
  readonly conforms: boolean;
  /** The verdict in one word, the exit status of the command line, and a sentence. */
  readonly outcome: Outcome;
  /** The causes of all broken clauses, the most serious first. */
  readonly findings: readonly Finding[];
  /** Every clause with its verdict. */
  readonly clauses: readonly ClauseResult[];
  /** The whole report, as in report.json. */
  readonly report: Report;
  /** The report in another format: `junit`, `markdown`, `sarif`, … */
  readonly render: (format: ReporterName) => string;
}

/**
 * Runs the suite against a service and resolves to the result. Rejects with a UsageError if an option, a target file or a
 * profile is wrong, and with a SpecError if the contract document is. Never rejects for what a service does.
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  assertOptions(options);
  const { document, checks: own = [], onEvent } = options;
  const loaded = await documentOf(options);
  const checks = document === undefined ? [...allChecks, ...own] : own;
  const { report, placeOf } = await runHosted(
    {
      ...options,
      ...withDefaults(options, loaded),
      gate: options,
      loaded,
      checks,
      suiteUnder: suiteCache(loaded, checks),
    },
    (event, redactor) => onEvent?.(redacted(event, redactor, 'shown')),
  );
  const { outcome, findings, clauses } = report;
  const render = (format: ReporterName): string => {
    if (!Object.hasOwn(REPORTERS, format))
      throw new UsageError(`there is no format ${String(format)}; there are ${Object.keys(REPORTERS).join(', ')}.`);
    return REPORTERS[format].render(report, placeOf);
  };
  return { conforms: outcome.exitStatus === 0, outcome, findings, clauses, report, render };
}

/** The contract document: the built-in one or the user's, with the user's clauses joined into it. */
export async function documentOf({ document, clauses }: ConformanceOptions): Promise<LoadedDocument> {
  const loaded = await loadDocument(...(document === undefined ? [] : [resolvePath(document)]));
  if (clauses === undefined) return loaded;
  const joined = joinCompanions(loaded.document, [{ file: 'the option clauses', content: { clauses } }]);
  return { ...loaded, document: joined as LoadedDocument['document'] };
}

const IN_PROCESS = 'http://service.local';

/** Resolves target and profile. An address or a target file gets credentials from the environment; parts get none. */
export function withDefaults(options: ConformanceOptions, { document, path }: LoadedDocument): ResolvedTarget {
  const { target = {}, fetch, profile, depth, env = process.env } = options;
  const isText = typeof target === 'string';
  const parts = isText ? {} : target;
  const isFile = isText && !/^[a-z]+:\/\//iu.test(target);
  const baseUrl = isText ? target : (parts.baseUrl ?? (fetch === undefined ? '' : IN_PROCESS));
  const flags = { ...(isFile ? { target } : { baseUrl }), depth };
  const read = resolveTarget(flags, { env: isText ? env : {}, cwd: process.cwd(), document, path });
  const source = { document, folder: isFile ? dirname(resolvePath(target)) : process.cwd() };
  return {
    ...read,
    profile: typeof profile === 'string' ? loadProfile(profile, source) : (profile ?? read.profile),
    target: {
      ...read.target,
      ...parts,
      baseUrl: read.target.baseUrl,
      allow: { ...read.target.allow, ...parts.allow },
      headers: inLowerCase(parts.headers ?? read.target.headers),
      credentials: presentedAs(parts.credentials ?? read.target.credentials),
    },
  };
}
