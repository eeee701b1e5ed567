import { requestTo, targetOf } from '../../check/request.ts';
import type { Role, Target } from '../../check/target.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Operation } from '../../contract/operations.ts';
import { defined } from '../../defined.ts';
import { joinUrl } from '../../http/base-url.ts';
import type { Outcome, Transport } from '../../http/exchange.ts';
import { redirectOf } from '../../http/redirect.ts';
import { isUnauthorized } from '../../http/unauthorized.ts';

/** One question to a target, outside of a run: for commands that look around before there is a run. */
export interface Question {
  readonly operation: Operation;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** The credentials to present; unless told, one that the operation takes and the target has. */
  readonly roles?: readonly Role[];
}

export type Ask = (question: Question) => Promise<Outcome>;

const TIMEOUT_MS = 10_000;

/** Asks a target with its own headers and credentials, which only ever go to its own address. */
export function askerOf(target: Target, send: Transport): Ask {
  return ({ operation, path = {}, query = {}, body, roles = usualRoles(operation, target) }) => {
    const { draft } = requestTo(operation).path(path).query(query);
    const credentials = roles.map((role) => target.credentials[role]?.headers ?? {});
    const headers: Record<string, string> = Object.assign({}, target.headers, ...credentials);
    if (body !== undefined) headers['content-type'] = 'application/json';
    return send({
      method: operation.method,
      url: joinUrl(new URL(target.baseUrl), targetOf(draft)),
      headers,
      ...defined({ body: JSON.stringify(body) as string | undefined }),
      timeoutMs: TIMEOUT_MS,
    });
  };
}

/** The roles of the first alternative that the target can present; none for a public operation. */
function usualRoles({ roles }: Operation, { credentials }: Target): readonly Role[] {
  const all = roles.filter((needed): needed is readonly Role[] => needed.every((role) => role !== undefined));
  return all.find((needed) => needed.every((role) => credentials[role] !== undefined)) ?? [];
}

/** The operation that shows best whether a credential is accepted: it needs it alone, and asking changes and costs nothing. */
function witnessOf({ operations }: Contract, role: Role): Operation | undefined {
  const fit = [...operations.values()].filter(
    ({ roles, permission, path }) =>
      permission === undefined &&
      !path.includes('{') &&
      roles.some((needed) => needed.length === 1 && needed[0] === role),
  );
  return fit.find(({ method }) => method === 'GET') ?? fit.find(({ method }) => method === 'POST');
}

/** What became of a credential at its witness. */
export interface Admission {
  readonly kind: 'opened' | 'refused' | 'unclear' | 'not-asked-for';
  readonly operation: string;
  readonly status: string;
  /** Where it is sent instead of being served: to a login page, say. */
  readonly location?: string;
}

/** The route itself is not there (RFC 9110, sections 15.5.5 and 15.5.6): that says nothing about the credential. */
const ABSENT: readonly number[] = [404, 405];

/** Presents a credential where it is needed. A body that is no request is enough: who is let in hears that it is wrong. */
async function tryCredential(contract: Contract, role: Role, ask: Ask): Promise<Admission | undefined> {
  const operation = witnessOf(contract, role);
  if (operation === undefined) return undefined;
  const question = { operation, ...(operation.method === 'GET' ? {} : { body: {} }) };
  const [outcome, without] = [await ask({ ...question, roles: [role] }), await ask({ ...question, roles: [] })];
  const status = outcome.kind === 'failure' ? outcome.message : String(outcome.status);
  const about = { operation: operation.id, status };
  if (outcome.kind === 'failure' || outcome.status >= 500 || ABSENT.includes(outcome.status))
    return { ...about, kind: 'unclear' };
  const location = redirectOf(outcome);
  if (isUnauthorized(outcome.status) || location !== undefined)
    return { ...about, kind: 'refused', ...defined({ location }) };
  const isOpen = without.kind === 'response' && !isUnauthorized(without.status);
  return { ...about, kind: isOpen ? 'not-asked-for' : 'opened' };
}

/** What became of each credential of the target, in the order of the document; undefined where nothing asks for it. */
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

/** What became of a credential, in words. */
export function admissionWords(admission: Admission | undefined): string {
  if (admission === undefined) return 'nothing asks for it';
  const { kind, operation, status, location } = admission;
  switch (kind) {
    case 'opened':
      return `accepted by ${operation} (${status}${status === '400' ? ', for it was sent an empty body' : ''})`;
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
