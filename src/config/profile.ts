import { readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve as resolvePath } from 'node:path';
import type { ContractDocument } from '../contract/document.ts';
import { assertChoices, type Choices, conflictNamed } from '../contract/resolve.ts';
import { pickMembers } from '../defined.ts';
import { hint, located, UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { packageRoot } from '../package.ts';
import { joinPointer } from '../schema/pointer.ts';
import { configSchema, readConfig } from './config-file.ts';

/** A named reading of the contract. */
export interface Profile {
  readonly name: string;
  readonly description: string;
  readonly branches: Choices;
}

interface ProfileFile {
  readonly name?: string;
  readonly description?: string;
  readonly extends?: string;
  readonly branches?: Readonly<Record<string, string>>;
}

/** The branch that leaves a conflict open. */
const ANY = 'any';

/** Where profiles are looked up. Relative paths start from `folder`. */
export interface ProfileSource {
  readonly document: ContractDocument;
  readonly folder: string;
}

/** Loads a profile by name or path, with the branches of those it extends. The given branches override them. */
export function loadProfile(nameOrPath: string, source: ProfileSource, branches: readonly string[] = []): Profile {
  const profile = read(nameOrPath, source, []);
  if (branches.length === 0) return profile;
  const given = Object.fromEntries(branches.map((one) => parseChoice(one, source.document)));
  return {
    ...profile,
    name: `${profile.name} with ${branches.join(', ')}`,
    branches: withoutAny({ ...profile.branches, ...given }),
  };
}

/** The names of the profiles that come with the package. */
export function builtInProfiles(): readonly string[] {
  return readdirSync(profileFolder())
    .flatMap((file) => (file.endsWith('.yaml') ? [basename(file, '.yaml')] : []))
    .toSorted();
}

function read(nameOrPath: string, source: ProfileSource, chain: readonly string[]): Profile {
  const path = locate(nameOrPath, source.folder);
  if (chain.includes(path))
    throw new UsageError(
      `profile ${path} extends itself: ${[...chain, path].map((one) => basename(one)).join(' -> ')}.`,
    );
  const { value: file, place } = readConfig<ProfileFile>(readUserFile(path, 'profile'), path, configSchema('profile'));
  for (const [conflict, branch] of Object.entries(file.branches ?? {}))
    located(place(joinPointer('/branches', conflict), 'key'), () => assertChoice(source.document, conflict, branch));
  const parent =
    file.extends === undefined ? undefined : read(file.extends, { ...source, folder: dirname(path) }, [...chain, path]);
  return {
    name: file.name ?? basename(path).replace(/\.ya?ml$/u, ''),
    description: file.description ?? '',
    branches: withoutAny({ ...parent?.branches, ...file.branches }),
  };
}

/** Is it the path of a profile file, not the name of a built-in profile? */
export function isProfileFile(nameOrPath: string): boolean {
  return /[/\\]|\.ya?ml$/u.test(nameOrPath);
}

function locate(nameOrPath: string, folder: string): string {
  if (isProfileFile(nameOrPath)) return isAbsolute(nameOrPath) ? nameOrPath : resolvePath(folder, nameOrPath);
  const known = builtInProfiles();
  if (known.includes(nameOrPath)) return join(profileFolder(), `${nameOrPath}.yaml`);
  throw new UsageError(
    `unknown profile ${nameOrPath}${hint(nameOrPath, known)}. Built in: ${known.join(', ')}; or give a path, such as ./my-profile.yaml.`,
  );
}

/** Throws if there is no such conflict or branch. Every conflict has the branch `any`. */
function assertChoice(document: ContractDocument, conflict: string, branch: string): void {
  if (branch === ANY) conflictNamed(document, conflict);
  else assertChoices(document, { [conflict]: branch });
}

function exampleText(document: ContractDocument): string {
  const [[conflict, { branches }] = ['', { branches: {} }]] = Object.entries(document['x-conflicts']);
  return conflict === '' ? '' : `, such as ${conflict}=${Object.keys(branches).at(-1) ?? ''}`;
}

function parseChoice(text: string, document: ContractDocument): readonly [string, string] {
  const [, conflict, branch] = /^([^=]+)=(.+)$/u.exec(text) ?? [];
  if (conflict === undefined || branch === undefined)
    throw new UsageError(`--branch ${text}: write it as conflict=branch${exampleText(document)}.`);
  located('--branch', () => assertChoice(document, conflict, branch));
  return [conflict, branch];
}

function withoutAny(branches: Choices): Choices {
  return pickMembers(branches, (_, branch) => branch !== ANY);
}

function profileFolder(): string {
  return join(packageRoot(), 'spec', 'profiles');
}
