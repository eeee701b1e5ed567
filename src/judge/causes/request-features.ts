import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isWrong } from '../../contract/roles.ts';
import { groupBy } from '../../groups.ts';
import { pathOf } from '../../http/base-url.ts';
import { type Exchange, sentBody } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';

/**
 * Something that a request has, and others do not: a parameter, a header or a member of the body, with or without its value; or
 * that it finds nothing.
 */
export interface Feature {
  readonly in: 'query' | 'header' | 'body' | 'path' | 'credential' | 'result';
  readonly name: string;
  readonly value?: string;
  /** It is that the request does without this member, which all others have. */
  readonly lacks?: true;
}

export function featureKey({ in: part, name, value, lacks }: Feature): string {
  return `${lacks === true ? 'no ' : ''}${part} ${name}${value === undefined ? '' : `=${shortened(value)}`}`;
}

/** So much of a value is in the id of a finding, which people copy. */
const LONGEST = 80;

function shortened(value: string): string {
  if (value.length <= LONGEST) return value;
  return `${value.slice(0, LONGEST / 2)}…${createHash('sha256').update(value).digest('hex').slice(0, 8)}`;
}

/** The features of a request, the more general first. */
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
    // What is wrong is drawn anew for each run.
    ...(wrong.length > 0 ? [] : headers.map(([name, value]): Feature => ({ in: 'header', name, value }))),
    { in: 'path', name: 'path', value: pathOf(request) },
  ];
}

/** So many first letters make two names speak of one thing. */
const ALIKE = 4;

/** Parameters that begin alike, the first one greater than the second: `yearStart>yearEnd`. */
function reversedRanges(query: readonly (readonly [string, string])[]): readonly string[] {
  return query.flatMap(([one, upper]) =>
    query
      .filter(([other]) => one !== other && one.slice(0, ALIKE) === other.slice(0, ALIKE))
      .flatMap(([other, lower]) => (Number(upper) > Number(lower) ? [`${one}>${other}`] : [])),
  );
}

/** What is odd about a value as JSON, whatever else it says: nulls among the elements of a list, half a pair of surrogates. */
function oddities(name: string, value = ''): readonly Feature[] {
  return [
    ...(/^\[.*\bnull\b.*\]$/u.test(value) ? [{ in: 'body', name: `${name}/*`, value: 'null' } as const] : []),
    ...(/\\ud[89a-f]/u.test(value) ? [{ in: 'body', name, value: 'half a pair of surrogates' } as const] : []),
  ];
}

/** A longer list is rather a conversation than a range. */
const FEW_ELEMENTS = 4;

/** The members of a body at any depth, those of short lists among them, and the values of those that are no objects. */
function membersOf(node: unknown, at: string): readonly (readonly [string, string | undefined])[] {
  if (Array.isArray(node))
    return node.length > FEW_ELEMENTS || node.some((one) => typeof one === 'object' && one !== null)
      ? []
      : node.map((value, index) => [`${at}/${index}`, JSON.stringify(value)] as const);
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    [`${at}/${name}`, isObject(value) ? undefined : JSON.stringify(value)] as const,
    ...membersOf(value, `${at}/${name}`),
  ]);
}

/** What tells some requests from all others. */
export interface Common {
  readonly feature: Feature;
  /** What tells the very same requests from the others: which of them it is was not asked apart. */
  readonly alternatives: readonly Feature[];
  readonly exchanges: readonly Exchange[];
}

/**
 * What some requests have in common and none of the others has, the feature of the most requests first; so that each
 * request that can be told from the others is told by one of them. Those that remain have nothing of their own.
 */
export function commonFeatures(failing: readonly Exchange[], others: readonly Exchange[]): readonly Common[] {
  const served = others.map(featuresOf);
  const elsewhere = new Set(served.flat().map(featureKey));
  const usual = inAll(served);
  let open = failing.map((exchange) => ({
    exchange,
    // That something is missing is more general than any value.
    features: [...featuresOf(exchange), ...lacking(exchange, usual)]
      .filter((one) => !elsewhere.has(featureKey(one)))
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

/** The parameters, and the members of a body, that all these requests have. */
function inAll([first = [], ...rest]: readonly (readonly Feature[])[]): readonly Feature[] {
  const others = rest.map((features) => new Set(features.map(featureKey)));
  const named = first.filter(({ in: part, value }) => value === undefined && (part === 'query' || part === 'body'));
  return named.filter((one) => others.every((keys) => keys.has(featureKey(one))));
}

/** The usual members and parameters that a request does without; of an object that is not there, the object alone. */
function lacking(exchange: Exchange, usual: readonly Feature[]): readonly Feature[] {
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
  const alike = all.filter((one) => isDeepStrictEqual(numbersOf(one), numbersOf(first))).map(({ feature }) => feature);
  const apart = alike.filter((one) => one.in !== 'path' && !isAbout(one, first.feature));
  const names = new Map(apart.map((one) => [`${one.in} ${one.name}`, one]));
  return { ...first, alternatives: [...names.values()].slice(0, ALTERNATIVES) };
}

/** So many others are named in a sentence. */
const ALTERNATIVES = 2;

function numbersOf({ exchanges }: Common): readonly number[] {
  return exchanges.map(({ seq }) => seq);
}

/** The same thing, around it or within it. */
function isAbout(one: Feature, other: Feature): boolean {
  const [a, b] = [`${one.name}/`, `${other.name}/`];
  return one.in === other.in && (a.startsWith(b) || b.startsWith(a));
}
