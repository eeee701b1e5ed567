import { joinPointer, lastSegment, parentPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ListingNode } from '../listing-node.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { type List, plainName } from './shape.ts';

export type Base = Pick<ListingNode, 'items' | 'total' | 'pages' | 'page' | 'cursor'>;

/**
 * What a member can say about the page: what it is, the names that it then has, in the form of `plainName`, and what it
 * promises. A number or a link that may be null is null where there is no such page.
 */
const KINDS = [
  ['count', 'numbers', /^number(?:ofelements|returned)$/u, 'is the number of items of the page'],
  ['empty', 'flags', /^(?:is)?empty$/u, 'is true on an empty page alone'],
  ['first', 'flags', /^(?:is)?first(?:page)?$/u, 'is true on the first page alone'],
  ['previous', 'flags', /^has(?:previous|prev)(?:page)?$/u, 'is false on the first page alone'],
  ['previous', 'numbers', /^prev(?:ious)?(?:page)?$/u, 'is the number of the page before, and null on the first page'],
  ['previous', 'texts', /^prev(?:ious)?(?:page)?(?:link|ur[il]|href)?$/u, 'is null on the first page alone'],
  ['last', 'flags', /^(?:is)?last(?:page)?$/u, 'is true on the last page alone'],
  ['next', 'flags', /^has(?:next(?:page)?|more)$/u, 'is false on the last page alone'],
  ['next', 'numbers', /^next(?:page)?$/u, 'is the number of the page after, and null on the last page'],
  ['next', 'texts', /^next(?:page)?(?:link|ur[il]|href)?$/u, 'is null on the last page alone'],
] as const;

type Kind = (typeof KINDS)[number][0];
type Form = (typeof KINDS)[number][1];

/** Proposes that members beside the items, with names that frameworks give them, say what the page shows. */
export function pageMembersOf(place: Place, list: List, base: Base): readonly Proposal[] {
  const known = [base.items, base.total, base.pages, base.page?.echo, base.cursor?.next].filter(
    (one) => typeof one === 'string',
  );
  const around = new Set(known.map(parentPointer));
  const isAround = (at: string) => around.has(/\/_?links$/u.test(at) ? parentPointer(at) : at);
  const named = KINDS.flatMap(([kind, form, names, promise]) => {
    const [at] =
      [...list[form]].find(
        ([one, schema]) =>
          isAround(parentPointer(one)) && names.test(plainName(lastSegment(one))) && saysNone(kind, form, schema),
      ) ?? [];
    const invariant = at === undefined ? undefined : invariantOf(kind, form, at, base);
    return at === undefined || invariant === undefined ? [] : [{ at, invariant, promise }];
  });
  return [...named, ...rangeOf(list.numbers, base)].flatMap(({ at, invariant, promise }) =>
    stated(place, `${lastSegment(at)}-fits-the-page`, {
      text: `The member ${lastSegment(at)} ${promise}.`,
      invariant,
      what: `says ${lastSegment(at)} of its page`,
      reason: `by its name ${lastSegment(at)} ${promise}`,
    }),
  );
}

/** Can the member say that there is no such page? A number or a link can by null alone. */
function saysNone(kind: Kind, form: Form, { type }: Schema): boolean {
  return form === 'flags' || kind === 'count' || [type].flat().includes('null');
}

function invariantOf(kind: Kind, form: Form, at: string, base: Base): object | undefined {
  const count = { count: base.items };
  const hasItems = { below: [0, count] };
  if (kind === 'count') return { equal: [at, count] };
  const said = saidBy(form, at);
  if (kind === 'empty') return eitherWay(said, { equal: [count, 0] }, hasItems);
  const isAboutFirst = kind === 'first' || kind === 'previous';
  const bounds = isAboutFirst ? firstBounds(base) : lastBounds(base);
  if (form === 'numbers' && base.page?.as === 'offset') return undefined;
  if (bounds === undefined && base.page?.echo === undefined && base.page !== undefined)
    return onFirstPage(kind, said, base);
  if (bounds === undefined) return kind === 'next' && form === 'flags' ? leadingOn(said, base) : undefined;
  const [onThatPage, onOthers] = [{ ascending: bounds }, { below: bounds.toReversed() }];
  const isTrueOnThatPage = kind === 'first' || kind === 'last';
  // A page after the last one has no items and may say anything. An answer about another page than requested has another fault.
  const requested = { query: base.page?.parameter };
  const isRequested = [{ present: [requested] }, { equal: [base.page?.echo, requested], as: 'letters' }];
  const { all } = isTrueOnThatPage ? eitherWay(said, onThatPage, onOthers) : eitherWay(said, onOthers, onThatPage);
  const number = { when: said.yes, equal: [at, { sum: [base.page?.echo, isAboutFirst ? -1 : 1] }] };
  return { when: { all: [...isRequested, hasItems] }, all: form === 'numbers' ? [...all, number] : all };
}

/** Where no member says which page it is, only a request without a page certainly gets the first. */
function onFirstPage(kind: Kind, said: ReturnType<typeof saidBy>, { page, total, items }: Base): object | undefined {
  const count = { count: items };
  const when = { all: [{ absent: [{ query: page?.parameter }] }, { below: [0, count] }] };
  if (kind === 'first') return { when, ...said.yes };
  if (kind === 'previous') return { when, ...said.no };
  if (typeof total !== 'string') return undefined;
  const [atEnd, before] = [{ ascending: [total, count] }, { below: [count, total] }];
  return { when, ...(kind === 'last' ? eitherWay(said, atEnd, before) : eitherWay(said, before, atEnd)) };
}

/** How a member says yes, and how it says no. */
function saidBy(form: Form, at: string) {
  return form === 'flags'
    ? { yes: { equal: [at, true] }, no: { equal: [at, false] } }
    : { yes: { present: [at] }, no: { equal: [at, null] } };
}

/** What holds if the member says yes, and what holds if it says no. What is broken is told of the member. */
function eitherWay({ yes, no }: ReturnType<typeof saidBy>, ifYes: object, ifNo: object) {
  return {
    all: [
      { when: yes, any: [no, ifYes] },
      { when: no, any: [yes, ifNo] },
    ],
  };
}

/** Two numbers in ascending order on the first page, and in descending order on all others. */
function firstBounds({ page }: Base): readonly unknown[] | undefined {
  return page?.echo === undefined ? undefined : [page.echo, page.as === undefined ? 1 : 0];
}

/** Two numbers in ascending order on the last page, and in descending order before it. */
function lastBounds({ page, pages, total, items }: Base): readonly unknown[] | undefined {
  if (page?.echo === undefined) return undefined;
  if (page.as === 'offset')
    return typeof total === 'string' ? [total, { sum: [page.echo, { count: items }] }] : undefined;
  return pages === undefined ? undefined : [pages, { sum: [page.echo, page.as === undefined ? 0 : 1] }];
}

/** Where more follows, and only there, the answer names the next cursor. */
function leadingOn(said: ReturnType<typeof saidBy>, { cursor }: Base): object | undefined {
  const { next, parameter } = cursor ?? {};
  if (typeof next !== 'string' || parameter === undefined) return undefined;
  return eitherWay(said, { present: [next] }, { any: [{ absent: [next] }, { equal: [next, { value: '' }] }] });
}

/** Laravel counts the items of all pages from 1, and tells the first and the last of the page: `from` and `to`. */
function rangeOf(numbers: List['numbers'], { items }: Base) {
  const from = [...numbers.keys()].find((at) => lastSegment(at) === 'from');
  if (from === undefined) return [];
  const [to, ...signs] = ['to', 'per_page', 'current_page', 'last_page'].map((name) =>
    joinPointer(parentPointer(from), name),
  );
  if (to === undefined || ![to, ...signs].every((at) => numbers.has(at))) return [];
  const invariant = { when: { present: [from, to] }, equal: [{ sum: [to, 1] }, { sum: [from, { count: items }] }] };
  return [{ at: to, invariant, promise: 'is the number of the last item of the page' }];
}
