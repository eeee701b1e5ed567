import { joinPointer } from '../../schema/pointer.ts';
import type { ParameterNode } from '../document.ts';
import { isSearch } from './parts.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { isDate, isNumber, type List, type Members, memberCalled, nameOf, plainName, sentencesIn } from './shape.ts';
import { isSort } from './sorts.ts';

/** `ordered by start, the earliest first` */
const ORDERED =
  /\b(?:ordered|sorted|in order of)\s+(?:by\s+)?(?:their\s+|the\s+)?[`'"]?(?<name>[\w.]*\w)[`'"]?(?<rest>[^.;]*)/iu;
/** `Newest first` says nothing of a member: it is about when things were created. */
const BY_AGE = /\b(?<age>newest|latest|most recent|oldest|earliest)\b[^.;]{0,20}\bfirst\b/iu;
const FALLING = /\b(?:desc\w*|newest|latest|most recent|largest|highest|greatest|longest)\b/iu;
const RISING = /\b(?:asc\w*|oldest|earliest|soonest|smallest|lowest|shortest)\b/iu;
/** The sentence may hold for some requests only. */
const CONDITIONAL = /\b(?:if|when|unless|with|may|can)\b/iu;

/** Proposes the order that the description of a list promises, for requests that neither sort nor search. */
export function orderOf(place: Place, list: List, query: readonly ParameterNode[]): readonly Proposal[] {
  const sort = query.find(({ name }) => isSort(name));
  if (sort?.schema.default !== undefined) return [];
  const found = sentencesIn(`${place.node.summary ?? ''}. ${place.node.description ?? ''}`)
    .filter((sentence) => !CONDITIONAL.test(sentence))
    .map((sentence) => orderIn(sentence, list.members))
    .find((one) => one !== undefined);
  if (found === undefined) return [];
  const { member, direction } = found;
  // Texts have as many orders as there are languages.
  const own = list.members.get(member) ?? {};
  if (!isNumber(own) && !isDate(own)) return [];
  const others = query.filter(({ name }) => isSort(name) || isSearch(name));
  return stated(place, `items-are-in-order-of-${nameOf(member)}`, {
    text: `The items are in the order of ${member}${direction === 'either' ? '' : `, ${direction}`}, unless a request sorts or searches.`,
    invariant: {
      ...(others.length === 0 ? {} : { when: { absent: others.map(({ name }) => ({ query: name })) } }),
      ordered: joinPointer(list.at, '*', ...member.split('/')),
      direction,
    },
    what: `is in the order of ${member}`,
    reason: `its description says so`,
  });
}

/** The member and the direction that a sentence names. */
function orderIn(sentence: string, members: Members) {
  const { name = '', rest = '' } = ORDERED.exec(sentence)?.groups ?? {};
  const { age } = BY_AGE.exec(sentence)?.groups ?? {};
  const named = memberCalled(plainName(name), members);
  const member = named ?? (age === undefined ? undefined : memberCalled('created', members));
  const words = named === undefined ? (age ?? '') : rest;
  const [falls, rises] = [FALLING.test(words), RISING.test(words)];
  if (member === undefined || (falls && rises)) return undefined;
  const direction = falls ? 'descending' : 'ascending';
  return { member, direction: falls || rises ? direction : 'either' } as const;
}
