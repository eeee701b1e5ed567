import { type Credential, type Depth, type Role, saysSecret, type Target } from '../check/target.ts';
import { located, UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { QUERY_MARK } from '../query-fields.ts';
import { looksSecret } from '../redact/secret.ts';
import type { Schema } from '../schema/schema.ts';
import { configSchema, readConfig } from './config-file.ts';
import { type Environment, expandVariables, hideVariables, revealVariables } from './environment.ts';
import { type ExpectationEntry, type ExpectationList, listOf } from './expectations.ts';

/** The content of a target file. Everything is optional, because flags and the environment may supply the rest. */
export interface TargetFile extends Partial<Omit<Target, 'credentials'>> {
  readonly credentials?: Readonly<Record<Role, WrittenCredential>>;
  readonly profile?: string;
  readonly depth?: Depth;
  readonly tls?: TlsFiles;
  /** The known failures of the target, written as in expectations.yaml. */
  readonly known?: ExpectationList;
}

/** A credential in a file: its headers, or the command that prints it. */
export type WrittenCredential = Pick<Credential, 'vouched'> &
  ({ readonly headers: Credential['headers'] } | PrintedCredential);

export interface PrintedCredential {
  readonly command: string;
  /** How long it is valid, for a credential that does not say so itself, as a JWT does (RFC 7519, exp). */
  readonly everySeconds?: number;
}

/** PEM files for the connection to the target, as paths. */
export interface TlsFiles {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

type WrittenFile = Omit<TargetFile, 'known' | 'headers' | 'secretHeaders'> & {
  readonly known?: readonly ExpectationEntry[];
  readonly headers?: Readonly<Record<string, string | { readonly value: string; readonly secret?: boolean }>>;
};

/** Reads a target file. Throws a UsageError with line and remedy, never with the value of a secret. */
export function readTargetFile(
  path: string,
  environment: Environment,
  schema: Schema = configSchema('target'),
): TargetFile {
  return parseTargetFile(readUserFile(path, 'target file'), path, environment, schema);
}

/** Parses a target file. The variables in it get their values, and a header with a secret among them counts as secret. */
export function parseTargetFile(
  text: string,
  file: string,
  environment: Environment,
  schema: Schema = configSchema('target'),
): TargetFile {
  /** The texts of the file that are secret, with the values of their variables. */
  const secrets = new Set<string>();
  const { value, place } = readConfig<WrittenFile>(hideVariables(text), file, schema, {
    expand(written) {
      const expanded = expandVariables(written, environment);
      if (expanded !== written && (saysSecret(written) || looksSecret(expanded))) secrets.add(expanded);
      return expanded;
    },
    asWritten: revealVariables,
  });
  const { known, headers, ...others } = value;
  const rest = { ...others, ...(headers === undefined ? {} : headersIn(headers, (text) => secrets.has(text))) };
  const { baseUrl } = rest;
  if (baseUrl !== undefined) located(place('/baseUrl'), () => parseBaseUrl(baseUrl));
  return known === undefined ? rest : { ...rest, known: listOf(known, place) };
}

/** The values of headers, and the names of secret ones. */
function headersIn(
  written: NonNullable<WrittenFile['headers']>,
  isSecret: (value: string) => boolean,
): Pick<TargetFile, 'headers' | 'secretHeaders'> {
  const all = Object.entries(written).map(([name, given]) => {
    const { value, secret = isSecret(value) } = typeof given === 'string' ? { value: given } : given;
    return { name, value, secret };
  });
  const secret = all.filter((one) => one.secret).map(({ name }) => name.toLowerCase());
  return {
    headers: Object.fromEntries(all.map(({ name, value }) => [name, value])),
    ...(secret.length === 0 ? {} : { secretHeaders: secret }),
  };
}

/**
 * The known failures in a target file; undefined if it has none. Nothing else is read, because the credentials of a finished
 * run may not be available. Throws a UsageError with line and remedy.
 */
export function readKnown(path: string): ExpectationList | undefined {
  const { properties = {} } = configSchema('target');
  const { value, place } = readConfig<WrittenFile | null>(
    hideVariables(readUserFile(path, 'target file')),
    path,
    { type: ['object', 'null'], properties: { known: properties['known'] ?? {} } },
    { expand: revealVariables },
  );
  return value?.known && listOf(value.known, place);
}

/** Throws a UsageError if a header cannot be sent. It quotes nothing that may be a misplaced secret. */
export function assertHeader(name: string, value: string): void {
  if (!name.startsWith(QUERY_MARK) && !/^[!#$%&'*+.^`|~\w-]+$/u.test(name))
    throw new UsageError('the name of a header holds a character that none can have (a blank or a colon, say).');
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/u.test(value))
    throw new UsageError(
      `the value of the header ${name} holds a character that no header can carry (a line break, say).`,
    );
  // RFC 7617 section 2: what follows is base64, which has no colon.
  if (name.toLowerCase() === 'authorization' && /^Basic .*:/iu.test(value))
    throw new UsageError("a Basic credential has to be encoded: give what printf %s 'user:password' | base64 prints.");
}

/** The headers, each checked so. An error has their place before it. */
export function checkedHeaders(headers: Credential['headers'], place: string): Credential['headers'] {
  for (const [name, value] of Object.entries(headers)) located(place, () => assertHeader(name, value));
  return headers;
}
