import { existsSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import type { Credential, Depth, Permission, Target } from '../check/target.ts';
import type { ContractDocument } from '../contract/document.ts';
import { permissionsOf } from '../contract/permissions.ts';
import { fieldOf, headersFor, isOfScheme, rolesOf } from '../contract/roles.ts';
import { defined, mapMembers } from '../defined.ts';
import { hint, located, UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { inLowerCase } from '../http/header-names.ts';
import { printedCredential } from './credential-command.ts';
import { type Environment, unreadVariables, variablesIn } from './environment.ts';
import type { ExpectationList } from './expectations.ts';
import { loadProfile, type Profile, type ProfileSource } from './profile.ts';
import { assertHeader, checkedHeaders, parseTargetFile, type TargetFile, type TlsFiles } from './target-file.ts';
import { targetSchema } from './target-schema.ts';

/** The flags that choose the reading of a contract. */
export interface ReadingFlags {
  readonly profile?: string | undefined;
  readonly branch?: readonly string[] | undefined;
}

/** The flags that describe a target. A flag overrides the target file, which overrides the environment. */
export interface TargetFlags extends ReadingFlags {
  readonly baseUrl?: string | undefined;
  readonly target?: string | undefined;
  readonly depth?: Depth | undefined;
  readonly allow?: readonly Permission[] | undefined;
  readonly header?: readonly string[] | undefined;
}

/** Where values are looked up. */
export interface Surroundings {
  readonly env: Environment;
  readonly cwd: string;
  readonly document: ContractDocument;
  /** The path of the document. A schema of its target files may be beside it. */
  readonly path?: string;
  /** The base URL if neither flags nor target file have one. */
  readonly otherwise?: string | undefined;
}

export interface ResolvedTarget {
  readonly target: Target;
  readonly profile: Profile;
  readonly depth: Depth;
  /** The TLS files of the target file, as absolute paths. */
  readonly tls: TlsFiles;
  readonly known?: ExpectationList | undefined;
  /** Notes for the user, one sentence each: values from the environment, the default target file, unread variables. */
  readonly remarks: readonly string[];
}

/** The default target file in a folder; undefined if there is none. */
export function targetFileIn(folder: string): string | undefined {
  return ['conform.yaml', 'conform.yml'].find((name) => existsSync(join(folder, name)));
}

/** Combines flags, target file and environment. Throws a UsageError that says what to provide. */
export function resolveTarget(flags: TargetFlags, surroundings: Surroundings): ResolvedTarget {
  const { env, cwd, document, path: spec, otherwise } = surroundings;
  const standard = flags.target === undefined ? targetFileIn(cwd) : undefined;
  const given = flags.target ?? (flags.baseUrl === undefined ? standard : undefined);
  const path = given === undefined ? undefined : resolvePath(cwd, given);
  const text = path === undefined ? '' : readUserFile(path, 'target file');
  const file: TargetFile = path === undefined ? {} : parseTargetFile(text, path, env, targetSchema(document, spec));
  const remarks = standard === undefined ? [] : [defaultFileRemark(standard, given !== undefined)];
  const remark = (words: string): void => void remarks.push(words);
  const baseUrl = baseUrlFrom(given, flags.baseUrl ?? file.baseUrl ?? otherwise, env, remark);
  assertOwnOrigin(given ?? '', file, baseUrl);
  const folder = path === undefined ? cwd : dirname(path);
  const credentials = credentialsFrom(file.credentials ?? {}, { env, cwd: folder }, document, remark);
  return {
    target: {
      baseUrl,
      credentials,
      samples: file.samples ?? {},
      allow: permissionsFrom(file, flags.allow ?? [], document),
      headers: withoutCredentials(
        { ...file.headers, ...Object.fromEntries((flags.header ?? []).map(parseHeader)) },
        document,
      ),
      ...defined({ levels: file.levels, secretHeaders: file.secretHeaders }),
    },
    profile: profileFrom(flags, { path: given ?? '', folder, profile: file.profile }, { document, folder: cwd }),
    depth: flags.depth ?? file.depth ?? 'standard',
    // Paths in a file are relative to its folder.
    tls: mapMembers({ ...file.tls }, (pem) => resolvePath(folder, pem)),
    known: file.known,
    remarks: [
      ...remarks,
      ...unreadVariables(env, [...rolesOf(document).map(({ variable }) => variable), ...variablesIn(text)]),
    ],
  };
}

function defaultFileRemark(file: string, isUsed: boolean): string {
  return isUsed
    ? `The target file is ${file}.`
    : `${file} is not used, because an address is given. To use it for this address: --target ${file}`;
}

function baseUrlFrom(
  targetFile: string | undefined,
  given: string | undefined,
  env: Environment,
  remark: (words: string) => void,
): string {
  if (given !== undefined) return addressOf(given);
  if (targetFile !== undefined)
    throw new UsageError(`${targetFile} has no baseUrl; add one, or give --base-url <URL>.`);
  const variable = env['CONFORM_BASE_URL'] === undefined ? 'BASE_URL' : 'CONFORM_BASE_URL';
  const fallback = env[variable];
  if (fallback === undefined)
    throw new UsageError(
      'no target: give the address of the service or --target <file>, or run in a folder with a conform.yaml. To see a run without a target of your own: conform demo.',
    );
  if (fallback.trim() === '')
    throw new UsageError(`${variable} is set but empty; give it the address of the service, or unset it.`);
  remark(`The base URL comes from ${variable} in the environment.`);
  return addressOf(fallback);
}

/** Throws if credentials, headers or a client certificate of the target file would be sent to another origin. */
function assertOwnOrigin(name: string, { baseUrl, credentials = {}, headers = {}, tls = {} }: TargetFile, url: string) {
  const secrets = [...Object.keys(credentials), ...Object.keys(headers), ...(tls.cert === undefined ? [] : [tls.cert])];
  if (baseUrl === undefined || secrets.length === 0) return;
  if (parseBaseUrl(baseUrl).origin === new URL(url).origin) return;
  throw new UsageError(
    `the address ${url} is not the baseUrl of ${name} (${addressOf(baseUrl)}), whose credentials are sent only there; change baseUrl, or leave --target out.`,
  );
}

function addressOf(text: string): string {
  return parseBaseUrl(text).href.replace(/\/$/u, '');
}

/** The credentials in the order of the document: the choice of the default one must not depend on the file's order. */
function credentialsFrom(
  given: NonNullable<TargetFile['credentials']>,
  source: { readonly env: Environment; readonly cwd: string },
  document: ContractDocument,
  remark: (words: string) => void,
): Target['credentials'] {
  const all = rolesOf(document).flatMap((scheme): readonly (readonly [string, Credential])[] => {
    const { role, variable } = scheme;
    const own = given[role];
    const value = source.env[variable]?.trim();
    if (own !== undefined)
      return [[role, 'command' in own ? { ...own, ...printedCredential(scheme, own, source) } : own]];
    if (value === undefined) return [];
    remark(
      value === ''
        ? `${variable} is set but empty: there is no ${role} credential.`
        : `The ${role} credential comes from ${variable} in the environment.`,
    );
    return value === '' ? [] : [[role, { headers: checkedHeaders(headersFor(scheme, value), variable) }]];
  });
  return presentedAs(Object.fromEntries(all));
}

/** The credentials with header names in lower case, as they are sent. */
export function presentedAs(credentials: Target['credentials']): Target['credentials'] {
  return mapMembers({ ...credentials }, (credential) => ({ ...credential, headers: inLowerCase(credential?.headers) }));
}

function permissionsFrom(file: TargetFile, flags: readonly Permission[], document: ContractDocument): Target['allow'] {
  const permissions = permissionsOf(document);
  const unknown = flags.find((flag) => !permissions.includes(flag));
  if (unknown !== undefined)
    throw new UsageError(
      permissions.length === 0
        ? `--allow ${unknown}: no operation of the document needs a permission; leave it out.`
        : `--allow ${unknown}: the permissions are ${permissions.join(', ')}${hint(unknown, permissions)}.`,
    );
  return Object.fromEntries(
    permissions.map((permission) => [permission, flags.includes(permission) || file.allow?.[permission] === true]),
  );
}

function parseHeader(text: string): readonly [string, string] {
  const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/su.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new UsageError("--header: write it as 'Name: value'.");
  assertHeader(name, value);
  return [name, value];
}

/** In lower case. Throws if one carries a credential: requests that must have none would have it, too. A cookie may be another. */
function withoutCredentials(headers: Target['headers'], document: ContractDocument): Target['headers'] {
  const given = inLowerCase(headers);
  for (const { role, variable, carrier } of rolesOf(document)) {
    const value = given[fieldOf(carrier)];
    if (value === undefined || carrier.kind === 'cookie') continue;
    if (carrier.kind === 'authorization' && !isOfScheme(value, carrier.scheme)) continue;
    throw new UsageError(
      `headers: ${fieldOf(carrier)} carries the credential ${role}, and would be sent with requests that must have none; give it as credentials.${role} in the target file, or as ${variable} in the environment.`,
    );
  }
  return given;
}

/** The profile. Its path is relative to the target file's folder if it is from there, else to the folder of `source`. */
function profileFrom(
  flags: ReadingFlags,
  file: { readonly path: string; readonly folder: string; readonly profile: string | undefined },
  source: ProfileSource,
): Profile {
  const { path, folder, profile } = file;
  return flags.profile !== undefined || profile === undefined
    ? loadProfile(flags.profile ?? 'any', source, flags.branch)
    : located(path, () => loadProfile(profile, { ...source, folder }, flags.branch));
}
