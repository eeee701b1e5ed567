import { existsSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import type { Credential, Depth, Permission, Target } from '../check/target.ts';
import type { ContractDocument } from '../contract/document.ts';
import { permissionsOf } from '../contract/permissions.ts';
import { headersFor, type RoleScheme, rolesOf } from '../contract/roles.ts';
import { defined } from '../defined.ts';
import { hint, located, UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { type Environment, unreadVariables, variablesIn } from './environment.ts';
import type { ExpectationList } from './expectations.ts';
import { loadProfile, type Profile } from './profile.ts';
import { assertHeader, parseTargetFile, type TargetFile, type TlsFiles } from './target-file.ts';
import { targetSchema } from './target-schema.ts';

/** What the flags say of the reading of a contract. */
export interface ReadingFlags {
  readonly profile?: string | undefined;
  readonly branch?: readonly string[] | undefined;
}

/** What the flags of `run` say of a target. A flag overrides the target file, which overrides the environment. */
export interface TargetFlags extends ReadingFlags {
  readonly baseUrl?: string | undefined;
  readonly target?: string | undefined;
  readonly depth?: Depth | undefined;
  readonly allow?: readonly Permission[] | undefined;
  readonly header?: readonly string[] | undefined;
}

/** Where things are looked up. */
export interface Surroundings {
  readonly env: Environment;
  readonly cwd: string;
  readonly document: ContractDocument;
  /** Where the document stands; a schema of its target files may stand beside it. */
  readonly path?: string;
  /** The address where neither flags nor target file have one. */
  readonly otherwise?: string | undefined;
}

export interface ResolvedTarget {
  readonly target: Target;
  readonly profile: Profile;
  readonly depth: Depth;
  /** What the target file says of TLS, with absolute paths. */
  readonly tls: TlsFiles;
  /** The known failures that the target file lists. */
  readonly known?: ExpectationList | undefined;
  /** What was picked up where the user may not expect it, one sentence each. */
  readonly remarks: readonly string[];
}

/** The target file that is taken where none is named, and the flags name no address. */
export function targetFileIn(folder: string): string | undefined {
  return ['conform.yaml', 'conform.yml'].find((name) => existsSync(join(folder, name)));
}

/** Flags, target file and environment together. Throws a UsageError that says what to give. */
export function resolveTarget(flags: TargetFlags, surroundings: Surroundings): ResolvedTarget {
  const { env, cwd, document, path: spec, otherwise } = surroundings;
  const given = flags.target ?? (flags.baseUrl === undefined ? targetFileIn(cwd) : undefined);
  const path = given === undefined ? undefined : resolvePath(cwd, given);
  const text = path === undefined ? '' : readUserFile(path, 'target file');
  const file: TargetFile = path === undefined ? {} : parseTargetFile(text, path, env, targetSchema(document, spec));
  const base = baseUrlFrom(given, flags.baseUrl ?? file.baseUrl ?? otherwise, env);
  assertOwnOrigin(given ?? '', file, base.url);
  const credentials = credentialsFrom(file, env, document);
  return {
    target: {
      baseUrl: base.url,
      credentials: credentials.all,
      samples: file.samples ?? {},
      allow: allowed(file, flags.allow ?? [], document),
      ...defined({ levels: file.levels }),
      headers: {
        ...inLowerCase(file.headers),
        ...inLowerCase(Object.fromEntries((flags.header ?? []).map(parseHeader))),
      },
      ...defined({ secretHeaders: file.secretHeaders }),
    },
    profile: profileFrom(flags, file, { document, folder: path === undefined ? cwd : dirname(path) }, cwd),
    depth: flags.depth ?? file.depth ?? 'standard',
    tls: path === undefined ? {} : tlsIn(file, dirname(path)),
    ...defined({ known: file.known }),
    remarks: [
      ...(given === flags.target ? [] : [`The target file is ${given ?? ''}.`]),
      ...base.remarks,
      ...credentials.remarks,
      ...unreadVariables(env, [...rolesOf(document).map(({ variable }) => variable), ...variablesIn(text)]),
    ],
  };
}

/** A path in a file starts from that file's folder. */
function tlsIn({ tls = {} }: TargetFile, folder: string): TlsFiles {
  return Object.fromEntries(Object.entries(tls).map(([name, file]) => [name, resolvePath(folder, String(file))]));
}

function baseUrlFrom(
  targetFile: string | undefined,
  given: string | undefined,
  env: Environment,
): { readonly url: string; readonly remarks: readonly string[] } {
  if (given !== undefined) return { url: addressOf(given), remarks: [] };
  if (targetFile !== undefined)
    throw new UsageError(`${targetFile} has no baseUrl; add one, or give --base-url <URL>.`);
  const variable = env['CONFORM_BASE_URL'] === undefined ? 'BASE_URL' : 'CONFORM_BASE_URL';
  const fallback = env[variable];
  if (fallback === undefined)
    throw new UsageError(
      'no target: give --base-url <URL> or --target <FILE>, or run in a folder with a conform.yaml. To see a run without a target of your own: conform demo.',
    );
  if (fallback.trim() === '')
    throw new UsageError(`${variable} is set but empty; give it the address of the service, or unset it.`);
  return { url: addressOf(fallback), remarks: [`The base URL comes from ${variable} in the environment.`] };
}

/** What a target file holds for its own address, be it a credential, a header or a client certificate, goes to no other. */
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

function credentialsFrom(
  file: TargetFile,
  env: Environment,
  document: ContractDocument,
): { readonly all: Target['credentials']; readonly remarks: readonly string[] } {
  const roles = rolesOf(document);
  const free = roles.filter(({ role }) => file.credentials?.[role] === undefined);
  const [set, empty] = [
    free.filter(({ variable }) => (env[variable] ?? '').trim() !== ''),
    free.filter(({ variable }) => env[variable]?.trim() === ''),
  ];
  const found = set.map(
    (scheme) =>
      [
        scheme.role,
        { headers: checkedHeaders(headersFor(scheme, (env[scheme.variable] ?? '').trim()), scheme.variable) },
      ] as const,
  );
  return {
    all: presentedAs(inOrder({ ...file.credentials, ...Object.fromEntries(found) }, roles)),
    remarks: [
      ...set.map(({ role, variable }) => `The ${role} credential comes from ${variable} in the environment.`),
      ...empty.map(({ role, variable }) => `${variable} is set but empty: there is no ${role} credential.`),
    ],
  };
}

/** In the order of the document, whatever that of the file: which credential is the usual one must not depend on it. */
function inOrder(credentials: Target['credentials'], roles: readonly RoleScheme[]): Target['credentials'] {
  return Object.fromEntries(
    roles.flatMap(({ role }) => {
      const credential = credentials[role];
      return credential === undefined ? [] : [[role, credential] as const];
    }),
  );
}

/** Names of headers have no case (RFC 9110, section 5.1); in one spelling they cannot stand beside each other. */
export function inLowerCase(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The credentials as they are sent. */
export function presentedAs(credentials: Target['credentials']): Target['credentials'] {
  return Object.fromEntries(
    Object.entries(credentials).map(([role, credential]) => [
      role,
      { ...credential, headers: inLowerCase(credential?.headers) },
    ]),
  );
}

function checkedHeaders(headers: Credential['headers'], variable: string): Credential['headers'] {
  for (const [name, value] of Object.entries(headers)) located(variable, () => assertHeader(name, value));
  return headers;
}

function allowed(file: TargetFile, flags: readonly Permission[], document: ContractDocument): Target['allow'] {
  const permissions = permissionsOf(document);
  const unknown = flags.find((flag) => !permissions.includes(flag));
  if (unknown !== undefined)
    throw new UsageError(
      `--allow ${unknown}: the permissions are ${permissions.join(', ')}${hint(unknown, permissions)}.`,
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

/** A path in a file starts from that file's folder, one in a flag from where the user is. */
function profileFrom(
  flags: TargetFlags,
  file: TargetFile,
  inFile: { readonly document: ContractDocument; readonly folder: string },
  cwd: string,
): Profile {
  const { profile } = file;
  return flags.profile !== undefined || profile === undefined
    ? loadProfile(flags.profile ?? 'any', { ...inFile, folder: cwd }, flags.branch)
    : located(flags.target ?? targetFileIn(cwd) ?? '', () => loadProfile(profile, inFile, flags.branch));
}
