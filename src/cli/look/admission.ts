import { requestTo, targetOf } from '../../check/request.ts';
import type { Role, Target } from '../../check/target.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Operation } from '../../contract/operations.ts';
import { defined } from '../../defined.ts';
import { joinUrl } from '../../http/base-url.ts';
import type { Outcome, Transport } from '../../http/exchange.ts';
import { redirectOf } from '../../http/redirect.ts';
import { isUnauthorized } from '../../http/unauthorized.ts';
import { withQueryFields } from '../../query-fields.ts';

/** A request to a target outside of a run, for commands such as doctor and init. */
export interface Question {
  readonly operation: Operation;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** The roles whose credentials are sent. Default: roles that the operation accepts and the target has. */
  readonly roles?: readonly Role[];
}

export type Ask = (question: Question) => Promise<Outcome>;

const TIMEOUT_MS = 10_000;

/** Sends requests with the target's headers and credentials, only to the target's own address. */
export function askerOf(target: Target, send: Transport): Ask {
  return ({ operation, path = {}, query = {}, body, roles = defaultRoles(operation, target) }) => {
    const { draft } = requestTo(operation).path(path).query(query);
    const credentials = roles.map((role) => target.credentials[role]?.headers ?? {});
    const headers: Record<string, string> = Object.assign({}, target.headers, ...credentials);
    if (body !== undefined) headers['content-type'] = 'application/json';
    const request = { url: joinUrl(new URL(target.baseUrl), targetOf(draft)), headers };
    return send({
      method: operation.method,
      ...withQueryFields(request),
      ...defined({ body: JSON.stringify(body) as string | undefined }),
      timeoutMs: TIMEOUT_MS,
    });
  };
}

/** The first alternative for which the target has all credentials; no roles if there is none. */
function defaultRoles({ roles }: Operation, { credentials }: Target): readonly Role[] {
  const all = roles.filter((needed): needed is readonly Role[] => needed.every((role) => role !== undefined));
  return all.find((needed) => needed.every((role) => credentials[role] !== undefined)) ?? [];
}

/** The operation that shows whether a credential is accepted: it takes this credential alone, and needs no permission. */
function probeFor({ operations }: Contract, role: Role): Operation | undefined {
  const candidates = [...operations.values()].filter(
    ({ roles, permission, path }) =>
      permission === undefined &&
      !path.includes('{') &&
      roles.some((needed) => needed.length === 1 && needed[0] === role),
  );
  return candidates.find(({ method }) => method === 'GET') ?? candidates.find(({ method }) => method === 'POST');
}

/** Whether the service accepts a credential, and the operation that showed it. */
export interface Admission {
  readonly kind: 'opened' | 'refused' | 'unclear' | 'not-asked-for';
  readonly operation: string;
  readonly status: string;
  /** The address that the service redirects to, such as a login page. */
  readonly location?: string;
}

/** The route itself is missing (RFC 9110, sections 15.5.5 and 15.5.6), which says nothing about the credential. */
const MISSING_ROUTE: readonly number[] = [404, 405];

/** Sends a request with the credential and one without. A POST has the body `{}`: an accepted caller may get a 400. */
async function tryCredential(contract: Contract, role: Role, ask: Ask): Promise<Admission | undefined> {
  const operation = probeFor(contract, role);
  if (operation === undefined) return undefined;
  const question = { operation, ...(operation.method === 'GET' ? {} : { body: {} }) };
  const [outcome, anonymous] = [await ask({ ...question, roles: [role] }), await ask({ ...question, roles: [] })];
  const status = outcome.kind === 'failure' ? outcome.message : String(outcome.status);
  const facts = { operation: operation.id, status };
  if (outcome.kind === 'failure' || outcome.status >= 500 || MISSING_ROUTE.includes(outcome.status))
    return { ...facts, kind: 'unclear' };
  const location = redirectOf(outcome);
  if (isUnauthorized(outcome.status) || location !== undefined)
    return { ...facts, kind: 'refused', ...defined({ location }) };
  const isOpen = anonymous.kind === 'response' && !isUnauthorized(anonymous.status);
  return { ...facts, kind: isOpen ? 'not-asked-for' : 'opened' };
}

/** Tries each credential of the target, in the order of the document. Undefined if no operation can show whether it works. */
export async function admissionsOf(
  contract: Contract,
  { credentials }: Target,
  ask: Ask,
): Promise<ReadonlyMap<Role, Admission | undefined>> {
  const admissions = new Map<Role, Admission | undefined>();
  for (const { role } of contract.roles)
    if (credentials[role] !== undefined) admissions.set(role, await tryCredential(contract, role, ask));
  return admissions;
}

/** Describes the admission of a credential in words. */
export function admissionWords(admission: Admission | undefined): string {
  if (admission === undefined) return 'nothing asks for it';
  const { kind, operation, status, location } = admission;
  switch (kind) {
    case 'opened':
      return `accepted by ${operation} (${status}${status === '400' ? ', because the request was incomplete' : ''})`;
    case 'refused':
      return location === undefined
        ? `refused by ${operation} (${status}); is it valid, and for this service?`
        : `${operation} redirects (${status}) to ${location} with it; is it expired?`;
    case 'not-asked-for':
      return `accepted by ${operation} (${status}), which answers without it as well`;
    case 'unclear':
      return `not clear: ${operation} answered ${status}`;
    default:
      return kind satisfies never;
  }
}
