import type { Credential, Depth, Permission, Role, Samples } from '../check/target.ts';
import { located, UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import type { Level, Schema } from '../schema/schema.ts';
import { configSchema, readConfig } from './config-file.ts';
import { type Environment, expandVariables, hideVariables, revealVariables } from './environment.ts';
import type { ExpectationEntry, ExpectationList } from './expectations.ts';

/** What a target file says. Everything is optional: flags and the environment may give the rest. */
export interface TargetFile {
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly credentials?: Readonly<Partial<Record<Role, Credential>>>;
  readonly samples?: Samples;
  readonly allow?: Readonly<Partial<Record<Permission, boolean>>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly depth?: Depth;
  /** Levels of single clauses, by their ids. */
  readonly levels?: Readonly<Record<string, Level>>;
  readonly tls?: TlsFiles;
  /** What the target is known to break, as expectations.yaml says it. */
  readonly known?: ExpectationList;
}

/** PEM files for the connection to the target, as paths. */
export interface TlsFiles {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

type WrittenFile = Omit<TargetFile, 'known'> & { readonly known?: readonly ExpectationEntry[] };

/** Reads a target file. Throws a UsageError that names the line and the remedy, and never the value of a secret. */
export function readTargetFile(
  path: string,
  environment: Environment,
  schema: Schema = configSchema('target'),
): TargetFile {
  return parseTargetFile(readUserFile(path, 'target file'), path, environment, schema);
}

export function parseTargetFile(
  text: string,
  file: string,
  environment: Environment,
  schema: Schema = configSchema('target'),
): TargetFile {
  const { value, place } = readConfig<WrittenFile>(hideVariables(text), file, schema, {
    expand: (written) => expandVariables(written, environment),
    asWritten: revealVariables,
  });
  const { known, ...rest } = value;
  const { baseUrl } = rest;
  if (baseUrl !== undefined) located(place('/baseUrl'), () => parseBaseUrl(baseUrl));
  return known === undefined
    ? rest
    : { ...rest, known: { entries: known, place: (pointer) => place(`/known${pointer}`) } };
}

/**
 * The known failures that a target file lists, and nothing else of it: a run that is over is judged where its credentials are
 * not. Undefined where it lists none. Throws a UsageError that names line and remedy.
 */
export function readKnown(path: string): ExpectationList | undefined {
  const { properties = {} } = configSchema('target');
  const { value, place } = readConfig<WrittenFile | null>(
    hideVariables(readUserFile(path, 'target file')),
    path,
    { type: ['object', 'null'], properties: { known: properties['known'] ?? {} } },
    { expand: revealVariables },
  );
  const entries = value?.known;
  return entries === undefined ? undefined : { entries, place: (pointer) => place(`/known${pointer}`) };
}

/** A header as the library and the wire can carry it; nothing that may be a secret in the wrong place is quoted. */
export function assertHeader(name: string, value: string): void {
  if (!/^[!#$%&'*+.^`|~\w-]+$/u.test(name))
    throw new UsageError('the name of a header holds a character that none can have (a blank or a colon, say).');
  if (!isHeaderValue(value))
    throw new UsageError(
      `the value of the header ${name} holds a character that no header can carry (a line break, say).`,
    );
}

function isHeaderValue(value: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/u.test(value);
}
