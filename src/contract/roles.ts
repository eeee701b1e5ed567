import type { ContractDocument, SecuritySchemeNode } from './document.ts';

/** A kind of credential that a target can be given, behind a security scheme of the document (OpenAPI 3.1, Security Scheme Object). */
export interface RoleScheme {
  /** Its name in target files, clauses and reports: `x-role`, else the name of the scheme. */
  readonly role: string;
  readonly scheme: string;
  readonly carrier: Carrier;
  /** The environment variable that gives it: `x-environment`, else one after the role. */
  readonly variable: string;
}

/** Where the credential stands in a request. `authorization`: behind the name of an HTTP scheme, such as `Bearer`. */
export type Carrier =
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'cookie'; readonly name: string }
  | { readonly kind: 'authorization'; readonly scheme: string };

/** The roles of a document in its order. A scheme with `x-role: null` is nobody's, and so is one that no header carries. */
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
  if (type !== 'apiKey' || (place !== 'header' && place !== 'cookie')) return undefined;
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

const WRONG = 'wrong ';

/** What a credential of this role is called that is well-formed and not valid: in checks, exchanges and reports. */
export function wrongly(role: string): string {
  return `${WRONG}${role}`;
}

/** Is it the name of such a credential? */
export function isWrong(name: string): boolean {
  return name.startsWith(WRONG);
}

const CREATED = 'created ';

/** What a credential is called that the run made for itself, of this security scheme. */
export function created(scheme: string): string {
  return `${CREATED}${scheme}`;
}

/** Is it the name of such a credential? */
export function isCreated(name: string): boolean {
  return name.startsWith(CREATED);
}

/** The role of a credential, right or wrong, by its name. */
export function roleOf(name: string): string {
  return isWrong(name) ? name.slice(WRONG.length) : name;
}

/** The header field in which a credential is sent, in lower case. */
export function fieldOf(carrier: Carrier): string {
  return Object.keys(headersFor({ carrier }, ''))[0]?.toLowerCase() ?? '';
}

/** The headers that carry a credential; a value that already has its scheme keeps it. A cookie comes as `name=value`. */
export function headersFor({ carrier }: Pick<RoleScheme, 'carrier'>, value: string): Readonly<Record<string, string>> {
  if (carrier.kind === 'header') return { [carrier.name]: value };
  if (carrier.kind === 'cookie') return { Cookie: value };
  const scheme = `${carrier.scheme} `;
  const isNamed = value.toLowerCase().startsWith(scheme.toLowerCase());
  return { Authorization: scheme + (isNamed ? value.slice(scheme.length).trim() : value) };
}
