import { pathOf } from '../../http/base-url.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import { sentBody } from './symptoms.ts';

/** Something that a request has, and others do not: a parameter, a header or a member of the body, with or without its value. */
export interface Feature {
  readonly in: 'query' | 'header' | 'body' | 'path' | 'credential';
  readonly name: string;
  readonly value?: string;
  /** It is that the request does without this member, which all others have. */
  readonly lacks?: true;
}

export function featureKey({ in: part, name, value, lacks }: Feature): string {
  return `${lacks === true ? 'no ' : ''}${part} ${name}${value === undefined ? '' : `=${value}`}`;
}

/** The features of a request, the more general first. */
export function featuresOf({ request }: Exchange): readonly Feature[] {
  const query = Object.entries(request.query);
  const headers = Object.entries(request.headers);
  const members = membersOf(sentBody({ request }), '');
  const wrong = request.credentials.filter((name) => name.startsWith('wrong '));
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

/** Parameters that begin alike, the first one greater than the second: `yearStart>yearEnd`. */
function reversedRanges(query: readonly (readonly [string, string])[]): readonly string[] {
  return query.flatMap(([one, upper]) =>
    query
      .filter(([other, lower]) => one !== other && beginAlike(one, other) && Number(upper) > Number(lower))
      .map(([other]) => `${one}>${other}`),
  );
}

function beginAlike(one: string, other: string): boolean {
  return one.slice(0, ALIKE) === other.slice(0, ALIKE);
}

/** So many first letters make two names speak of one thing. */
const ALIKE = 4;

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
  const elsewhere = new Set(others.flatMap((exchange) => featuresOf(exchange).map(featureKey)));
  const usual = { members: inAllBodies(others), parameters: inAllQueries(others) };
  let open = failing;
  const found: Common[] = [];
  for (;;) {
    const best = mostCommon(open, elsewhere, usual);
    if (best === undefined) return found;
    found.push(best);
    open = open.filter((exchange) => !best.exchanges.includes(exchange));
  }
}

/** The members that the bodies of all these requests have. */
function inAllBodies(exchanges: readonly Exchange[]): readonly string[] {
  const [first, ...rest] = exchanges.map((one) => membersOf(sentBody(one), '').map(([name]) => name));
  return (first ?? []).filter((name) => rest.every((names) => names.includes(name)));
}

/** The query parameters that all these requests have. */
function inAllQueries(exchanges: readonly Exchange[]): readonly string[] {
  const [first, ...rest] = exchanges.map(({ request }) => Object.keys(request.query));
  return (first ?? []).filter((name) => rest.every((names) => names.includes(name)));
}

/** What all requests have that are served. */
interface Usual {
  readonly members: readonly string[];
  readonly parameters: readonly string[];
}

/** The usual members and parameters that a request does without; of an object that is not there, the object alone. */
function lacking({ request }: Exchange, usual: Usual): readonly Feature[] {
  const own = new Set(membersOf(sentBody({ request }), '').map(([name]) => name));
  const missing = usual.members.filter((name) => !own.has(name));
  return [
    ...usual.parameters
      .filter((name) => request.query[name] === undefined)
      .map((name): Feature => ({ in: 'query', name, lacks: true })),
    ...missing
      .filter((name) => !missing.some((outer) => name.startsWith(`${outer}/`)))
      .map((name): Feature => ({ in: 'body', name, lacks: true })),
  ];
}

function mostCommon(failing: readonly Exchange[], elsewhere: ReadonlySet<string>, usual: Usual): Common | undefined {
  const candidates = new Map<string, { feature: Feature; exchanges: Exchange[] }>();
  for (const exchange of failing)
    for (const feature of [...featuresOf(exchange), ...lacking(exchange, usual)]) {
      const key = featureKey(feature);
      if (elsewhere.has(key)) continue;
      const known = candidates.get(key);
      if (known === undefined) candidates.set(key, { feature, exchanges: [exchange] });
      else known.exchanges.push(exchange);
    }
  const all = [...candidates.values()];
  const first = all.reduce<(typeof all)[number] | undefined>(
    (best, one) => (best === undefined || one.exchanges.length > best.exchanges.length ? one : best),
    undefined,
  );
  if (first === undefined) return undefined;
  const { exchanges } = first;
  const alike = all.filter((one) => isSame(one.exchanges, exchanges)).map(({ feature }) => feature);
  // The answers themselves say it best.
  const said = alike.find(({ name }) => exchanges.every((exchange) => isNamedIn(exchange, name)));
  if (said !== undefined) return { feature: said, alternatives: [], exchanges };
  const apart = alike.filter((one) => one.in !== 'path' && !isAbout(one, first.feature));
  const names = new Map(apart.map((one) => [`${one.in} ${one.name}`, one]));
  return { feature: first.feature, alternatives: [...names.values()].slice(0, ALTERNATIVES), exchanges };
}

/** So many others are named in a sentence. */
const ALTERNATIVES = 2;

function isSame(some: readonly Exchange[], others: readonly Exchange[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

/** The same thing, around it or within it. */
function isAbout(one: Feature, other: Feature): boolean {
  const [a, b] = [`${one.name}/`, `${other.name}/`];
  return one.in === other.in && (a.startsWith(b) || b.startsWith(a));
}

/** Names of fewer letters stand in any text. */
const TELLING = 4;

function isNamedIn({ outcome }: Exchange, name: string): boolean {
  const leaf = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  return leaf.length >= TELLING && outcome.kind === 'response' && outcome.body.text.toLowerCase().includes(leaf);
}
