import { joinPointer } from '../../schema/pointer.ts';
import { readOnlyNames } from '../../schema/schemas-at.ts';
import type { ContractDocument } from '../document.ts';
import { isIfMatch } from '../precondition.ts';
import type { Place } from './proposal.ts';
import { headersOf, isText, type Members, parametersOf, plainName } from './shape.ts';
import { thingSentTo } from './thing.ts';

/** Names of texts that every change of a thing changes. */
const VERSION = /^(?:etag|(?:last)?(?:updated?|modified|changed)(?:at|on|time|date)|lastupdated?)$/u;

/** The places of what a thing shows of its version. */
export function versionsOf(members: Members): readonly string[] {
  return [...members].flatMap(([name, own]) =>
    VERSION.test(plainName(name)) && isText(own) ? [joinPointer('', name)] : [],
  );
}

/** Words of a member that only the service sets. */
const SET_BY_SERVICE =
  /\b(?:(?:nobody|no (?:caller|client|one)) (?:can|may) set|(?:set|assigned|computed|counted|filled in) by the (?:server|service|system)|comes from the (?:token|credentials?)|read[ -]only)\b/iu;

/** The places of what only the service sets: members that a request does not have, with `readOnly` or by their words. */
export function assignedIn(members: Members, sent: Members): readonly string[] {
  return [...members].flatMap(([name, { readOnly, description = '' }]) =>
    !sent.has(name) && (readOnly === true || SET_BY_SERVICE.test(description)) ? [joinPointer('', name)] : [],
  );
}

/**
 * What a change shows: a new version where the thing has one, that it is refused without the current ETag, and that it leaves
 * alone what its body has as read-only.
 */
export function versionLives(
  document: ContractDocument,
  change: Place,
  reads: Place | undefined,
  { versions, assigned }: { readonly versions: readonly string[]; readonly assigned: readonly string[] },
): readonly ('versioned' | 'guarded' | 'assigned')[] {
  const readOnly = readOnlyNames(document, thingSentTo(document, change.node).schema ?? {}).map((name) =>
    joinPointer('', name),
  );
  const hasTag = reads !== undefined && headersOf(document, reads.node).some((name) => name.toLowerCase() === 'etag');
  const { responses } = change.node;
  const isGuarded =
    parametersOf(document, change.node).some(isIfMatch) &&
    hasTag &&
    (responses['412'] ?? responses['428']) !== undefined;
  return [
    ...(hasTag || versions.length > 0 ? (['versioned'] as const) : []),
    ...(isGuarded ? (['guarded'] as const) : []),
    ...(readOnly.some((one) => assigned.includes(one)) ? (['assigned'] as const) : []),
  ];
}
