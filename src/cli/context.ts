import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import type { AnyCheck } from '../check/check.ts';
import { loadProfile, type Profile } from '../config/profile.ts';
import type { ReadingFlags } from '../config/target.ts';
import { parseYaml } from '../config/yaml.ts';
import { type LoadedDocument, loadDocument, type Overlay } from '../contract/load.ts';
import { readOverlay } from '../contract/overlay.ts';
import type { Choices } from '../contract/resolve.ts';
import { UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import type { Paint } from '../report/console-text.ts';
import { type Suite, suiteCache } from '../rules/suite.ts';
import type { Io } from './io.ts';

/** What a command gets: the process around it, the stated checks, and a way to say how it ended. */
export interface CommandContext {
  readonly io: Io;
  readonly checks: readonly AnyCheck[];
  /** The contract of this package, or the one that `--spec` names: then there are no stated checks but derived ones alone. */
  readonly contract: () => Promise<ContractInUse>;
  /** Throws a UsageError where `--spec` is given: this command is about the contract of this package alone. */
  readonly refuseSpec: (command: string) => void;
  /** Colours for the standard output, or none. */
  readonly paint: () => Paint;
  /** The exit status, once the command is through; 0 unless told. */
  readonly finish: (status: number) => void;
}

/** A contract with the checks of it. */
export interface ContractInUse {
  readonly loaded: LoadedDocument;
  readonly checks: readonly AnyCheck[];
  readonly suiteUnder: (choices: Choices) => Suite;
  /** It is the one that this package is about: it has a reference service, samples and profiles. */
  readonly own: boolean;
  /** What `--spec` and `--overlay` named. */
  readonly spec?: string;
  readonly overlay?: string | undefined;
}

/** The contract that `--spec` names, under `--overlay`. Throws a UsageError where there is no such file. */
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

/** The reading that the flags name; every branch is accepted unless they do. */
export function readingOf(
  { profile = 'any', branch }: ReadingFlags,
  { document }: LoadedDocument,
  { cwd }: Io,
): Profile {
  return loadProfile(profile, { document, folder: cwd }, branch);
}
