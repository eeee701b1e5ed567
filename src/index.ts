/** The library API. The authoring API of checks is `conform-contract/check`, the vitest host `conform-contract/vitest`. */

export type { Credential, Depth, Permission, Role, Samples, Target } from './check/target.ts';
export { builtInProfiles, loadProfile, type Profile, type ProfileSource } from './config/profile.ts';
export { readTargetFile, type TargetFile } from './config/target-file.ts';
export type { ClauseNode, ContractDocument } from './contract/document.ts';
export { type LoadedDocument, loadDocument } from './contract/load.ts';
export { type Choices, resolve as resolveDocument } from './contract/resolve.ts';
export { SpecError, UsageError } from './errors.ts';
export type { Exchange } from './http/exchange.ts';
export type { FetchHandler } from './http/in-process.ts';
export { type Comparison, compareReports, type Difference } from './report/compare.ts';
export type { ReporterName } from './report/formats/reporter.ts';
export type { ClauseResult, Finding, Outcome, Reading, Report, RunFacts, Summary } from './report/model.ts';
export type { GateChoices, RunChoices } from './run/choices.ts';

export {
  type ConformanceOptions,
  type ConformanceResult,
  runConformance,
  type TargetParts,
} from './run-conformance.ts';
export type { RunEvent, RunHeader } from './send/journal.ts';
