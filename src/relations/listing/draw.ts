import type { Tools } from '../../check/check.ts';
import { sharedSeed } from '../../check/sequences.ts';
import { NotShown } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import { ABSENT, type Choice, choices, type Slot } from '../../generate/choices.ts';
import { search } from '../../generate/search.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Ask, Reader } from './answer.ts';
import { candidatesOf } from './candidates.ts';
import { judge } from './judge.ts';
import type { Model } from './model.ts';
import { type Accepts } from './selections.ts';
import { directionsOf } from './together.ts';
import { inOrder } from './values.ts';

interface Drawing {
  readonly listing: Listing;
  readonly model: Model;
  readonly reader: Reader;
  readonly accepts: Accepts;
  readonly runs: number;
  readonly answers: readonly Exchange[];
}

/**
 * Requests drawn by chance from the values of the chosen ones' candidates, each answer held against the same model. One
 * that breaks something is made small, and comes back as the answers that show it.
 */
export async function draw(tools: Tools, drawing: Drawing): Promise<readonly Exchange[]> {
  const { listing, model, reader, runs } = drawing;
  if (runs === 0 || model.items.length === 0) return [];
  const directions = directionsOf(
    listing,
    drawing.answers.flatMap((exchange) => reader.read(exchange) ?? []),
  );
  const slots = slotsOf(drawing);
  const send = async (ask: Ask, discardable: boolean) => {
    const request = tools.request(listing.operation.id).query(ask);
    return tools.send(discardable ? request.discardable() : request.fresh());
  };
  try {
    const { counterexample } = await search(
      choices(slots.map(({ slot }) => slot)),
      async (choice) => {
        const ask = askOf(drawing, slots, choice);
        const listed = ask === undefined ? undefined : reader.read(await send(ask, true));
        return listed === undefined || judge({ listing, model, directions }, listed).length === 0;
      },
      { seed: sharedSeed(tools, `listing ${listing.operation.id}`), runs, path: tools.replay },
    );
    const ask = counterexample === undefined ? undefined : askOf(drawing, slots, counterexample);
    return ask === undefined ? [] : [await send(ask, false)];
  } catch (error) {
    if (error instanceof NotShown) return [];
    throw error;
  }
}

interface Named {
  readonly name: string;
  readonly slot: Slot<string>;
}

/** Per parameter all values that its candidates have. */
function slotsOf({ model, accepts, listing }: Drawing): readonly Named[] {
  const values = new Map<string, Set<string>>();
  for (const { asks } of candidatesOf(model, accepts))
    for (const ask of asks)
      for (const [name, value] of Object.entries(ask)) values.set(name, (values.get(name) ?? new Set()).add(value));
  return Object.keys(listing.schemas).flatMap((name) => {
    const known = [...(values.get(name) ?? [])];
    return known.length === 0 ? [] : [{ name, slot: { optional: model.slice[name] === undefined, values: known } }];
  });
}

/** Undefined for a page beyond the last, and where nothing has to be found. */
function askOf({ listing, model }: Drawing, slots: readonly Named[], choice: Choice): Ask | undefined {
  const entries = slots.flatMap(({ name, slot }, index) => {
    const at = choice[index] ?? ABSENT;
    return at === ABSENT ? [] : [[name, slot.values[at] ?? ''] as const];
  });
  const ask = inOrder(listing, { ...model.slice, ...Object.fromEntries(entries) });
  const size = Number(ask[listing.size.parameter] ?? listing.defaults[listing.size.parameter]);
  const { least } = model.expectationOf(ask);
  return least === 0 || (Number(ask[listing.page.parameter] ?? 1) - 1) * size >= least ? undefined : ask;
}
