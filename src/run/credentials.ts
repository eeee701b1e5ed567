import { createHash } from 'node:crypto';
import type { Draft, Presented } from '../check/request.ts';
import { type Role, ROLE_OF_SCHEME, type Target } from '../check/target.ts';
import { NotShown } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';

/** The headers of credentials, and the names under which a report speaks of them. */
export interface Dressed {
  readonly headers: Readonly<Record<string, string>>;
  readonly names: readonly string[];
}

/** Headers used for a role where the target gives none, so that a wrong credential can be shaped. */
const SHAPES: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  apiKey: { 'x-api-key': 'conform-0000000000000000000000000000' },
  bearer: {
    authorization:
      'Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjb25mb3JtIn0.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  },
  session: { cookie: 'session=conform0000000000000000' },
};

/** What an operation asks for: the first alternative that the target can meet. Throws a skip where it can meet none. */
export function defaultPresentation(
  operation: Operation | undefined,
  target: Target,
  usual = usualPresentation(target),
): readonly Presented[] {
  const alternatives = (operation?.security ?? []).map((schemes) => schemes.map((scheme) => ROLE_OF_SCHEME[scheme]));
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
  const role = (['apiKey', 'bearer'] as const).find((one) => target.credentials[one] !== undefined);
  return role === undefined ? [] : [{ kind: 'role', role }];
}

/** The headers of what is presented. `operation` decides in which of two ways a wrong credential is wrong. */
export function dress(presented: readonly Presented[], target: Target, operation = ''): Dressed {
  const parts = presented.map((one) => dressOne(one, target, operation));
  return {
    headers: Object.assign({}, ...parts.map(({ headers }) => headers)) as Record<string, string>,
    names: parts.flatMap(({ names }) => names),
  };
}

function dressOne(presented: Presented, target: Target, operation: string): Dressed {
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
          lowerCased(target.credentials[presented.role]?.headers ?? SHAPES[presented.role]),
          isLengthened(operation),
        ),
        names: [`wrong ${presented.role}`],
      };
    default:
      return presented satisfies never;
  }
}

/**
 * Well-formed as before, but not the same: either the tail of each value is exchanged for other letters and digits, or
 * some are put behind it, which only a reader of the beginning would not notice.
 */
function falsified(headers: Readonly<Record<string, string>>, lengthened: boolean): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, lengthened ? `${value}x7Qk` : falsify(value)]),
  );
}

/** The one way for some operations and the other for the rest, so that both are tried at no further request. */
function isLengthened(operation: string): boolean {
  return (operation.length + operation.charCodeAt(3)) % 2 === 1;
}

function falsify(value: string): string {
  const tail = /[A-Za-z0-9]{1,12}[^A-Za-z0-9]*$/u.exec(value)?.[0] ?? '';
  const letters = createHash('sha256').update(value).digest('hex');
  const changed = [...tail]
    .map((character, index) => (/[A-Za-z0-9]/u.test(character) ? other(character, letters[index] ?? '0') : character))
    .join('');
  return value.slice(0, value.length - tail.length) + changed;
}

function other(character: string, letter: string): string {
  return character === letter ? (letter === '7' ? '3' : '7') : letter;
}

function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const SECRET = /\$credentials\.(apiKey|bearer|session)/gu;

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
