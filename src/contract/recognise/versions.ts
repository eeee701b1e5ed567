import { joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { readOnlyNames } from '../../schema/schemas-at.ts';
import type { ContractDocument } from '../document.ts';
import { isIfMatch } from '../precondition.ts';
import type { Place } from './proposal.ts';
import { bodyOf, headersOf, isText, type Members, parametersOf, plainName, sentTo } from './shape.ts';

/** Names of texts that every change of a thing changes. */
const VERSION = /^(?:etag|(?:last)?(?:updated?|modified|changed)(?:at|on|time|date)|lastupdated?)$/u;

/** The places of what a thing shows of its version. */
export function versionsOf(members: Members): readonly string[] {
  return [...members].flatMap(([name, own]) =>
    VERSION.test(plainName(name)) && isText(own) ? [joinPointer('', name)] : [],
  );
}

/** Names of rights, states, owners and times: what no caller sets, unless the body of a request has it. */
const NOT_FOR_CALLERS =
  /^(?:isadmin|(?:is)?verified|roles?|status|state|balance|owner(?:id)?|(?:created|updated)(?:at|on)|[a-z]+edby)$/u;

/** Words that say the same of a member. */
const SET_BY_SERVICE =
  /\b(?:(?:nobody|no (?:caller|client|one)) (?:can|may) set|(?:set|assigned|computed|counted|filled in) by the (?:server|service|system)|read[ -]only)\b/iu;

/** The places of what only the service sets: members that a request does not have, with `readOnly`, by their words or name. */
export function assignedIn(members: Members, sent: Members): readonly string[] {
  const isAssigned = (name: string, { readOnly, description = '' }: Schema): boolean =>
    readOnly === true || SET_BY_SERVICE.test(description) || NOT_FOR_CALLERS.test(plainName(name));
  return [...members].flatMap(([name, own]) =>
    !sent.has(name) && isAssigned(name, own) ? [joinPointer('', name)] : [],
  );
}

/**
 * What a change shows: a new version where the thing has one, that it is refused without the current ETag, and that it leaves
 * alone what only the service sets, as far as its body may have it.
 */
export function versionLives(
  document: ContractDocument,
  change: Place,
  reads: Place | undefined,
  { versions, assigned }: { readonly versions: readonly string[]; readonly assigned: readonly string[] },
): readonly ('versioned' | 'guarded' | 'assigned')[] {
  const body = bodyOf(document, change.node) ?? {};
  const [readOnly, sent] = [readOnlyNames(document, body), sentTo(document, change.node)];
  const mayHave = (name: string) => readOnly.includes(name) || (body.additionalProperties !== false && !sent.has(name));
  const hasTag = reads !== undefined && headersOf(document, reads.node).some((name) => name.toLowerCase() === 'etag');
  const { responses } = change.node;
  const isGuarded =
    parametersOf(document, change.node).some(isIfMatch) &&
    hasTag &&
    (responses['412'] ?? responses['428']) !== undefined;
  return [
    ...(hasTag || versions.length > 0 ? (['versioned'] as const) : []),
    ...(isGuarded ? (['guarded'] as const) : []),
    ...(assigned.some((place) => mayHave(place.slice(1))) ? (['assigned'] as const) : []),
  ];
}
