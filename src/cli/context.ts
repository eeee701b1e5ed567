import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import type { AnyCheck } from '../check/check.ts';
import { loadProfile, type Profile } from '../config/profile.ts';
import type { ReadingFlags } from '../config/target.ts';
import { parseYaml } from '../config/yaml.ts';
import { type LoadedDocument, loadDocument, type Overlay } from '../contract/load.ts';
import { readOverlay } from '../contract/overlay.ts';
import { UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import type { Paint } from '../report/console-text.ts';
import { type SuiteUnder, suiteCache } from '../rules/suite.ts';
import type { Io } from './io.ts';

/** What a command gets: the process around it, the contract and its checks, and a way to set the exit status. */
export interface CommandContext {
  readonly io: Io;
  /** The contract of this package, or the one that `--spec` names. The latter has derived checks only, no stated ones. */
  readonly contract: () => Promise<ContractInUse>;
  /** Throws a UsageError if `--spec` is given, for a command that only works with the contract of this package. */
  readonly refuseSpec: (command: string) => void;
  /** Colours for standard output, or none. */
  readonly paint: () => Paint;
  /** Sets the exit status; without a call it is 0. */
  readonly finish: (status: number) => void;
}

export interface ContractInUse {
  readonly loaded: LoadedDocument;
  readonly checks: readonly AnyCheck[];
  readonly suiteUnder: SuiteUnder;
  /** Is it the contract of this package, which has a reference service, samples and profiles? */
  readonly own: boolean;
  /** The files of `--spec` and `--overlay`. */
  readonly spec?: string;
  readonly overlay?: string | undefined;
}

/** Loads the contract that `--spec` names, with `--overlay` applied. Throws a UsageError if there is no such file. */
export async function contractOf(spec: string, overlay: string | undefined, { cwd }: Io): Promise<ContractInUse> {
  const path = resolvePath(cwd, spec);
  if (!existsSync(path)) throw new UsageError(`--spec ${spec}: there is no such file.`);
  const loaded = await loadDocument(path, overlay === undefined ? undefined : overlayIn(overlay, cwd));
  return { loaded, checks: [], suiteUnder: suiteCache(loaded, []), own: false, spec, overlay };
}

function overlayIn(overlay: string, cwd: string): Overlay {
  const file = resolvePath(cwd, overlay);
  const { value, place } = parseYaml(readUserFile(file, '--overlay'), overlay);
  return { file, actions: readOverlay(value, place) };
}

/** The contract of this package with these stated checks. */
export async function ownContract(checks: readonly AnyCheck[]): Promise<ContractInUse> {
  const loaded = await loadDocument();
  return { loaded, checks, suiteUnder: suiteCache(loaded, checks), own: true };
}

/** The profile that the flags name. Default: `any`, which accepts every branch. */
export function readingOf(
  { profile = 'any', branch }: ReadingFlags,
  { document }: LoadedDocument,
  { cwd }: Io,
): Profile {
  return loadProfile(profile, { document, folder: cwd }, branch);
}
