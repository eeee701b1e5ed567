import { saysSecret, type Target } from '../check/target.ts';
import type { ContractDocument } from '../contract/document.ts';
import { fieldOf, rolesOf } from '../contract/roles.ts';
import { replaceMembers } from '../http/json-text.ts';
import { memoize } from '../memoize.ts';
import { Redactor } from '../redact/redactor.ts';

/** The redactor for the target's credentials and its other secret headers. */
export function redactorFor(target: Target, document: ContractDocument): Redactor {
  const variables = new Map(rolesOf(document).map(({ role, variable }) => [role, variable]));
  const ofRoles = Object.entries(target.credentials).flatMap(([role, credential]) =>
    Object.values(credential?.headers ?? {}).map((value) => ({ name: variables.get(role) ?? role, value })),
  );
  const ofUser = secretHeaders(target, document).map((name) => ({
    name: `CONFORM_HEADER_${name}`,
    value: target.headers[name] ?? '',
  }));
  const publicText = memoize(() => `${target.baseUrl} ${JSON.stringify(document)}`);
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const members = new Set(operations.flatMap((node) => node['x-secrets'] ?? []));
  const redactor = new Redactor([...ofRoles, ...ofUser], { isPublic: (text) => publicText().includes(text), members });
  // A list may show what an earlier run gave, before this run gives the same example of the document.
  if (members.size > 0) replaceMembers(publicText(), members, (value) => void redactor.given(value));
  return redactor;
}

/** The target's extra headers that are secret: the user says so, their names do, or they carry a role's credential. */
function secretHeaders({ headers, secretHeaders: given = [] }: Target, document: ContractDocument): readonly string[] {
  const carriers = rolesOf(document).map(({ carrier }) => fieldOf(carrier));
  return Object.keys(headers).filter((name) => given.includes(name) || carriers.includes(name) || saysSecret(name));
}
