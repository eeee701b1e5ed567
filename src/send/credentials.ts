import type { Draft, Presented } from '../check/request.ts';
import { type Credential, credentialRemedy, type Role, type Target } from '../check/target.ts';
import { NotTested } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import { headersFor, type RoleScheme, wrongly } from '../contract/roles.ts';
import { mapMembers } from '../defined.ts';
import { inLowerCase } from '../http/header-names.ts';
import { wrongHeader } from './wrong-credentials.ts';

/** The headers of credentials, and their names in reports. */
export interface AppliedCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  /** Values derived from real credentials, which are as secret as those, and their placeholder names. */
  readonly nearMisses: readonly { readonly name: string; readonly value: string }[];
}

/**
 * The credentials for an operation: the first alternative that the target can provide. Unless the request is `pure`, the usual
 * credential goes beside a cookie, for its greater rate limit. Throws NotTested (skip) if no alternative can be provided.
 */
export function defaultPresentation(
  operation: Operation | undefined,
  target: Target,
  usual = usualPresentation(target),
  pure = false,
): readonly Presented[] {
  const alternatives = operation?.roles ?? [];
  if (alternatives.length === 0) return operation === undefined ? [] : usual;
  const met = alternatives.find((roles) =>
    roles.every((role) => role !== undefined && target.credentials[role] !== undefined),
  );
  if (met !== undefined) {
    const asked = met.flatMap((role) => (role === undefined ? [] : [{ kind: 'role', role } as const]));
    return !pure && asked.every(({ role }) => isCookie(target.credentials[role]))
      ? [...asked, ...usual.map(beside)]
      : asked;
  }
  const roles = alternatives.flat().filter((role) => role !== undefined);
  if (roles.length === 0)
    throw new NotTested('skip', `${operation?.id ?? 'the operation'} needs a role that no target file can give`);
  throw notGiven(roles, operation?.schemes);
}

function notGiven(roles: readonly Role[], schemes: readonly RoleScheme[] = []): NotTested {
  const reason = `no ${roles.join(' or ')} credential was given`;
  return new NotTested('skip', reason, credentialRemedy(roles[0] ?? '', schemes));
}

/** The credential for public operations: the first that is no cookie. None is needed, but it may have a greater rate limit. */
export function usualPresentation(target: Target): readonly Presented[] {
  const [role] = Object.entries(target.credentials).find(([, credential]) => !isCookie(credential)) ?? [];
  return role === undefined ? [] : [{ kind: 'role', role }];
}

function beside(presented: Presented): Presented {
  return presented.kind === 'role' ? { ...presented, beside: true } : presented;
}

function isCookie(credential: Credential | undefined): boolean {
  return Object.keys(credential?.headers ?? {}).some((name) => name.toLowerCase() === 'cookie');
}

/** The headers of the presented credentials. `seed` determines wrong credentials. */
export function applyCredentials(
  presented: readonly Presented[],
  target: Target,
  operation?: Operation,
  seed = 1,
): AppliedCredentials {
  const parts = presented.map((one) => applied(one, target, operation?.schemes ?? [], seed));
  return {
    headers: Object.assign({}, ...parts.map(({ headers }) => headers)) as Record<string, string>,
    names: parts.flatMap(({ names }) => names),
    nearMisses: parts.flatMap(({ nearMisses }) => nearMisses),
  };
}

function applied(
  presented: Presented,
  target: Target,
  schemes: readonly RoleScheme[],
  seed: number,
): AppliedCredentials {
  switch (presented.kind) {
    case 'headers':
      return { headers: inLowerCase(presented.headers), names: [presented.name], nearMisses: [] };
    case 'role': {
      const credential = target.credentials[presented.role];
      if (credential === undefined) throw notGiven([presented.role], schemes);
      return {
        headers: inLowerCase(credential.headers),
        names: presented.beside === true ? [] : [presented.role],
        nearMisses: [],
      };
    }
    case 'wrong':
      return wrong(presented, target, schemes, seed);
    default:
      return presented satisfies never;
  }
}

/** A wrong credential in the form of the real one; if the target gives none, in the form that the scheme suggests. */
function wrong(
  { role, turn }: Extract<Presented, { kind: 'wrong' }>,
  { credentials }: Target,
  schemes: readonly RoleScheme[],
  seed: number,
): AppliedCredentials {
  const real = credentials[role]?.headers;
  const variable = schemes.find((one) => one.role === role)?.variable ?? role;
  const made = Object.entries(inLowerCase(real ?? shapeOf(role, schemes))).map(
    ([name, value]) => [name, wrongHeader(name, value, turn, `${seed}:${role}:${name}`)] as const,
  );
  return {
    headers: Object.fromEntries(made.map(([name, { value }]) => [name, value])),
    names: [wrongly(role)],
    nearMisses: made.flatMap(([, { value, nearMiss }]) =>
      nearMiss === undefined || real === undefined ? [] : [{ name: `${variable}_${nearMiss}`, value }],
    ),
  };
}

/** Made-up headers of a role that the target does not give, as a model for wrong credentials. */
function shapeOf(role: Role, schemes: readonly RoleScheme[]): Readonly<Record<string, string>> {
  const scheme = schemes.find((one) => one.role === role);
  if (scheme === undefined) return {};
  const { carrier } = scheme;
  return headersFor(
    scheme,
    carrier.kind === 'cookie' ? `${carrier.name}=${KEY}` : carrier.kind === 'authorization' ? TOKEN : KEY,
  );
}

const KEY = 'conform-0000000000000000000000000000';
/** A JWT (RFC 7519) with a made-up signature. */
const TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjb25mb3JtIn0.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const SECRET = /\$credentials\.([\w-]+)/gu;

/**
 * Replaces each `$credentials.<role>` in the headers and the query of a draft by the secret of that role, without the scheme
 * of its header or the name of its cookie. So checks can put a credential where it does not belong.
 */
export function withSecrets(draft: Draft, target: Target): Draft {
  const fill = (text: string): string =>
    text.replace(SECRET, (_, role: Role) => bareSecret(role, target, draft.operation?.schemes));
  return {
    ...draft,
    query: draft.query.map(([name, value]) => [name, fill(value)] as const),
    headers: mapMembers(draft.headers, fill),
  };
}

function bareSecret(role: Role, { credentials }: Target, schemes?: readonly RoleScheme[]): string {
  const secret = secretOf(credentials[role]);
  if (secret === undefined) throw notGiven([role], schemes);
  const others = Object.entries(credentials).filter(([other]) => other !== role);
  const same = others.find(([, credential]) => secretOf(credential) === secret)?.[0];
  // A cookie may carry the token of another role, which is then valid elsewhere, too.
  if (same !== undefined && isCookie(credentials[role]))
    throw new NotTested('skip', `the ${role} cookie carries the same token as the ${same} credential`);
  return secret;
}

function secretOf(credential: Credential | undefined): string | undefined {
  const [value] = Object.values(credential?.headers ?? {});
  // Only a cookie has a name before `=`: a base64 key may end in `=`.
  return isCookie(credential) ? value?.replace(/^[^=;]+=([^;]+)(?:;.*)?$/u, '$1') : value?.replace(/^Bearer +/iu, '');
}
