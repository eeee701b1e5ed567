import { readFileSync } from 'node:fs';
import {
  type Credential,
  DEPTHS,
  type Depth,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  type Samples,
} from '../check/target.ts';
import { UsageError } from '../errors.ts';
import { isCuid } from '../schema/formats.ts';
import { parseYaml } from './yaml.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { type Expand, readShape, type Shape } from './yaml-schema.ts';
import { type Environment, expandVariables, hideVariables } from './environment.ts';

/** What a target file says. Everything is optional: flags and the environment may give the rest. */
export interface TargetFile {
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly credentials?: Readonly<Partial<Record<Role, Credential>>>;
  readonly samples?: Samples;
  readonly allow?: Readonly<Partial<Record<Permission, boolean>>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly depth?: Depth;
}

const TEXT: Shape = { kind: 'text' };
const HEADERS: Shape = { kind: 'map', of: { kind: 'text', secret: true } };
const CREDENTIAL: Shape = { kind: 'record', members: { headers: HEADERS }, required: ['headers'] };

const SAMPLES: Shape = {
  kind: 'record',
  members: {
    paperCuid: {
      kind: 'text',
      form: { fits: isCuid, name: 'a CUID (a lower-case letter and 19 to 31 lower-case letters and digits)' },
    },
    doi: TEXT,
    priors: {
      kind: 'record',
      members: { populated: TEXT, logScale: TEXT, unresolvedParent: TEXT, awaiting: TEXT, readError: TEXT },
    },
    inference: {
      kind: 'record',
      members: {
        outcome: TEXT,
        parameters: { kind: 'list', of: TEXT },
        operatingPoint: { kind: 'object' },
        inputs: { kind: 'object' },
      },
      required: ['outcome', 'parameters', 'operatingPoint'],
    },
    maxMessages: { kind: 'count' },
  },
};

const TARGET: Shape = {
  kind: 'record',
  members: {
    baseUrl: TEXT,
    profile: TEXT,
    credentials: { kind: 'record', members: Object.fromEntries(ROLES.map((role) => [role, CREDENTIAL])) },
    samples: SAMPLES,
    allow: {
      kind: 'record',
      members: Object.fromEntries(PERMISSIONS.map((permission) => [permission, { kind: 'flag' }])),
    },
    headers: HEADERS,
    depth: { kind: 'choice', of: DEPTHS },
  },
};

/** Reads a target file. Throws a UsageError that names the line and the remedy, and never the value of a secret. */
export function readTargetFile(path: string, environment: Environment): TargetFile {
  return parseTargetFile(readUserFile(path, 'target file'), path, environment);
}

export function parseTargetFile(text: string, file: string, environment: Environment): TargetFile {
  const tree = parseYaml(hideVariables(text), file);
  if (tree.kind === 'scalar' && tree.value === null)
    throw new UsageError(`${file}: the target file is empty; it needs baseUrl at least.`);
  const expand: Expand = (value, _, secret) => checked(expandVariables(value, environment, secret), secret);
  const read = readShape(tree, TARGET, file, expand) as TargetFile;
  if (tree.kind === 'map')
    for (const { name, at } of tree.members)
      if (name === 'baseUrl') assertBaseUrl(read.baseUrl ?? '', `${file}:${at.line}`);
  assertHeaderNames(read, file);
  return read;
}

/** The text of a file that a user named. */
export function readUserFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder'
          : `it cannot be read (${code ?? 'unknown error'})`;
    throw new UsageError(`${what} ${path}: ${why}.`);
  }
}

/** A header as the library and the wire can carry it; the value is not quoted, for it may be a secret. */
export function assertHeader(name: string, value: string): void {
  if (!/^[!#$%&'*+.^`|~\w-]+$/u.test(name))
    throw new UsageError(`${JSON.stringify(name)} is not the name of a header.`);
  if (!isHeaderValue(value))
    throw new UsageError(
      `the value of the header ${name} holds a character that no header can carry (a line break, say).`,
    );
}

function checked(value: string, secret: boolean): string {
  if (secret && value.trim() === '') throw new UsageError('the value is empty; give one, or take the line out.');
  if (secret && !isHeaderValue(value))
    throw new UsageError('the value holds a character that no header can carry (a line break, say).');
  return value;
}

function isHeaderValue(value: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/u.test(value);
}

function assertBaseUrl(text: string, where: string): void {
  try {
    parseBaseUrl(text);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${where}: ${error.message}`) : error;
  }
}

function assertHeaderNames({ headers, credentials }: TargetFile, file: string): void {
  const all = [headers, ...Object.values(credentials ?? {}).map((credential) => credential?.headers)];
  for (const [name, value] of all.flatMap((some) => Object.entries(some ?? {}))) {
    try {
      assertHeader(name, value);
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`${file}: ${error.message}`) : error;
    }
  }
}
