import type { Draft, Presented } from '../check/request.ts';
import type { Credential, Role, Target } from '../check/target.ts';
import { NotTested } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import { headersFor, type RoleScheme, wrongly } from '../contract/roles.ts';
import { wrongHeader } from './wrong-credentials.ts';

/** The headers of credentials, and the names under which a report speaks of them. */
export interface AppliedCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  /** Headers made from real credentials: as secret as those, and what they are called instead. */
  readonly nearMisses: readonly { readonly name: string; readonly value: string }[];
}

/**
 * What an operation asks for: the first alternative that the target can meet. Beside a cookie stands what is usual, so that
 * the greater rate tier counts, unless the request is `pure`. Throws a skip where the target can meet no alternative.
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
  throw notGiven(...roles);
}

function notGiven(...roles: readonly Role[]): NotTested {
  const reason = `no ${roles.join(' or ')} credential was given`;
  return new NotTested('skip', reason, `give credentials.${roles[0]} in the target file`);
}

/** A public operation needs no credential; one that is given is presented all the same, so that its greater rate tier counts. */
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

/** The headers of what is presented. `seed` decides what is drawn for a wrong credential. */
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
      return { headers: lowerCased(presented.headers), names: [presented.name], nearMisses: [] };
    case 'role': {
      const credential = target.credentials[presented.role];
      if (credential === undefined) throw notGiven(presented.role);
      return {
        headers: lowerCased(credential.headers),
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

/** Well-formed as the real one, but not the same; from nothing where the target gives none. */
function wrong(
  { role, turn }: Extract<Presented, { kind: 'wrong' }>,
  { credentials }: Target,
  schemes: readonly RoleScheme[],
  seed: number,
): AppliedCredentials {
  const real = credentials[role]?.headers;
  const variable = schemes.find((one) => one.role === role)?.variable ?? role;
  const made = Object.entries(lowerCased(real ?? shapeOf(role, schemes))).map(
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

/** Headers of a role that the target does not give, so that a wrong credential can be shaped. */
function shapeOf(role: Role, schemes: readonly RoleScheme[]): Readonly<Record<string, string>> {
  const scheme = schemes.find((one) => one.role === role);
  if (scheme === undefined) return {};
  const { carrier } = scheme;
  return headersFor(
    scheme,
    carrier.kind === 'cookie' ? `${carrier.name}=${PLAIN}` : carrier.kind === 'header' ? PLAIN : UNSIGNED,
  );
}

const PLAIN = 'conform-0000000000000000000000000000';
/** In the form of a JWT (RFC 7519), signed by nobody. */
const UNSIGNED =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjb25mb3JtIn0.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const SECRET = /\$credentials\.([\w-]+)/gu;

/**
 * The draft with each `$credentials.<role>` in a header or in the query replaced by the bare secret of that role, without
 * the scheme of a header or the name of a cookie: how a credential is put where it does not belong.
 */
export function withSecrets(draft: Draft, target: Target): Draft {
  const fill = (text: string): string => text.replace(SECRET, (_, role: Role) => bareSecret(role, target));
  return {
    ...draft,
    query: draft.query.map(([name, value]) => [name, fill(value)] as const),
    headers: Object.fromEntries(Object.entries(draft.headers).map(([name, value]) => [name, fill(value)])),
  };
}

function bareSecret(role: Role, { credentials }: Target): string {
  const secret = secretOf(credentials[role]);
  if (secret === undefined) throw notGiven(role);
  const others = Object.entries(credentials).filter(([other]) => other !== role);
  const same = others.find(([, credential]) => secretOf(credential) === secret)?.[0];
  // A cookie may carry the very token of another role, which belongs elsewhere too.
  if (same !== undefined && isCookie(credentials[role]))
    throw new NotTested('skip', `the ${role} cookie carries the same token as the ${same} credential`);
  return secret;
}

function secretOf(credential: Credential | undefined): string | undefined {
  const [value] = Object.values(credential?.headers ?? {});
  // A base64 key may end in `=`, and is no cookie for that.
  return isCookie(credential) ? value?.replace(/^[^=;]+=([^;]+)(?:;.*)?$/u, '$1') : value?.replace(/^Bearer +/iu, '');
}
