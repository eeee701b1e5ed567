import { rmSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { allChecks } from '../suites/index.ts';
import type { AnyCheck } from './check/check.ts';
import type { Depth, Target } from './check/target.ts';
import { type GateFlags, type GateParts, gateOf } from './cli/gating.ts';
import { placesIn } from './cli/reporters.ts';
import { connectionOf } from './config/connection.ts';
import type { Environment } from './config/environment.ts';
import type { ExpectationList } from './config/expectations.ts';
import { loadProfile, type Profile } from './config/profile.ts';
import { inLowerCase, presentedAs, resolveTarget } from './config/target.ts';
import type { TlsFiles } from './config/target-file.ts';
import type { ClauseNode } from './contract/document.ts';
import { joinCompanions } from './contract/join.ts';
import { type LoadedDocument, loadDocument } from './contract/load.ts';
import { defined } from './defined.ts';
import { madeFolder } from './files.ts';
import { parseBaseUrl } from './http/base-url.ts';
import { createTransport } from './http/client.ts';
import type { Transport } from './http/exchange.ts';
import { type FetchHandler, fetchTransport } from './http/in-process.ts';
import { assertOptions } from './options.ts';
import { buildReport } from './report/build.ts';
import { REPORTERS, type ReporterName } from './report/formats/reporter.ts';
import { REPORT, renderJson, writeWhole } from './report/json.ts';
import type { ClauseResult, Finding, Outcome, Report } from './report/model.ts';
import { requireComplete } from './report/require-complete.ts';
import { suiteCache } from './rules/suite.ts';
import { runSuite } from './run/run.ts';
import { lockFolder } from './send/folder-lock.ts';
import type { RunEvent } from './send/journal.ts';
import { JOURNAL, type Journal, openJournal } from './send/journal-file.ts';
import { redactEvent } from './send/redact-event.ts';

/** What a target is made of; each part but the address is optional, and what needs a missing part is skipped. */
export type TargetParts = Partial<Omit<Target, 'allow'>> & { readonly allow?: Partial<Target['allow']> };

/** What is run against what. Every part but `target` or `fetch` is optional. */
export interface ConformanceOptions {
  /** The service under test: its address or the path of a target file, with the credentials of the environment, or its parts. */
  readonly target?: string | TargetParts;
  /** A service within this process, in place of HTTP: what `app.fetch` of Hono, or `fetch` of a Worker, is. */
  readonly fetch?: FetchHandler;
  /** The reading of the contract: a built-in name, the path of a profile file, or a profile. Default: the target file's, or `any`. */
  readonly profile?: string | Profile;
  /** How many requests at most: `smoke` 100, `standard` 1,000 (default), `deep` 10,000. */
  readonly depth?: Depth;
  /** Operations, tags, clause ids, or beginnings of ids that end in `*`, each to be left out with `!` before it. Default: everything. */
  readonly only?: readonly string[];
  /** Same seed, same requests, but for digits in the names of what is created. Default: 1. */
  readonly seed?: number;
  /** Count a SHOULD that is not met as a violation. */
  readonly strict?: boolean;
  /** Count clauses that want a permission, a credential or a sample as incomplete. */
  readonly requireComplete?: boolean;
  /** Known failures, which do not fail the run: a file such as expectations.yaml. Default: the `known` of a target file. */
  readonly expectations?: string;
  /** The folder of an earlier run, or its report.json: only what is worse than that run fails. */
  readonly baseline?: string;
  /** What fails the run: a broken MUST (default), a SHOULD too, or only what `baseline` did not break. */
  readonly failOn?: 'must' | 'should' | 'new';
  /** For one exchange, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Requests under way at once. Default: 8, and 1 at smoke. */
  readonly concurrency?: number;
  /** Requests a second at most. */
  readonly ratePerSecond?: number;
  /** The longest wait for a new rate window, in milliseconds. Default: 60,000. */
  readonly maxWaitMs?: number;
  /** Checks of your own, beside the built-in ones. Each is about a clause: one of the contract, or one of `clauses`. */
  readonly checks?: readonly AnyCheck[];
  /** Clauses of your own: operationId or `service`, slug, clause. */
  readonly clauses?: Readonly<Record<string, Readonly<Record<string, ClauseNode>>>>;
  /** The path of a contract document of your own, in place of the built-in one and its checks. */
  readonly document?: string;
  /** A folder for report.json and the journal of the run; without it nothing is written. */
  readonly folder?: string;
  /** Where credentials and the `${NAME}` of a target file come from. Default: the environment of the process. */
  readonly env?: Environment;
  /** Ends the run early: it cleans up after itself, and is incomplete. */
  readonly signal?: AbortSignal;
  /** Hears each event of the run as it happens. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** The result of a run. */
export interface ConformanceResult {
  /** No MUST is broken (with `strict` no SHOULD either), and something was shown. */
  readonly conforms: boolean;
  /** The verdict in one word, the exit status of the command line, and a sentence. */
  readonly outcome: Outcome;
  /** The causes of all that is broken, the gravest first. */
  readonly findings: readonly Finding[];
  /** Every clause with its verdict. */
  readonly clauses: readonly ClauseResult[];
  /** All of it, as report.json has it. */
  readonly report: Report;
  /** The report in another format: `junit`, `markdown`, `sarif`, … */
  readonly render: (format: ReporterName) => string;
}

/**
 * Runs the suite against a service and resolves to what it showed. Rejects with a UsageError where an option, a target file
 * or a profile is wrong, and with a SpecError where a contract document is; never for what a service does.
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  assertOptions(options);
  const loaded = await documentOf(options);
  const { target, profile, depth, known, tls } = withDefaults(options, loaded);
  const checks = options.document === undefined ? [...allChecks, ...(options.checks ?? [])] : (options.checks ?? []);
  const suiteUnder = suiteCache(loaded, checks);
  const gate = gateFor(options, { suiteUnder, choices: profile.branches, known });
  const reach = reachOf(options, tls);
  const journal = options.folder === undefined ? undefined : journalIn(options.folder);
  try {
    const { record, conclusion } = await runSuite({
      ...passedOn(options),
      loaded,
      checks,
      suiteUnder,
      target,
      profile,
      depth,
      transport: reach.send,
      sink: (event, redactor) => {
        journal?.sink(event, redactor);
        options.onEvent?.(redactEvent(event, redactor, 'shown'));
      },
    });
    const built = gate(buildReport(record, conclusion));
    const report = options.requireComplete === true ? requireComplete(built) : built;
    if (options.folder !== undefined) writeWhole(join(options.folder, REPORT), renderJson(report));
    const placeOf = placesIn(loaded, suiteUnder(profile.branches).clauses, process.cwd());
    const { outcome, findings, clauses } = report;
    const render = (format: ReporterName): string => REPORTERS[format].render(report, placeOf);
    return { conforms: outcome.exitStatus === 0, outcome, findings, clauses, report, render };
  } finally {
    journal?.close();
    await reach.close();
  }
}

/** The contract that the options are about: the built-in one or the user's, with the user's clauses in it. */
export async function documentOf({ document, clauses }: ConformanceOptions): Promise<LoadedDocument> {
  const loaded = await loadDocument(...(document === undefined ? [] : [resolvePath(document)]));
  if (clauses === undefined) return loaded;
  const joined = joinCompanions(loaded.document, [{ file: 'the option clauses', content: { clauses } }]);
  return { ...loaded, document: joined as LoadedDocument['document'] };
}

export interface WithDefaults {
  readonly target: Target;
  readonly profile: Profile;
  readonly depth: Depth;
  readonly tls: TlsFiles;
  readonly known?: ExpectationList;
}

const IN_PROCESS = 'http://service.local';

/** An address and a target file get the credentials of the environment; parts of a target are all that a program means. */
export function withDefaults(
  { target = {}, fetch, profile, depth, env = process.env }: ConformanceOptions,
  loaded: LoadedDocument,
): WithDefaults {
  const { document } = loaded;
  const isFile = typeof target === 'string' && !/^[a-z]+:\/\//iu.test(target);
  const baseUrl = typeof target === 'string' ? target : (target.baseUrl ?? (fetch === undefined ? '' : IN_PROCESS));
  const flags = { ...(isFile ? { target } : { baseUrl }), ...defined({ depth }) };
  const read = resolveTarget(flags, {
    env: typeof target === 'string' ? env : {},
    cwd: process.cwd(),
    document,
    path: loaded.path,
  });
  const parts = typeof target === 'string' ? {} : target;
  const source = { document, folder: isFile ? dirname(resolvePath(target)) : process.cwd() };
  return {
    depth: read.depth,
    tls: read.tls,
    ...defined({ known: read.known }),
    profile: typeof profile === 'string' ? loadProfile(profile, source) : (profile ?? read.profile),
    target: {
      ...read.target,
      ...parts,
      baseUrl: parseBaseUrl(read.target.baseUrl).href.replace(/\/$/u, ''),
      allow: { ...read.target.allow, ...parts.allow },
      headers: inLowerCase(parts.headers ?? read.target.headers),
      credentials: presentedAs(parts.credentials ?? read.target.credentials),
    },
  };
}

/** What is let through. A program names its file of known failures: none is taken unasked. */
export function gateFor(flags: GateFlags, parts: GateParts): (report: Report) => Report {
  const silent = { write: () => undefined, isTty: false };
  const io = { cwd: process.cwd(), stderr: silent };
  return gateOf(flags, { ...parts, unasked: false }, io) ?? ((report) => report);
}

function passedOn(options: ConformanceOptions) {
  const { only, seed, strict, timeoutMs, concurrency, ratePerSecond, maxWaitMs, signal } = options;
  return defined({ only, seed, strict, timeoutMs, concurrency, ratePerSecond, maxWaitMs, signal });
}

function reachOf(
  { fetch, env = process.env }: ConformanceOptions,
  tls: TlsFiles,
): { readonly send: Transport; readonly close: () => Promise<void> } {
  return fetch === undefined
    ? createTransport(connectionOf(tls, env))
    : { send: fetchTransport(fetch), close: () => Promise.resolve() };
}

/**
 * The journal of a run, in a folder that is made where it is not there. Until it is closed the folder takes no other run, and
 * the report of an earlier one is gone at once: nobody takes it for that of a run that breaks down. Throws a UsageError.
 */
export function journalIn(folder: string): Journal {
  madeFolder(folder, `folder ${folder}`);
  const unlock = lockFolder(folder);
  try {
    rmSync(join(folder, REPORT), { force: true });
    const { sink, close } = openJournal(join(folder, JOURNAL));
    return {
      sink,
      close() {
        close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
