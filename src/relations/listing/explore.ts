import type { Tools } from '../../check/check.ts';
import type { Depth } from '../../check/target.ts';
import { budgetSpent } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { createReader, type Listed, type Reader } from './answer.ts';
import type { Accepts } from './selections.ts';
import { draw } from './draw.ts';
import type { ListingEvidence, Unexercised } from './evidence.ts';
import type { Fault } from './fault.ts';
import { faultsOf } from './faults.ts';
import { answersOf, findingsOf, isMoving, modelOf } from './findings.ts';
import { hiddenTexts } from './hidden.ts';
import { learn } from './learn.ts';
import type { Model } from './model.ts';
import { openSome } from './open.ts';
import type { Plan, Spending } from './plan.ts';
import type { Plans } from './plans.ts';
import { whyNot } from './reasons.ts';
import { createTrip, type Trip } from './trip.ts';

export const SPENDING: Readonly<Record<Depth, Spending>> = {
  smoke: { faultsPerRequest: 24, showings: 1, pages: 3, opened: 1, hidden: 0, drawn: 0 },
  standard: { faultsPerRequest: 6, showings: 1, pages: 6, opened: 4, hidden: 1, drawn: 0 },
  deep: { faultsPerRequest: 3, showings: 3, pages: 20, opened: 60, hidden: 6, drawn: 200 },
};

/** At most so many findings are sent again. */
const CONFIRMATIONS = 5;

/** Learns the items of a listing, chooses the requests that tell the most faults apart on them, and sends those. */
export async function explore(tools: Tools, listing: Listing, plans: Plans): Promise<ListingEvidence> {
  const spending = SPENDING[tools.depth];
  const reader = createReader({ contract: tools.contract, listing });
  const accepts = acceptsOf(tools, listing);
  const trip = createTrip(tools, listing);
  const learnt = await learn(trip.send, reader, listing, spending.pages, accepts);
  const hidden = await hiddenTexts(tools, listing, reader, learnt, spending.hidden);
  const known = { learnt: learnt.telling, whole: learnt.whole, slice: learnt.slice, hidden };
  const first = learnt.exchanges.map((exchange) => reader.read(exchange)).find((listed) => listed !== undefined);
  if (first === undefined || first.failed !== undefined)
    return {
      ...known,
      answers: learnt.exchanges,
      opened: [],
      unexercised: {},
      obstacle: trip.obstacle() ?? 'the listing was not served',
    };
  const model = modelOf(reader, listing, known);
  const rest = learnt.exchanges.filter((exchange) => !learnt.telling.includes(exchange));
  const faults = faultsOf(listing);
  const plan = plans(model, faults, accepts, spending);
  const asked = learnt.exchanges.map(({ request }) => request.query);
  const answers = [...rest, ...(await trip.all(plan.choose(asked, [])))];
  answers.push(
    ...(await trip.all(
      plan.again(
        answers.flatMap((exchange) => reader.read(exchange) ?? []),
        asked,
      ),
    )),
  );
  const opened = await openSome(tools, listing, reader, learnt.telling, spending.opened);
  answers.push(...(await draw(tools, { listing, model, reader, accepts, runs: spending.drawn, answers })));
  const soFar: ListingEvidence = { ...known, answers, opened, unexercised: {} };
  answers.push(...(await confirm(tools, listing, trip, soFar, first)));
  const unexercised = unexercisedOf({ reader, model, faults, plan, trip, evidence: { ...soFar, answers } });
  return { ...soFar, answers, unexercised };
}

function acceptsOf({ contract }: Tools, { schemas }: Listing): Accepts {
  return (parameter, value) => {
    const schema = schemas[parameter];
    const isNumber = schema?.type === 'integer' || schema?.type === 'number';
    return schema !== undefined && contract.validators.compile(schema)(isNumber ? Number(value) : value);
  };
}

/** Sends again what looks broken, and in any case the first request: whether it is the same service that answers. */
async function confirm(
  tools: Tools,
  listing: Listing,
  trip: Trip,
  evidence: ListingEvidence,
  first: Listed,
): Promise<readonly Exchange[]> {
  // Once more and yet once more: some answers change only with the third.
  const repeats = [await trip.again(first.ask), ...(tools.depth === 'smoke' ? [] : [await trip.again(first.ask)])];
  const found = findingsOf(tools.contract, listing, evidence);
  const asks = new Map([...evidence.learnt, ...evidence.answers].map(({ seq, request }) => [seq, request.query]));
  const bySlug = new Map(found.toReversed().map(({ slug, seq }) => [slug, seq]));
  const wanted = new Set(
    [...bySlug.values()]
      .map((seq) => asks.get(seq ?? 0))
      .filter((ask) => ask !== undefined && ask !== first.ask)
      .slice(0, CONFIRMATIONS),
  );
  for (const ask of wanted) if (ask !== undefined) repeats.push(await trip.again(ask));
  return repeats.filter((exchange) => exchange !== undefined);
}

function unexercisedOf({
  reader,
  model,
  faults,
  plan,
  trip,
  evidence,
}: {
  readonly reader: Reader;
  readonly model: Model;
  readonly faults: readonly Fault[];
  readonly plan: Plan;
  readonly trip: Trip;
  readonly evidence: ListingEvidence;
}): Readonly<Record<string, Unexercised>> {
  const answers = answersOf(reader, evidence).filter(({ failed }) => failed === undefined);
  const moving = isMoving(answers);
  const exercised = plan.shownBy(
    answers.map(({ ask }) => ask),
    model.whole && !moving,
  );
  const possible = new Set(faults.map(({ slug }) => slug));
  const stopped = trip.stopped();
  const missing = [...possible].filter((slug) => !exercised.has(slug));
  return Object.fromEntries(
    missing.map((slug) => {
      if (stopped !== undefined && !moving)
        return [
          slug,
          {
            reason: stopped.message,
            ...(stopped.remedy === undefined ? {} : { remedy: stopped.remedy }),
            as: stopped.kind,
          },
        ];
      const spent = budgetSpent('skip');
      return [
        slug,
        !moving && plan.couldShow(slug)
          ? { reason: spent.message, remedy: spent.remedy ?? '' }
          : whyNot(model, slug, moving),
      ];
    }),
  );
}
