import { joinPointer, lastSegment, parentPointer } from '../../schema/pointer.ts';
import type { ListingNode } from '../listing-node.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { type List, plainName } from './shape.ts';

export type Base = Pick<ListingNode, 'items' | 'total' | 'pages' | 'page' | 'cursor'>;

/** What a member can say about the page: the names that it then has, in the form of `plainName`, and what it promises. */
const KINDS = [
  ['count', /^number(?:ofelements|returned)$/u, 'is the number of items of the page'],
  ['empty', /^(?:is)?empty$/u, 'is true on an empty page alone'],
  ['first', /^(?:is)?first(?:page)?$/u, 'is true on the first page alone'],
  ['previous', /^has(?:previous|prev)(?:page)?$/u, 'is false on the first page alone'],
  ['last', /^(?:is)?last(?:page)?$/u, 'is true on the last page alone'],
  ['next', /^has(?:next(?:page)?|more)$/u, 'is false on the last page alone'],
] as const;

type Kind = (typeof KINDS)[number][0];

/** Proposes that members beside the items, with names that frameworks give them, say what the page shows. */
export function pageMembersOf(place: Place, { numbers, flags }: List, base: Base): readonly Proposal[] {
  const known = [base.items, base.total, base.pages, base.page?.echo, base.cursor?.next].filter(
    (one) => typeof one === 'string',
  );
  const around = new Set(known.map(parentPointer));
  const named = KINDS.flatMap(([kind, names, promise]) => {
    const at = [...(kind === 'count' ? numbers : flags).keys()].find(
      (one) => around.has(parentPointer(one)) && names.test(plainName(lastSegment(one))),
    );
    const invariant = at === undefined ? undefined : invariantOf(kind, at, base);
    return at === undefined || invariant === undefined ? [] : [{ at, invariant, promise }];
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

function invariantOf(kind: Kind, at: string, base: Base): object | undefined {
  const count = { count: base.items };
  const hasItems = { below: [0, count] };
  if (kind === 'count') return { equal: [at, count] };
  if (kind === 'empty') return eitherWay(at, { equal: [count, 0] }, hasItems);
  const isAboutFirst = kind === 'first' || kind === 'previous';
  const bounds = isAboutFirst ? firstBounds(base) : lastBounds(base);
  if (bounds === undefined) return kind === 'next' ? leadingOn(at, base) : undefined;
  const [onThatPage, onOthers] = [{ ascending: bounds }, { below: bounds.toReversed() }];
  const isTrueOnThatPage = kind === 'first' || kind === 'last';
  // A page after the last one has no items and may say anything. An answer about another page than requested has another fault.
  const requested = { query: base.page?.parameter };
  const isRequested = [{ present: [requested] }, { equal: [base.page?.echo, requested], as: 'letters' }];
  return {
    when: { all: [...isRequested, hasItems] },
    ...(isTrueOnThatPage ? eitherWay(at, onThatPage, onOthers) : eitherWay(at, onOthers, onThatPage)),
  };
}

/** What holds if the flag is true, and what holds if it is false. What is broken is told of the flag. */
function eitherWay(flag: string, ifTrue: object, ifFalse: object): object {
  return {
    all: [
      { when: { equal: [flag, true] }, any: [{ equal: [flag, false] }, ifTrue] },
      { when: { equal: [flag, false] }, any: [{ equal: [flag, true] }, ifFalse] },
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
function leadingOn(flag: string, { cursor }: Base): object | undefined {
  const { next, parameter } = cursor ?? {};
  if (typeof next !== 'string' || parameter === undefined) return undefined;
  return eitherWay(flag, { present: [next] }, { any: [{ absent: [next] }, { equal: [next, { value: '' }] }] });
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
