import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isWrong } from '../../contract/roles.ts';
import { groupBy } from '../../groups.ts';
import { pathOf } from '../../http/base-url.ts';
import { type Exchange, sentBody } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';

/**
 * Something that distinguishes a request: a parameter, header or member of the body, with or without its value; its path or
 * credential; or that it finds nothing.
 */
export interface Feature {
  readonly in: 'query' | 'header' | 'body' | 'path' | 'credential' | 'result';
  readonly name: string;
  readonly value?: string;
  /** True: the request lacks this member, which all others have. */
  readonly lacks?: true;
}

export function featureKey({ in: part, name, value, lacks }: Feature): string {
  return `${lacks === true ? 'no ' : ''}${part} ${name}${value === undefined ? '' : `=${shortened(value)}`}`;
}

/** The most characters of a value in the id of a finding, which people copy. */
const MAX_VALUE_LENGTH = 80;

function shortened(value: string): string {
  if (value.length <= MAX_VALUE_LENGTH) return value;
  return `${value.slice(0, MAX_VALUE_LENGTH / 2)}…${createHash('sha256').update(value).digest('hex').slice(0, 8)}`;
}

/** The features of a request, the more general ones first. */
export function featuresOf({ request }: Exchange): readonly Feature[] {
  const query = Object.entries(request.query);
  const headers = Object.entries(request.headers);
  const members = membersOf(sentBody({ request }), '');
  const wrong = request.credentials.filter(isWrong);
  return [
    ...query.map(([name]): Feature => ({ in: 'query', name })),
    ...reversedRanges(query).map((name): Feature => ({ in: 'query', name })),
    ...members.map(([name]): Feature => ({ in: 'body', name })),
    ...headers.map(([name]): Feature => ({ in: 'header', name })),
    ...wrong.map((name): Feature => ({ in: 'credential', name })),
    ...members.flatMap(([name, value]) => oddities(name, value)),
    ...query.map(([name, value]): Feature => ({ in: 'query', name, value })),
    ...members.flatMap(([name, value]): readonly Feature[] =>
      value === undefined ? [] : [{ in: 'body', name, value }],
    ),
    // Wrong credentials are random in each run, so their headers have no values as features.
    ...(wrong.length > 0 ? [] : headers.map(([name, value]): Feature => ({ in: 'header', name, value }))),
    { in: 'path', name: 'path', value: pathOf(request) },
  ];
}

/** Names that share this many first letters are taken for the two ends of a range. */
const COMMON_LETTERS = 4;

/** Pairs of parameters with similar names, the first value greater than the second: `yearStart>yearEnd`. */
function reversedRanges(query: readonly (readonly [string, string])[]): readonly string[] {
  return query.flatMap(([one, upper]) =>
    query
      .filter(([other]) => one !== other && one.slice(0, COMMON_LETTERS) === other.slice(0, COMMON_LETTERS))
      .flatMap(([other, lower]) => (Number(upper) > Number(lower) ? [`${one}>${other}`] : [])),
  );
}

/** Unusual content of a JSON value: nulls among the elements of a list, or an escaped surrogate. */
function oddities(name: string, value = ''): readonly Feature[] {
  return [
    ...(/^\[.*\bnull\b.*\]$/u.test(value) ? [{ in: 'body', name: `${name}/*`, value: 'null' } as const] : []),
    ...(/\\ud[89a-f]/u.test(value) ? [{ in: 'body', name, value: 'half a pair of surrogates' } as const] : []),
  ];
}

/** Elements of longer lists are no members: a short list may be a range, but a long one is data. */
const MAX_ELEMENTS = 4;

/** The members of a body at any depth, and the elements of short lists, each with its value unless that is an object. */
function membersOf(node: unknown, at: string): readonly (readonly [string, string | undefined])[] {
  if (Array.isArray(node))
    return node.length > MAX_ELEMENTS || node.some((one) => typeof one === 'object' && one !== null)
      ? []
      : node.map((value, index) => [`${at}/${index}`, JSON.stringify(value)] as const);
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    [`${at}/${name}`, isObject(value) ? undefined : JSON.stringify(value)] as const,
    ...membersOf(value, `${at}/${name}`),
  ]);
}

/** A feature that some failing requests share, and no other request has. */
export interface Common {
  readonly feature: Feature;
  /** Features of exactly the same requests: the requests do not show which of them matters. */
  readonly alternatives: readonly Feature[];
  readonly exchanges: readonly Exchange[];
}

/**
 * The features that failing requests share and no other request has. The feature of the most requests comes first, and is then
 * searched again among the remaining requests. Requests without such a feature are in none of the results.
 */
export function commonFeatures(failing: readonly Exchange[], others: readonly Exchange[]): readonly Common[] {
  const served = others.map(featuresOf);
  const servedKeys = new Set(served.flat().map(featureKey));
  const usual = featuresOfAll(served);
  let open = failing.map((exchange) => ({
    exchange,
    // A missing member is a more general feature than any value.
    features: [...featuresOf(exchange), ...missingFeatures(exchange, usual)]
      .filter((one) => !servedKeys.has(featureKey(one)))
      .toSorted((a, b) => Number(a.value !== undefined) - Number(b.value !== undefined)),
  }));
  const found: Common[] = [];
  for (;;) {
    const best = mostCommon(open);
    if (best === undefined) return found;
    found.push(best);
    open = open.filter(({ exchange }) => !best.exchanges.includes(exchange));
  }
}

/** The parameters and members of bodies that all these requests have. */
function featuresOfAll([first = [], ...rest]: readonly (readonly Feature[])[]): readonly Feature[] {
  const others = rest.map((features) => new Set(features.map(featureKey)));
  const named = first.filter(({ in: part, value }) => value === undefined && (part === 'query' || part === 'body'));
  return named.filter((one) => others.every((keys) => keys.has(featureKey(one))));
}

/** The usual members and parameters that a request lacks. If a whole object is missing, only that object. */
function missingFeatures(exchange: Exchange, usual: readonly Feature[]): readonly Feature[] {
  const own = new Set(featuresOf(exchange).map(featureKey));
  const missing = usual.filter((one) => !own.has(featureKey(one)));
  return missing
    .filter((one) => !missing.some((outer) => outer.in === one.in && one.name.startsWith(`${outer.name}/`)))
    .map((one) => ({ ...one, lacks: true }));
}

function mostCommon(open: readonly { readonly exchange: Exchange; readonly features: readonly Feature[] }[]) {
  const pairs = open.flatMap(({ exchange, features }) => features.map((feature) => ({ exchange, feature })));
  const all = [...groupBy(pairs, ({ feature }) => featureKey(feature)).values()].map((some): Common => {
    const exchanges = some.map(({ exchange }) => exchange);
    return { feature: some[0].feature, alternatives: [], exchanges };
  });
  const [first] = all.toSorted((a, b) => b.exchanges.length - a.exchanges.length);
  if (first === undefined) return undefined;
  const equivalent = all.filter((one) => isDeepStrictEqual(seqsOf(one), seqsOf(first))).map(({ feature }) => feature);
  const otherPlaces = equivalent.filter((one) => one.in !== 'path' && !isSamePlace(one, first.feature));
  const names = new Map(otherPlaces.map((one) => [`${one.in} ${one.name}`, one]));
  return { ...first, alternatives: [...names.values()].slice(0, MAX_ALTERNATIVES) };
}

/** At most this many alternatives are named. */
const MAX_ALTERNATIVES = 2;

function seqsOf({ exchanges }: Common): readonly number[] {
  return exchanges.map(({ seq }) => seq);
}

/** Is it the same place, one around it or one within it? */
function isSamePlace(one: Feature, other: Feature): boolean {
  const [a, b] = [`${one.name}/`, `${other.name}/`];
  return one.in === other.in && (a.startsWith(b) || b.startsWith(a));
}
