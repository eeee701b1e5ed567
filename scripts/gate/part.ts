import { createHash } from 'node:crypto';

/**
 * The gate has two tiers. `npm test` runs a drawn part of everything slow, `npm run proof` the rest, so that together
 * everything runs. A script or test file that is started by hand runs all of it.
 */
export type Part = 'drawn' | 'rest' | 'all';

/** The two environment variables by which a tier tells its children what to run: `GATE_PART` and the seed, `GATE_SEED`. */
interface GateEnvironment {
  readonly GATE_PART?: string;
  readonly GATE_SEED?: string;
}

export function partOf({ GATE_PART }: GateEnvironment = process.env): Part {
  if (GATE_PART === undefined || GATE_PART === '') return 'all';
  if (GATE_PART === 'drawn' || GATE_PART === 'rest' || GATE_PART === 'all') return GATE_PART;
  throw new Error(`GATE_PART is ${GATE_PART}; it has to be drawn, rest or all.`);
}

/**
 * The items of this tier, in their own order. The seed and the name of an item decide whether it is drawn, so that the draw
 * neither depends on the machine nor moves when an item is added. A share above 0 draws at least one.
 */
export function inPart<T>(
  items: readonly T[],
  share: number,
  nameOf: (item: T) => string,
  environment: GateEnvironment = process.env,
): readonly T[] {
  const part = partOf(environment);
  if (part === 'all') return items;
  const seed = environment.GATE_SEED ?? '';
  const rankOf = (item: T): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(item)}`)
      .digest('hex');
  const ranked = items.map((item) => ({ item, rank: rankOf(item) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const drawn = new Set(ranked.slice(0, Math.ceil(items.length * share)).map(({ item }) => item));
  return items.filter((item) => drawn.has(item) === (part === 'drawn'));
}
