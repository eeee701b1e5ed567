import type { CheckContext } from '../../check/check.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Parameter } from '../../contract/operations.ts';
import { documentedValue } from '../../generate/parameter-values.ts';
import { countsOf } from '../../groups.ts';
import type { Query, Row } from './answer.ts';
import { listedElsewhere, takesText } from './hidden.ts';
import { searchTextsOf } from './values.ts';

/** How many words from another listing are tried, until one finds something. */
const MAX_WORDS = 3;

/** Letters that most texts contain: search texts if nothing better is known. */
const LETTERS = ['e', 'a', '1'];

export function isSearchRequired(listing: Listing): boolean {
  return searchParameter(listing)?.required === true;
}

function searchParameter({ search, operation }: Listing): Parameter | undefined {
  return operation.parameters.find(({ in: part, name }) => part === 'query' && name === search?.parameter);
}

/**
 * The parameters that every request of the listing must have: a search text if the search is required, else none. The texts are
 * the documented value, the most common words of another listing with the same members, and single letters.
 */
export async function basesOf(tools: CheckContext, listing: Listing): Promise<readonly [Query, ...Query[]]> {
  const parameter = searchParameter(listing);
  if (parameter === undefined) return [{}];
  const given = documentedValue(tools.contract, parameter);
  const texts = [...(typeof given === 'string' ? [given] : []), ...(await wordsElsewhere(tools, listing)), ...LETTERS];
  const [first = '', ...others] = texts.filter((text) => takesText(tools.contract, parameter.schema, text));
  const base = (text: string): Query => ({ [parameter.name]: text });
  return [base(first), ...others.map(base)];
}

async function wordsElsewhere(tools: CheckContext, { search, operation }: Listing): Promise<readonly string[]> {
  const members = search?.members ?? [];
  const others = [...tools.contract.listings.values()].filter(
    (other) => other.operation !== operation && other.search?.parameter !== search?.parameter,
  );
  for (const other of others) {
    const words = commonWords(await listedElsewhere(tools, other.operation.id), members);
    if (words.length > 0) return words;
  }
  return [];
}

/** The most common words of these members, by the number of items, in their own case. */
function commonWords(rows: readonly Row[], members: readonly string[]): readonly string[] {
  const words = rows.flatMap((row) => {
    const texts = members.flatMap((member) => searchTextsOf(row, member));
    return [...new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}])\p{L}{4,20}(?![\p{L}\p{N}])/gu) ?? []))];
  });
  return [...countsOf(words)]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_WORDS)
    .map(([word]) => word);
}
