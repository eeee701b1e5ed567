import type { Level } from '../schema/schema.ts';

/** The implementation under test, as its user describes it. */

/** The name of a kind of credential, as in a target file: a role of the contract. */
export type Role = string;

/** The name of something that a run may do only if the user permits it. */
export type Permission = string;

/** A set of request headers. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  /** The user vouches for it: if every operation refuses it, that is a fault of the target. */
  readonly vouched?: boolean;
  /** How to renew it if it expires during the run. */
  readonly renewal?: Renewal;
}

/** Fetches the same headers with new values. */
export interface Renewal {
  readonly fetch: () => Promise<Credential['headers']>;
  /** How long the headers are valid, if they do not say so themselves as a JWT does. */
  readonly everySeconds?: number;
  /** When the first headers were fetched, in milliseconds since 1970. Default: the start of the run. */
  readonly askedAt?: number;
}

/**
 * Values that cannot be discovered over the API. Each is optional; without it its clauses are skipped. A suite declares its
 * samples by augmenting this interface.
 */
export interface Samples {
  readonly [name: string]: unknown;
}

export type Depth = 'smoke' | 'standard' | 'deep';

export const DEPTHS: readonly Depth[] = ['smoke', 'standard', 'deep'];

export interface Target {
  /** Absolute, without a trailing slash; a path prefix is kept. */
  readonly baseUrl: string;
  readonly credentials: Readonly<Partial<Record<Role, Credential>>>;
  readonly samples: Samples;
  readonly allow: Readonly<Partial<Record<Permission, boolean>>>;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of `headers`, in lower case, whose values are secret although the names do not say so. */
  readonly secretHeaders?: readonly string[];
  /** Levels that override the document's, by clause id or by a prefix of ids that ends in `*`. */
  readonly levels?: Readonly<Record<string, Level>>;
}

/** The value of `samples.<path>`, or undefined. */
export function sampleAt(samples: Samples, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined),
      samples,
    );
}

/** A role with the environment variable that may hold its credential. */
interface NamedRole {
  readonly role: Role;
  readonly variable: string;
}

export function credentialRemedy(role: Role, roles: readonly NamedRole[]): string {
  const variable = roles.find((one) => one.role === role)?.variable;
  return `give credentials.${role} in the target file${variable === undefined ? '' : `, or set ${variable}`}`;
}

/** Why the target does not give what a clause needs, and the remedy; undefined if it gives it. */
export function unmetNeed(
  target: Target,
  need: string,
  roles: readonly NamedRole[] = [],
): { readonly reason: string; readonly remedy: string } | undefined {
  const [kind = '', ...rest] = need.split(':');
  const name = rest.join(':');
  switch (kind) {
    case 'credential':
      return target.credentials[name] === undefined
        ? { reason: `no ${name} credential was given`, remedy: credentialRemedy(name, roles) }
        : undefined;
    case 'allow':
      return target.allow[name] === true
        ? undefined
        : {
            reason: `the permission ${name} was not given`,
            remedy: `set allow.${name}: true in the target file, or pass --allow ${name}`,
          };
    case 'sample':
      return sampleAt(target.samples, name) === undefined
        ? { reason: `no sample ${name} was given`, remedy: `give samples.${name} in the target file` }
        : undefined;
    default:
      return { reason: `unknown need ${need}`, remedy: 'correct the clause in the contract document' };
  }
}

/** Words in the names of headers and variables whose values are secret. */
const SECRET_NAMES = new Set(
  'authorization auth cookie key apikey token secret password passwd passphrase credential credentials jwt'.split(' '),
);

/** Does the name of a header or of a variable say that its value is secret? */
export function saysSecret(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[^a-z]+/u)
    .some((word) => SECRET_NAMES.has(word));
}
