import type { CheckContext } from '../../check/check.ts';
import { sharedSeed } from '../../check/sequences.ts';
import { unlessNotTested } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import { ABSENT, type Choice, choices, type Slot } from '../../generate/choices.ts';
import { search } from '../../generate/search.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Query, Reader } from './answer.ts';
import { candidatesOf } from './candidates.ts';
import { judge } from './judge.ts';
import type { Model } from './model.ts';
import { type Accepts } from './selections.ts';
import { directionsOf } from './together.ts';
import { inOrder, sizeOf } from './values.ts';
import { toWire } from './wire.ts';

interface Drawing {
  readonly listing: Listing;
  readonly model: Model;
  readonly reader: Reader;
  readonly accepts: Accepts;
  readonly runs: number;
  readonly answers: readonly Exchange[];
}

/**
 * Sends random combinations of the candidates' values, and judges each answer by the model. A combination that breaks a clause
 * is shrunk, and the answer to the smallest one is returned.
 */
export async function draw(tools: CheckContext, drawing: Drawing): Promise<readonly Exchange[]> {
  const { listing, model, reader, runs } = drawing;
  if (runs === 0 || model.items.length === 0) return [];
  const directions = directionsOf(
    listing,
    drawing.answers.flatMap((exchange) => reader.read(exchange) ?? []),
    model,
  );
  const slots = slotsOf(drawing);
  const send = async (query: Query, discardable: boolean) => {
    const request = tools.request(listing.operation.id).query(toWire(listing, query));
    return tools.send(discardable ? request.discardable() : request.fresh());
  };
  const found = await unlessNotTested(async () => {
    const { counterexample } = await search(
      choices(slots.map(({ slot }) => slot)),
      async (choice) => {
        const query = queryOf(drawing, slots, choice);
        const answer = query === undefined ? undefined : reader.read(await send(query, true));
        return answer === undefined || judge({ listing, model, directions }, answer).length === 0;
      },
      { seed: sharedSeed(tools, `listing ${listing.operation.id}`), runs, path: tools.replay },
    );
    const query = counterexample === undefined ? undefined : queryOf(drawing, slots, counterexample);
    return query && send(query, false);
  });
  return found === undefined ? [] : [found];
}

interface NamedSlot {
  readonly name: string;
  readonly slot: Slot<string>;
}

/** For each parameter all values that it has in the candidates. */
function slotsOf({ model, accepts, listing }: Drawing): readonly NamedSlot[] {
  const values = new Map<string, Set<string>>();
  for (const { queries } of candidatesOf(model, accepts))
    for (const query of queries)
      for (const [name, value] of Object.entries(query)) values.set(name, (values.get(name) ?? new Set()).add(value));
  return Object.keys(listing.schemas).flatMap((name) => {
    const known = [...(values.get(name) ?? [])];
    return known.length === 0 ? [] : [{ name, slot: { optional: model.slice[name] === undefined, values: known } }];
  });
}

/** The query of a choice. Undefined if its page is beyond the last, or if it need not find any item. */
function queryOf({ listing, model }: Drawing, slots: readonly NamedSlot[], choice: Choice): Query | undefined {
  const entries = slots.flatMap(({ name, slot }, index) => {
    const at = choice[index] ?? ABSENT;
    return at === ABSENT ? [] : [[name, slot.values[at] ?? ''] as const];
  });
  const query = inOrder(listing, { ...model.slice, ...Object.fromEntries(entries) });
  const size = sizeOf(listing, query);
  const { least } = model.expectationOf(query);
  const page = Number(query[listing.page.parameter] ?? 1);
  // A page can be sent as an offset only if the page size is known.
  const hasNoOffset = listing.page.as === 'offset' && page > 1 && Number.isNaN(size);
  return least === 0 || hasNoOffset || (page - 1) * size >= least ? undefined : query;
}
