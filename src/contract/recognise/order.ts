import { joinPointer } from '../../schema/pointer.ts';
import type { ParameterNode } from '../document.ts';
import { isSearch } from './parts.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { isDate, isNumber, type List, type Members, memberCalled, nameOf, plainName, sentencesIn } from './shape.ts';
import { isSort } from './sorts.ts';

/** `ordered by start, the earliest first` */
const ORDERED =
  /\b(?:ordered|sorted|in order of)\s+(?:by\s+)?(?:their\s+|the\s+)?[`'"]?(?<name>[\w.]*\w)[`'"]?(?<rest>[^.;]*)/iu;
/** `Newest first` says nothing of a member, unless `by start` stands beside it: it is about when things were created. */
const BY_AGE = /\b(?:newest|latest|most recent|oldest|earliest)\b[^.;]{0,20}?\bfirst\b/iu;
const BY_BEFORE = /\bby\s+(?:their\s+|the\s+)?[`'"]?(?<name>[\w.]*\w)[`'"]?,?\s+(?:the\s+)?$/iu;
const BY_AFTER = /^[\s,(:]*by\s+(?:their\s+|the\s+)?[`'"]?(?!(?:default|creation|date|time|age)\b)(?<name>[\w.]*\w)/iu;
/** Names of the moment from which a thing is there, if it shows no `created`. One that lies ahead, as `start` may, is none. */
const BEGINNINGS = ['started', 'added', 'posted', 'published', 'placed', 'submitted', 'uploaded'];
const FALLING = /\b(?:desc\w*|newest|latest|most recent|largest|highest|greatest|longest)\b/iu;
const RISING = /\b(?:asc\w*|oldest|earliest|soonest|smallest|lowest|shortest)\b/iu;
/** The sentence may hold for some requests only, or not always. */
const CONDITIONAL = /\b(?:if|when|unless|with|may|can|usually|often|mostly|typically|generally|depend\w*)\b/iu;
const OPEN = /\bnot (?:necessarily|always|guaranteed)\b|\bno (?:particular|fixed|guaranteed|specific) order\b/iu;

/** Proposes the order that the description of a list promises, for requests that neither sort nor search. */
export function orderOf(place: Place, list: List, query: readonly ParameterNode[]): readonly Proposal[] {
  const sort = query.find(({ name }) => isSort(name));
  if (sort?.schema.default !== undefined) return [];
  const found = sentencesIn(`${place.node.summary ?? ''}. ${place.node.description ?? ''}`)
    .filter((sentence) => !CONDITIONAL.test(sentence) && !OPEN.test(sentence))
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
  const named = memberCalled(plainName(name), members);
  const { member, words } = named === undefined ? ageIn(sentence, members) : { member: named, words: rest };
  const [falls, rises] = [FALLING.test(words), RISING.test(words)];
  if (member === undefined || (falls && rises)) return undefined;
  const direction = falls ? 'descending' : 'ascending';
  return { member, direction: falls || rises ? direction : 'either' } as const;
}

function ageIn(sentence: string, members: Members): { readonly member?: string | undefined; readonly words: string } {
  const { 0: words, index } = BY_AGE.exec(sentence) ?? { 0: '', index: 0 };
  if (words === '') return { words };
  const beside = BY_AFTER.exec(sentence.slice(index + words.length)) ?? BY_BEFORE.exec(sentence.slice(0, index));
  const { name } = beside?.groups ?? {};
  return { member: name === undefined ? beginningOf(members) : memberCalled(plainName(name), members), words };
}

/** The member that says since when a thing is there; undefined if several may, or if it may be null. */
function beginningOf(members: Members): string | undefined {
  const created = memberCalled('created', members);
  if (created !== undefined) return created;
  const [only, ...others] = BEGINNINGS.flatMap((name) => memberCalled(name, members) ?? []);
  const isNullable = only !== undefined && [members.get(only)?.type].flat().includes('null');
  return isNullable || others.length > 0 ? undefined : only;
}
