import { createHash } from 'node:crypto';
import type { Draft, Presented } from '../check/request.ts';
import type { Credential, Role, Target } from '../check/target.ts';
import { NotShown } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import { headersFor, type RoleScheme } from '../contract/roles.ts';

/** The headers of credentials, and the names under which a report speaks of them. */
export interface Dressed {
  readonly headers: Readonly<Record<string, string>>;
  readonly names: readonly string[];
}

/** What an operation asks for: the first alternative that the target can meet. Throws a skip where it can meet none. */
export function defaultPresentation(
  operation: Operation | undefined,
  target: Target,
  usual = usualPresentation(target),
): readonly Presented[] {
  const alternatives = operation?.roles ?? [];
  if (alternatives.length === 0) return operation === undefined ? [] : usual;
  const met = alternatives.find((roles) =>
    roles.every((role) => role !== undefined && target.credentials[role] !== undefined),
  );
  if (met !== undefined) return met.flatMap((role) => (role === undefined ? [] : [{ kind: 'role', role } as const]));
  const roles = alternatives.flat().filter((role) => role !== undefined);
  if (roles.length === 0)
    throw new NotShown('skip', `${operation?.id ?? 'the operation'} needs a role that no target file can give`);
  throw new NotShown(
    'skip',
    `no ${roles.join(' or ')} credential was given`,
    `give credentials.${roles[0]} in the target file`,
  );
}

/** A public operation needs no credential; one that is given is presented all the same, so that its greater rate tier counts. */
export function usualPresentation(target: Target): readonly Presented[] {
  const [role] = Object.entries(target.credentials).find(([, credential]) => !isCookie(credential)) ?? [];
  return role === undefined ? [] : [{ kind: 'role', role }];
}

function isCookie(credential: Credential | undefined): boolean {
  return Object.keys(credential?.headers ?? {}).some((name) => name.toLowerCase() === 'cookie');
}

/** The headers of what is presented. `operation` decides in which of two ways a wrong credential is wrong. */
export function dress(presented: readonly Presented[], target: Target, operation?: Operation): Dressed {
  const parts = presented.map((one) => dressOne(one, target, operation));
  return {
    headers: Object.assign({}, ...parts.map(({ headers }) => headers)) as Record<string, string>,
    names: parts.flatMap(({ names }) => names),
  };
}

function dressOne(presented: Presented, target: Target, operation: Operation | undefined): Dressed {
  switch (presented.kind) {
    case 'headers':
      return { headers: lowerCased(presented.headers), names: [presented.name] };
    case 'role': {
      const credential = target.credentials[presented.role];
      if (credential === undefined)
        throw new NotShown(
          'skip',
          `no ${presented.role} credential was given`,
          `give credentials.${presented.role} in the target file`,
        );
      return { headers: lowerCased(credential.headers), names: [presented.role] };
    }
    case 'wrong':
      return {
        headers: falsified(
          lowerCased(target.credentials[presented.role]?.headers ?? shapeOf(presented.role, operation?.schemes ?? [])),
          operation?.id ?? '',
        ),
        names: [`wrong ${presented.role}`],
      };
    default:
      return presented satisfies never;
  }
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

/**
 * Well-formed as before, but not the same, for some operations in one way and for others in another, so that each is
 * tried at no further request: the tail of a value is exchanged; some letters are put behind it, which only a reader of
 * the beginning would not notice; a token says of itself that it needs no signature, and has none.
 */
function falsified(headers: Readonly<Record<string, string>>, operation: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const ways = [exchanged, lengthened, ...(TOKEN.test(value) ? [unsigned] : [])];
      const way = ways[(operation.length + operation.charCodeAt(3)) % ways.length] ?? exchanged;
      return [name, way(value)];
    }),
  );
}

function lengthened(value: string): string {
  return `${value}x7Qk`;
}

/** A JWT in the header of a bearer (RFC 7519): header, payload and signature, of which the first is JSON. */
const TOKEN = /^(Bearer +)eyJ[\w-]*\.([\w-]+)\.[\w-]+$/iu;

/** RFC 7519 section 6: an unsecured token. */
function unsigned(value: string): string {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  return value.replace(TOKEN, (_, scheme: string, payload: string) => `${scheme}${header}.${payload}.`);
}

/** Where a secret has letters of both cases their case is changed, for it tells; else they give way to other ones. */
function exchanged(value: string): string {
  const tail = /[A-Za-z0-9]{1,12}[^A-Za-z0-9]*$/u.exec(value)?.[0] ?? '';
  const changed = isOfBothCases(tail) ? inOtherCase(tail) : falsify(tail, value);
  return value.slice(0, value.length - tail.length) + changed;
}

function isOfBothCases(text: string): boolean {
  return /[a-z].*[a-z]/u.test(text) && /[A-Z].*[A-Z]/u.test(text);
}

function inOtherCase(text: string): string {
  return text.replaceAll(/[A-Za-z]/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function falsify(tail: string, value: string): string {
  const letters = createHash('sha256').update(value).digest('hex');
  return [...tail]
    .map((character, index) => (/[A-Za-z0-9]/u.test(character) ? other(character, letters[index] ?? '0') : character))
    .join('');
}

function other(character: string, letter: string): string {
  return character === letter ? (letter === '7' ? '3' : '7') : letter;
}

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

function bareSecret(role: Role, target: Target): string {
  const [value] = Object.values(target.credentials[role]?.headers ?? {});
  if (value === undefined)
    throw new NotShown('skip', `no ${role} credential was given`, `give credentials.${role} in the target file`);
  return value.replace(/^Bearer +/iu, '').replace(/^[\w.-]+=([^;]+)(?:;.*)?$/u, '$1');
}
