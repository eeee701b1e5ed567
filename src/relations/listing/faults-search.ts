import type { Listing } from '../../contract/listing.ts';
import type { Ask, Row } from './answer.ts';
import { besides, type Fault, names, without } from './fault.ts';
import { hasWords } from './model.ts';
import { ODD_TEXTS } from './texts.ts';
import { findsSlug, SLUGS } from './slugs.ts';

/** Faults of searches: lost here or there, a member not searched, signs of the database, letters beyond ASCII, long texts. */
export function searchFaults(listing: Listing): readonly Fault[] {
  const { search } = listing;
  if (search === undefined) return [];
  const { parameter } = search;
  const asked = names(parameter);
  const lost = (id: string, because: string, when: (ask: Ask) => boolean): Fault => ({
    id: `search-lost${id}`,
    slug: SLUGS.narrows,
    because,
    when,
    bend: { rewrite: (ask) => (when(ask) ? without(ask, parameter) : ask) },
  });
  return [
    lost('', 'the search is ignored', asked),
    ...besides(listing, parameter).map(({ name, words, holds }) => ({
      ...lost(`-${name}`, `the search is ignored ${words}`, (ask) => asked(ask) && holds(ask)),
      ...(name.startsWith('on-late') ? { slug: SLUGS.sameTotal } : {}),
    })),
    ...[...search.members, ...Object.keys(search.hidden?.members ?? {})].flatMap((member) =>
      memberFaults(listing, parameter, member),
    ),
    wildcards(parameter),
    ...ODD_TEXTS.map(
      (text, index): Fault => ({
        id: `search-fails-on-odd-text-${index + 1}`,
        slug: SLUGS.anyText,
        because: `a search for ${text.slice(0, 20)} ends in a server error`,
        when: (ask) => ask[parameter] === text,
        bend: { reply: (reply, ask) => (ask[parameter] === text ? { rows: [], summaries: [], failed: 500 } : reply) },
      }),
    ),
  ];
}

function memberFaults(listing: Listing, parameter: string, member: string): readonly Fault[] {
  const slug = findsSlug(member);
  const others = (listing.search?.members ?? []).filter((one) => one !== member);
  const losing = (id: string, because: string, loses: (text: string) => boolean): Fault => ({
    id: `search-${member}-${id}`,
    slug,
    because,
    when: (ask) => ask[parameter] !== undefined && loses(ask[parameter]),
    bend: {
      found: (rows, { [parameter]: text }) =>
        text === undefined || !loses(text) ? rows : rows.filter((row) => others.some((one) => has(row, one, text))),
    },
  });
  return [
    losing('not-searched', `${member} is not searched`, () => true),
    losing('not-ascii', `in ${member} letters beyond ASCII are not found`, (text) => /[^\p{ASCII}]/u.test(text)),
    losing('with-signs', `in ${member} nothing with signs is found`, (text) => /[^\p{L}\p{N}\s]/u.test(text)),
    losing('long', `in ${member} no long text is found`, (text) => text.length > 40),
    losing('very-long', `in ${member} no very long text is found`, (text) => text.length > 100),
  ];
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
    when: (ask) => /^[%_]+$/u.test(ask[parameter] ?? ''),
    bend: { rewrite: (ask) => (/^[%_]+$/u.test(ask[parameter] ?? '') ? without(ask, parameter) : ask) },
  };
}
