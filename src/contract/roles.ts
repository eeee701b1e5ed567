import { QUERY_MARK } from '../query-fields.ts';
import type { ContractDocument, SecuritySchemeNode } from './document.ts';

/** A kind of credential that a target file can give, for a security scheme (OpenAPI 3.1, Security Scheme Object). */
export interface RoleScheme {
  /** Its name in target files, clauses and reports: `x-role`, else the name of the scheme. */
  readonly role: string;
  readonly scheme: string;
  readonly carrier: Carrier;
  /** The environment variable that holds it: `x-environment`, else one named after the role. */
  readonly variable: string;
}

/** Where a request carries the credential. `authorization`: after the name of an HTTP scheme, such as `Bearer`. */
export type Carrier =
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'cookie'; readonly name: string }
  | { readonly kind: 'query'; readonly name: string }
  | { readonly kind: 'authorization'; readonly scheme: string };

/** The roles, in the order of the document. A scheme with `x-role: null`, or of another type such as mutual TLS, has no role. */
export function rolesOf({ components }: ContractDocument): readonly RoleScheme[] {
  return Object.entries(components.securitySchemes ?? {}).flatMap(([scheme, node]): readonly RoleScheme[] => {
    const role = node['x-role'] === undefined ? scheme : node['x-role'];
    const carrier = carrierOf(node);
    if (role === null || carrier === undefined) return [];
    return [{ role, scheme, carrier, variable: node['x-environment'] ?? variableOf(role) }];
  });
}

function carrierOf({ type, in: place, name = '', scheme = '' }: SecuritySchemeNode): Carrier | undefined {
  if (type === 'http') return { kind: 'authorization', scheme: capitalised(scheme) };
  if (type === 'oauth2' || type === 'openIdConnect') return { kind: 'authorization', scheme: 'Bearer' };
  if (type !== 'apiKey' || (place !== 'header' && place !== 'cookie' && place !== 'query')) return undefined;
  return { kind: place, name };
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function variableOf(role: string): string {
  return `CONFORM_${role
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1_$2')
    .replaceAll(/\W/gu, '_')
    .toUpperCase()}`;
}

const WRONG_PREFIX = 'wrong ';

/** The name of a well-formed but invalid credential of this role, in checks, exchanges and reports. */
export function wrongly(role: string): string {
  return `${WRONG_PREFIX}${role}`;
}

export function isWrong(name: string): boolean {
  return name.startsWith(WRONG_PREFIX);
}

const CREATED_PREFIX = 'created ';

/** The name of a credential of this security scheme that the run created. */
export function created(scheme: string): string {
  return `${CREATED_PREFIX}${scheme}`;
}

export function isCreated(name: string): boolean {
  return name.startsWith(CREATED_PREFIX);
}

/** The role of a credential, right or wrong, by its name. */
export function roleOf(name: string): string {
  return isWrong(name) ? name.slice(WRONG_PREFIX.length) : name;
}

/** The header that carries a credential, in lower case. */
export function fieldOf(carrier: Carrier): string {
  return Object.keys(headersFor({ carrier }, ''))[0]?.toLowerCase() ?? '';
}

/** The headers or marked query fields that carry a credential. A scheme that the value has is not repeated. A cookie is `name=value`. */
export function headersFor({ carrier }: Pick<RoleScheme, 'carrier'>, value: string): Readonly<Record<string, string>> {
  if (carrier.kind === 'header') return { [carrier.name]: value };
  if (carrier.kind === 'cookie') return { Cookie: value };
  if (carrier.kind === 'query') return { [QUERY_MARK + carrier.name]: value };
  const scheme = `${carrier.scheme} `;
  return { Authorization: scheme + (isOfScheme(value, carrier.scheme) ? value.slice(scheme.length).trim() : value) };
}

/** Does the value of the header Authorization begin with this scheme? */
export function isOfScheme(value: string, scheme: string): boolean {
  return value.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
}
