/** The implementation under test, as its user describes it. */

/** The kinds of credential that the contract knows, named as in a target file. */
export type Role = 'apiKey' | 'bearer' | 'session';

export const ROLES: readonly Role[] = ['apiKey', 'bearer', 'session'];

/** The role behind each security scheme of the document. The ADMIN role is nobody's: no target file gives it. */
export const ROLE_OF_SCHEME: Readonly<Record<string, Role | undefined>> = {
  apiKey: 'apiKey',
  bearerAuth: 'bearer',
  session: 'session',
};

/** A permission that a run has only when the user gives it. */
export type Permission = 'writes' | 'chat' | 'exhaustRateLimit';

export const PERMISSIONS: readonly Permission[] = ['writes', 'chat', 'exhaustRateLimit'];

/** A set of request headers. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
}

/** What cannot be discovered over the API. Each is optional; without it its clauses are skipped. */
export interface Samples {
  readonly paperCuid?: string;
  readonly doi?: string;
  readonly priors?: {
    readonly populated?: string;
    readonly logScale?: string;
    readonly unresolvedParent?: string;
    readonly awaiting?: string;
    readonly readError?: string;
  };
  readonly inference?: {
    readonly outcome: string;
    readonly parameters: readonly string[];
    readonly operatingPoint: Readonly<Record<string, unknown>>;
    readonly inputs?: Readonly<Record<string, unknown>>;
  };
  readonly maxMessages?: number;
}

export type Depth = 'smoke' | 'standard' | 'deep';

export const DEPTHS: readonly Depth[] = ['smoke', 'standard', 'deep'];

export interface Target {
  /** Absolute, without a trailing slash; a path prefix is kept. */
  readonly baseUrl: string;
  readonly credentials: Readonly<Partial<Record<Role, Credential>>>;
  readonly samples: Samples;
  readonly allow: Readonly<Record<Permission, boolean>>;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
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

/** Whether the target gives what a clause needs; otherwise what the user can do about it. */
export function unmetNeed(
  target: Target,
  need: string,
): { readonly reason: string; readonly remedy: string } | undefined {
  const [kind = '', ...rest] = need.split(':');
  const name = rest.join(':');
  switch (kind) {
    case 'credential':
      return target.credentials[name as Role] === undefined
        ? { reason: `no ${name} credential was given`, remedy: `give credentials.${name} in the target file` }
        : undefined;
    case 'allow':
      return target.allow[name as Permission]
        ? undefined
        : {
            reason: `${name} is not allowed`,
            remedy: `set allow.${name}: true in the target file, or pass --allow ${name}`,
          };
    case 'sample':
      return sampleAt(target.samples, name) === undefined
        ? { reason: `no sample ${name} was given`, remedy: `give samples.${name} in the target file` }
        : undefined;
    default:
      return { reason: `unknown need ${need}`, remedy: 'correct the clause in spec/openapi.yaml' };
  }
}
