/** The library API: what the command line is made of. */
export { allChecks } from '../suites/index.ts';
export type { Check, Evidence } from './check/check.ts';
export type { Credential, Depth, Permission, Role, Samples, Target } from './check/target.ts';
export type { Verdict } from './check/verdict.ts';
export { loadProfile, type Profile } from './config/profile.ts';
export { readTargetFile, type TargetFile } from './config/target-file.ts';
export { type Clause, type Conflict, type Contract, createContract } from './contract/contract.ts';
export type { ContractDocument } from './contract/document.ts';
export type { Level } from './schema/schema.ts';
export { SpecError, UsageError } from './errors.ts';
export { type LoadedDocument, loadDocument } from './contract/load.ts';
export { type Choices, resolve as resolveDocument } from './contract/resolve.ts';
export { createTransport, type HttpTransport, type TransportOptions } from './http/client.ts';
export type { Exchange, Outcome, Transport, WireRequest } from './http/exchange.ts';
export { type FetchHandler, fetchTransport } from './http/in-process.ts';
export { buildReport } from './report/build.ts';
export { type Comparison, compareReports, type Difference } from './report/compare.ts';
export { type ConsoleOptions, renderConsole } from './report/console.ts';
export { paintIf } from './report/console-text.ts';
export { renderDetected } from './report/detected.ts';
export { type Journal, openJournal, readJournal } from './send/journal-file.ts';
export { renderJson } from './report/json.ts';
export type {
  ClauseResult,
  Finding,
  Outcome as RunOutcome,
  Reading,
  Report,
  RunFacts,
  Summary,
} from './report/model.ts';
export { type Conclusion, conclude } from './judge/conclude.ts';
export type { RunEvent, RunRecord } from './send/journal.ts';
export { type Judgement, rejudge } from './run/rejudge.ts';
export { type RunOptions, type RunResult, runSuite } from './run/run.ts';
export { createSuite, type Suite, selectClauses, suiteCache } from './rules/suite.ts';
