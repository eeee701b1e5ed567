import { joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ParameterNode } from '../document.ts';
import { isSearch } from './parts.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { isNumber, type List, type Members, memberCalled, nameOf, plainName } from './shape.ts';
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
  const found = `${place.node.summary ?? ''}. ${place.node.description ?? ''}`
    .split(/(?<=[.;])\s/u)
    .filter((sentence) => !CONDITIONAL.test(sentence))
    .map((sentence) => orderIn(sentence, list.members))
    .find((one) => one !== undefined);
  if (found === undefined) return [];
  const { member, direction } = found;
  // Texts have as many orders as there are languages.
  const own = list.members.get(member) ?? {};
  if (!isNumber(own) && !isTime(own)) return [];
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

function isTime({ format }: Schema): boolean {
  return format === 'date' || format === 'date-time';
}

function orderIn(sentence: string, members: Members) {
  const { name = '', rest = '' } = ORDERED.exec(sentence)?.groups ?? {};
  const { age } = BY_AGE.exec(sentence)?.groups ?? {};
  const member = memberCalled(plainName(name), members) ?? (age && memberCalled('created', members));
  if (member === undefined || member === '') return undefined;
  const words = name === '' || memberCalled(plainName(name), members) === undefined ? (age ?? '') : rest;
  const [falls, rises] = [FALLING, RISING].map((one) => one.test(words));
  if (falls === true && rises === true) return undefined;
  const direction = falls === true ? 'descending' : 'ascending';
  return { member, direction: falls === true || rises === true ? direction : 'either' } as const;
}
