import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';

/** Something that a request has, and others do not: a parameter or a member of the body, with or without its value. */
export interface Feature {
  readonly in: 'query' | 'body' | 'path';
  readonly name: string;
  readonly value?: string;
}

export function featureKey({ in: part, name, value }: Feature): string {
  return `${part} ${name}${value === undefined ? '' : `=${value}`}`;
}

/** The features of a request, the more general first. */
export function featuresOf({ request }: Exchange): readonly Feature[] {
  const query = Object.entries(request.query);
  const members = membersOf(bodyOf(request.body), '');
  return [
    ...query.map(([name]): Feature => ({ in: 'query', name })),
    ...members.map(([name]): Feature => ({ in: 'body', name })),
    ...query.map(([name, value]): Feature => ({ in: 'query', name, value })),
    ...members.flatMap(([name, value]): readonly Feature[] =>
      value === undefined ? [] : [{ in: 'body', name, value }],
    ),
    { in: 'path', name: 'path', value: request.target.split('?')[0] ?? '' },
  ];
}

function bodyOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** The members of a body at any depth, and the values of those that are no objects. */
function membersOf(node: unknown, at: string): readonly (readonly [string, string | undefined])[] {
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    [`${at}/${name}`, isObject(value) ? undefined : JSON.stringify(value)] as const,
    ...membersOf(value, `${at}/${name}`),
  ]);
}

/**
 * What some requests have in common and none of the others has, the feature of the most requests first; so that each
 * request that can be told from the others is told by one of them. Those that remain have nothing of their own.
 */
export function commonFeatures(
  failing: readonly Exchange[],
  others: readonly Exchange[],
): readonly { readonly feature: Feature; readonly exchanges: readonly Exchange[] }[] {
  const elsewhere = new Set(others.flatMap((exchange) => featuresOf(exchange).map(featureKey)));
  let open = failing;
  const found: { feature: Feature; exchanges: readonly Exchange[] }[] = [];
  for (;;) {
    const best = mostCommon(open, elsewhere);
    if (best === undefined) return found;
    found.push(best);
    open = open.filter((exchange) => !best.exchanges.includes(exchange));
  }
}

function mostCommon(failing: readonly Exchange[], elsewhere: ReadonlySet<string>) {
  const candidates = new Map<string, { feature: Feature; exchanges: Exchange[] }>();
  for (const exchange of failing)
    for (const feature of featuresOf(exchange)) {
      const key = featureKey(feature);
      if (elsewhere.has(key)) continue;
      const known = candidates.get(key);
      if (known === undefined) candidates.set(key, { feature, exchanges: [exchange] });
      else known.exchanges.push(exchange);
    }
  return [...candidates.values()].reduce<{ feature: Feature; exchanges: Exchange[] } | undefined>(
    (best, one) => (best === undefined || one.exchanges.length > best.exchanges.length ? one : best),
    undefined,
  );
}
