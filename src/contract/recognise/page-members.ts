import { joinPointer, lastSegment, parentPointer } from '../../schema/pointer.ts';
import type { ListingNode } from '../listing-node.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { type List, plainName } from './shape.ts';

/** What a listing shows about its page. */
export type Base = Pick<ListingNode, 'items' | 'total' | 'pages' | 'page' | 'cursor'>;

/** Names of members, in the form of `plainName`. */
const NAMES = {
  count: /^number(?:ofelements|returned)$/u,
  empty: /^(?:is)?empty$/u,
  first: /^(?:is)?first(?:page)?$/u,
  previous: /^has(?:previous|prev)(?:page)?$/u,
  last: /^(?:is)?last(?:page)?$/u,
  next: /^has(?:next(?:page)?|more)$/u,
} as const;

type Name = keyof typeof NAMES;

const PROMISES: Readonly<Record<Name, string>> = {
  count: 'is the number of items of the page',
  empty: 'is true on an empty page alone',
  first: 'is true on the first page alone',
  previous: 'is false on the first page alone',
  last: 'is true on the last page alone',
  next: 'is false on the last page alone',
};

/** Proposes that members beside the items, with names that frameworks give them, say what the page shows. */
export function pageMembersOf(place: Place, { numbers, flags }: List, base: Base): readonly Proposal[] {
  const known = [base.items, base.total, base.pages, base.page?.echo].filter((one) => typeof one === 'string');
  const around = new Set(known.map(parentPointer));
  const named = (['count', 'empty', 'first', 'previous', 'last', 'next'] as const).flatMap((name) => {
    const at = [...(name === 'count' ? numbers : flags).keys()].find(
      (one) => around.has(parentPointer(one)) && NAMES[name].test(plainName(lastSegment(one))),
    );
    const invariant = at === undefined ? undefined : invariantOf(name, at, base);
    return at === undefined || invariant === undefined ? [] : [{ at, invariant, promise: PROMISES[name] }];
  });
  return [...named, ...rangeOf(numbers, base)].flatMap(({ at, invariant, promise }) =>
    stated(place, `${lastSegment(at)}-fits-the-page`, {
      text: `The member ${lastSegment(at)} ${promise}.`,
      invariant,
      what: `says ${lastSegment(at)} of its page`,
      reason: `by its name ${lastSegment(at)} ${promise}`,
    }),
  );
}

function invariantOf(name: Name, at: string, base: Base): object | undefined {
  const count = { count: base.items };
  if (name === 'count') return { equal: [at, count] };
  if (name === 'empty') return eitherWay(at, { equal: [count, 0] }, { below: [0, count] });
  const isEnd = name === 'last' || name === 'next';
  const bounds = isEnd ? lastBounds(base) : firstBounds(base);
  const isTrueAtEnd = name === 'first' || name === 'last';
  if (bounds === undefined) return name === 'next' ? leadingOn(at, base) : undefined;
  const [atEnd, before] = [{ ascending: bounds }, { below: bounds.toReversed() }];
  // What a page after the last one says is open. If the answer names another page than the requested one, that is the fault.
  const requested = { query: base.page?.parameter };
  const isRequested = [{ present: [requested] }, { equal: [base.page?.echo, requested], as: 'letters' }];
  return {
    when: { all: [...isRequested, { below: [0, count] }] },
    ...(isTrueAtEnd ? eitherWay(at, atEnd, before) : eitherWay(at, before, atEnd)),
  };
}

function eitherWay(flag: string, ifTrue: object, ifFalse: object): object {
  return {
    all: [
      { when: { equal: [flag, true] }, ...ifTrue },
      { when: { equal: [flag, false] }, ...ifFalse },
    ],
  };
}

/** Ascending on the first page, descending on all others. */
function firstBounds({ page }: Base): readonly unknown[] | undefined {
  return page?.echo === undefined ? undefined : [page.echo, page.as === undefined ? 1 : 0];
}

/** Ascending on the last page, descending before it. */
function lastBounds({ page, pages, total, items }: Base): readonly unknown[] | undefined {
  if (page?.echo === undefined) return undefined;
  if (page.as === 'offset')
    return typeof total === 'string' ? [total, { sum: [page.echo, { count: items }] }] : undefined;
  return pages === undefined ? undefined : [pages, { sum: [page.echo, page.as === undefined ? 0 : 1] }];
}

/** Where more follows, the answer names the next cursor. */
function leadingOn(flag: string, { cursor }: Base): object | undefined {
  return typeof cursor?.next === 'string' && cursor.parameter !== undefined
    ? { when: { equal: [flag, true] }, present: [cursor.next] }
    : undefined;
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
