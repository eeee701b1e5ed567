import type { Listing } from '../../contract/listing.ts';
import { joinPointer } from '../../schema/pointer.ts';
import type { Query, Row } from './answer.ts';
import { besides, type Fault, names, without } from './fault.ts';
import { hasWords } from './model.ts';
import { findsSlug, SLUGS } from './slugs.ts';
import { UNUSUAL_TEXTS } from './texts.ts';

/** Faults of searches: lost here or there, a member not searched, signs of the database, letters beyond ASCII, long texts. */
export function searchFaults(listing: Listing): readonly Fault[] {
  const { search } = listing;
  if (search === undefined) return [];
  const { parameter } = search;
  const asked = names(parameter);
  const lost = (id: string, because: string, when: (query: Query) => boolean): Fault => ({
    id: `search-lost${id}`,
    slug: SLUGS.narrows,
    because,
    when,
    change: { rewrite: (query) => (when(query) ? without(query, parameter) : query) },
  });
  return [
    lost('', 'the search is ignored', asked),
    ...besides(listing, parameter).map(({ name, words, holds }) => ({
      ...lost(`-${name}`, `the search is ignored ${words}`, (query) => asked(query) && holds(query)),
      ...(name.startsWith('on-late') ? { slug: SLUGS.sameTotal } : {}),
    })),
    ...search.members.flatMap((member) => memberFaults(listing, parameter, member)),
    ...Object.keys(search.hidden?.members ?? {}).map((member) => notSearched(listing, parameter, member)),
    ...search.members.map((member) => onlySearched(listing, parameter, member)),
    wildcards(parameter),
    ...UNUSUAL_TEXTS.map(
      (text, index): Fault => ({
        id: `search-fails-on-odd-text-${index + 1}`,
        slug: SLUGS.anyText,
        because: `a search for ${text.slice(0, 20)} ends in a server error`,
        when: (query) => query[parameter] === text,
        change: {
          reply: (reply, query) => (query[parameter] === text ? { rows: [], summaries: [], failed: 500 } : reply),
        },
      }),
    ),
  ];
}

/** A text that a search loses in one member. */
function losing(
  listing: Listing,
  { parameter, member }: { readonly parameter: string; readonly member: string },
  { id, because }: Pick<Fault, 'id' | 'because'>,
  loses: (text: string) => boolean,
): Fault {
  const members = listing.search?.members ?? [];
  const others = members.filter((one) => one !== member);
  // What a hidden member was found by cannot be seen: of that everything is lost that nothing else finds.
  const isFoundBy = (row: Row, text: string) => !members.includes(member) || has(row, member, text);
  return {
    id: `search-${member}-${id}`,
    slug: findsSlug(member),
    because,
    when: (query) => query[parameter] !== undefined && loses(query[parameter]),
    change: {
      found: (rows, { [parameter]: text }) =>
        text === undefined || !loses(text)
          ? rows
          : rows.filter((row) => !isFoundBy(row, text) || others.some((one) => has(row, one, text))),
    },
  };
}

function notSearched(listing: Listing, parameter: string, member: string): Fault {
  return losing(
    listing,
    { parameter, member },
    { id: 'not-searched', because: `${member} is not searched` },
    () => true,
  );
}

/** One column is searched, and no other: what several members that are not searched may have in common. */
function onlySearched({ search }: Listing, parameter: string, member: string): Fault {
  const others = [...(search?.members ?? []), ...Object.keys(search?.hidden?.members ?? {})];
  return {
    id: `search-${member}-alone`,
    slug: findsSlug(others.find((one) => one !== member) ?? member),
    because: `nothing but ${member} is searched`,
    when: names(parameter),
    change: {
      found: (rows, { [parameter]: text }) =>
        text === undefined ? rows : rows.filter((row) => has(row, member, text)),
    },
    explains: true,
  };
}

/** Of a member that takes one of a few plain words there is nothing more to lose than the member. */
function memberFaults(listing: Listing, parameter: string, member: string): readonly Fault[] {
  const all = notSearched(listing, parameter, member);
  if (isOneOfFew(listing, member)) return [all];
  const of = (id: string, because: string, loses: (text: string) => boolean) =>
    losing(listing, { parameter, member }, { id, because: `in ${member} ${because}` }, loses);
  return [
    all,
    of('not-ascii', 'letters beyond ASCII are not found', (text) => /[^\p{ASCII}]/u.test(text)),
    of('escaped', 'signs that HTML escapes are not found', (text) => /[&<>"']/u.test(text)),
    of('with-signs', 'nothing with signs is found', (text) => /[^\p{L}\p{N}\s]/u.test(text)),
    of('long', 'no long text is found', (text) => text.length > 40),
    of('very-long', 'no very long text is found', (text) => text.length > 100),
  ];
}

function isOneOfFew({ shapes, items, search }: Listing, member: string): boolean {
  const isClosed = shapes(joinPointer(items, '*', member)).every((schema) => schema.enum !== undefined);
  return isClosed || search?.loose?.[member] !== undefined;
}

function has({ values }: Row, member: string, text: string): boolean {
  const value = values[member];
  return typeof value === 'string' && hasWords(value, text);
}

/** What a database takes for any sign; beside it stands a sign that means nothing. */
function wildcards(parameter: string): Fault {
  return {
    id: 'search-wildcards',
    slug: SLUGS.literal,
    because: 'the signs % and _ stand for any other',
    when: (query) => /^[%_]+$/u.test(query[parameter] ?? ''),
    change: { rewrite: (query) => (/^[%_]+$/u.test(query[parameter] ?? '') ? without(query, parameter) : query) },
  };
}
