import type { Listing } from '../../contract/listing.ts';
import type { Search } from '../../contract/listing-node.ts';
import type { Row } from './answer.ts';
import { codePaths, explaining, type Fault, inQuery, inResult, names, type When, without } from './fault.ts';
import { fits } from './model.ts';
import { findsSlug, SLUGS } from './slugs.ts';
import { UNUSUAL_TEXTS } from './texts.ts';
import { searchTextsOf } from './values.ts';

/** Faults of searches: ignored in some situations, a member not searched, wildcards, letters beyond ASCII, long texts. */
export function searchFaults(listing: Listing): readonly Fault[] {
  const { search } = listing;
  if (search === undefined) return [];
  const { parameter, members, hidden } = search;
  const asked = names(parameter);
  const lost = (id: string, words: string, when: When, slug: string = SLUGS.narrows): Fault =>
    inQuery(`search-lost${id}`, slug, `the search is ignored${words}`, when, (query) => without(query, parameter));
  return [
    lost('', '', asked),
    ...codePaths(listing, parameter).map(({ name, words, holds }) =>
      lost(
        `-${name}`,
        ` ${words}`,
        (query) => asked(query) && holds(query),
        name.startsWith('on-late') ? SLUGS.sameTotal : SLUGS.narrows,
      ),
    ),
    ...members.flatMap((member) => memberFaults(listing, search, member)),
    ...Object.keys(hidden?.members ?? {}).map((member) => notSearched(search, member)),
    ...members.map((member) => onlySearched(search, member)),
    ...members.flatMap((member) => stricterFaults(search, member)),
    wildcards(parameter),
    ...UNUSUAL_TEXTS.map((text, index): Fault => {
      const when: When = (query) => query[parameter] === text;
      return {
        id: `search-fails-on-odd-text-${index + 1}`,
        slug: SLUGS.anyText,
        because: `a search for ${text.slice(0, 20)} ends in a server error`,
        when,
        change: { reply: (reply, query) => (when(query) ? { rows: [], summaries: [], failed: 500 } : reply) },
      };
    }),
  ];
}

/** The search does not find certain texts in one member. */
function losesIn(
  search: Search,
  member: string,
  [id, because, loses]: readonly [id: string, because: string, loses: (text: string) => boolean],
): Fault {
  const { parameter, members } = search;
  const others = members.filter((one) => one !== member);
  // A hidden member cannot be read. So every item is lost that no visible member matches.
  const isFoundBy = (row: Row, text: string) => !members.includes(member) || has(search, row, member, text);
  const when: When = ({ [parameter]: text }) => text !== undefined && loses(text);
  return inResult(`search-${member}-${id}`, findsSlug(member), because, when, (rows, { [parameter]: text = '' }) =>
    rows.filter((row) => !isFoundBy(row, text) || others.some((one) => has(search, row, one, text))),
  );
}

function notSearched(search: Search, member: string): Fault {
  return losesIn(search, member, ['not-searched', `${member} is not searched`, () => true]);
}

/** Only one member is searched. That may be the common cause if several members are not searched. */
function onlySearched(search: Search, member: string): Fault {
  const { parameter, members, hidden } = search;
  const other = [...members, ...Object.keys(hidden?.members ?? {})].find((one) => one !== member) ?? member;
  const [id, because] = [`search-${member}-alone`, `nothing but ${member} is searched`];
  return explaining(
    inResult(id, findsSlug(other), because, names(parameter), (rows, { [parameter]: text = '' }) =>
      rows.filter((row) => has(search, row, member, text)),
    ),
  );
}

/** A member with one of a few plain values has a single fault: that it is not searched. */
function memberFaults(listing: Listing, search: Search, member: string): readonly Fault[] {
  const all = notSearched(search, member);
  if (isOneOfFew(listing, member)) return [all];
  const of = (id: string, because: string, loses: (text: string) => boolean) =>
    losesIn(search, member, [id, `in ${member} ${because}`, loses]);
  return [
    all,
    of('not-ascii', 'letters beyond ASCII are not found', (text) => /[^\p{ASCII}]/u.test(text)),
    of('escaped', 'signs that HTML escapes are not found', (text) => /[&<>"']/u.test(text)),
    of('with-signs', 'nothing with signs is found', (text) => /[^\p{L}\p{N}\s]/u.test(text)),
    of('long', 'no long text is found', (text) => text.length > 40),
    of('very-long', 'no very long text is found', (text) => text.length > 100),
  ];
}

function isOneOfFew({ ofMember, search }: Listing, member: string): boolean {
  const isClosed = ofMember(member).every((schema) => schema.enum !== undefined);
  return isClosed || search?.loose?.[member] !== undefined;
}

function has(search: Search, { values }: Row, member: string, text: string): boolean {
  return searchTextsOf({ values }, member).some((value) => fits(search, value, text));
}

/** Although the document says that case is ignored, or that the text is contained, one member is searched more strictly. */
function stricterFaults(search: Search, member: string): readonly Fault[] {
  const { parameter, members, ignoresCase, contains } = search;
  const stricter = (id: string, because: string, strict: Search): Fault =>
    inResult(
      `search-${member}-${id}`,
      findsSlug(member),
      `in ${member} nothing is found ${because}`,
      names(parameter),
      (rows, { [parameter]: text = '' }) =>
        rows.filter((row) => !has(search, row, member, text) || members.some((one) => has(strict, row, one, text))),
    );
  return [
    ...(ignoresCase === true ? [stricter('own-case', 'in another case', { ...search, ignoresCase: false })] : []),
    ...(contains === true ? [stricter('whole-words', 'by a part of a word', { ...search, contains: false })] : []),
  ];
}

/** The search treats `%` and `_` as wildcards, as a database does, so it finds everything. */
function wildcards(parameter: string): Fault {
  const when: When = (query) => /^[%_]+$/u.test(query[parameter] ?? '');
  return inQuery('search-wildcards', SLUGS.literal, 'the signs % and _ stand for any other', when, (query) =>
    without(query, parameter),
  );
}
