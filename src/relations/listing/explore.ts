import type { Tools } from '../../check/check.ts';
import type { Depth } from '../../check/target.ts';
import { budgetSpent, NotShown } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Ask, createReader, type Listed, type Reader } from './answer.ts';
import { type Accepts, type Bundle, candidatesOf } from './candidates.ts';
import { choose, createShows, type Effort, type Prospect, prospectsOf, tell } from './choose.ts';
import { draw } from './draw.ts';
import type { ListingEvidence, Unexercised } from './evidence.ts';
import type { Fault } from './fault.ts';
import { faultsOf } from './faults.ts';
import { answersOf, findingsOf, isMoving, modelOf } from './findings.ts';
import { hiddenTexts } from './hidden.ts';
import { learn } from './learn.ts';
import type { Model } from './model.ts';
import { openSome } from './open.ts';
import { whyNot } from './reasons.ts';
import type { Directions } from './order.ts';

/** What a depth spends on one listing: the depths differ in nothing else. */
interface Spending {
  /** One request for so many faults, and how often each has to show. */
  readonly faultsPerRequest: number;
  readonly showings: number;
  /** At most so many pages to learn the items from. */
  readonly pages: number;
  /** So many items are opened by their ids. */
  readonly opened: number;
  /** So many of its items tell what is searched and not shown. */
  readonly hidden: number;
  /** So many requests drawn by chance beside the chosen ones. */
  readonly drawn: number;
}

export const SPENDING: Readonly<Record<Depth, Spending>> = {
  smoke: { faultsPerRequest: 24, showings: 1, pages: 3, opened: 1, hidden: 0, drawn: 0 },
  standard: { faultsPerRequest: 9, showings: 2, pages: 6, opened: 5, hidden: 2, drawn: 0 },
  deep: { faultsPerRequest: 3, showings: 3, pages: 20, opened: 60, hidden: 6, drawn: 200 },
};

/** A small declaration has few faults, and needs a few requests all the same. */
const LEAST_REQUESTS = 8;

/** At most so many findings are sent again. */
const CONFIRMATIONS = 5;

/** Learns the items of a listing, chooses the requests that tell the most faults apart on them, and sends those. */
export async function explore(tools: Tools, listing: Listing): Promise<ListingEvidence> {
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
  const plan = createPlan(model, faults, accepts, spending);
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

/** The way of requests to the listing. What cannot be sent any more ends it, and what came so far is kept. */
interface Trip {
  send(ask: Ask, past?: boolean): Promise<Exchange | undefined>;
  again(ask: Ask): Promise<Exchange | undefined>;
  all(bundles: readonly Bundle[]): Promise<readonly Exchange[]>;
  /** Why requests stayed unsent or unanswered; undefined where all were answered. */
  stopped(): NotShown | undefined;
  obstacle(): string | undefined;
}

function createTrip(tools: Tools, { operation }: Listing): Trip {
  const state: { stopped?: NotShown; failure?: string } = {};
  const sent = new Map<string, Exchange | undefined>();
  const go = async (ask: Ask, { past = false, fresh = false }): Promise<Exchange | undefined> => {
    const plain = tools.request(operation.id).query(ask);
    const request = past ? plain.open('a page beyond the last one') : plain;
    try {
      const exchange = await tools.send(fresh ? request.fresh() : request);
      if (exchange.outcome.kind === 'failure') state.failure ??= exchange.outcome.message;
      else if (exchange.outcome.status === TOO_MANY_REQUESTS) state.failure ??= 'rate limited (429)';
      else return exchange;
    } catch (error) {
      if (!(error instanceof NotShown)) throw error;
      state.stopped ??= error;
    }
    return undefined;
  };
  const send = async (ask: Ask, past = false) => {
    const key = JSON.stringify(ask);
    if (!sent.has(key)) sent.set(key, await go(ask, { past }));
    return sent.get(key);
  };
  return {
    send,
    again: (ask) => go(ask, { fresh: true }),
    async all(bundles) {
      const asks = new Map(bundles.flatMap((bundle) => bundle.asks).map((ask) => [JSON.stringify(ask), ask]));
      const news = [...asks].filter(([key]) => !sent.has(key)).map(([, ask]) => ask);
      const answers = await Promise.all(news.map((ask) => send(ask)));
      const twice = await Promise.all(
        bundles.filter(({ again }) => again).map(({ asks: each }) => go(each.at(-1) ?? {}, { fresh: true })),
      );
      return [...answers, ...twice].filter((exchange) => exchange !== undefined);
    },
    stopped: () =>
      state.stopped ?? (state.failure === undefined ? undefined : new NotShown('inconclusive', state.failure)),
    obstacle: () => state.failure ?? state.stopped?.message,
  };
}

/** RFC 6585: the caller has used up what it may ask. */
const TOO_MANY_REQUESTS = 429;

interface Plan {
  choose(asked: readonly Ask[], avoided: readonly Ask[]): readonly Bundle[];
  /** What takes the place of requests that were not served. */
  again(answers: readonly Listed[], asked: readonly Ask[]): readonly Bundle[];
  /** The clauses that requests show; `isWhole` tells whether what is known of the items counts. */
  shownBy(asks: readonly Ask[], isWhole: boolean): ReadonlySet<string>;
  /** Is there a candidate that would show a fault of this clause? */
  couldShow(slug: string): boolean;
}

function createPlan(model: Model, faults: readonly Fault[], accepts: Accepts, spending: Spending): Plan {
  const effort: Effort = {
    requests: Math.max(LEAST_REQUESTS, Math.ceil(faults.length / spending.faultsPerRequest)),
    showings: spending.showings,
  };
  const directions: Directions = new Map(Object.keys(model.listing.sort?.by ?? {}).map((sort) => [sort, -1]));
  const prospects = prospectsOf(candidatesOf(model, accepts), faults);
  const shows = createShows(model, faults, directions);
  const isOf = (slug: string) => (index: number) => faults[index]?.slug === slug;
  const showsClause = (one: Prospect, slug: string) => {
    tell(one, shows, isOf(slug));
    return [...one.told].some(([index, known]) => known === true && isOf(slug)(index));
  };
  const choice = (asked: readonly Ask[], avoided: readonly Ask[]) => {
    const isAvoided = ({ bundle }: Prospect) => bundle.asks.some((ask) => avoided.some((one) => isLike(one, ask)));
    return choose(
      prospects.filter((one) => !isAvoided(one)),
      shows,
      faults,
      effort,
      asked,
    );
  };
  return {
    choose: choice,
    couldShow: (slug) => prospects.some((one) => showsClause(one, slug)),
    again(answers, asked) {
      const failed = answers.filter((listed) => listed.failed !== undefined).map(({ ask }) => ask);
      if (failed.length === 0) return [];
      const served = answers.filter((listed) => listed.failed === undefined).map(({ ask }) => ask);
      const avoided = failed.flatMap((ask) => culprit(ask, served));
      return choice([...asked, ...answers.map(({ ask }) => ask)], avoided.length > 0 ? avoided : failed);
    },
    shownBy(asks, isWhole) {
      const covered = coveredBy(asks, prospects, faults);
      const blind = isWhole ? shows : createShows({ ...model, whole: false }, faults, directions);
      const fresh = isWhole
        ? covered
        : covered.map((one) => ({ ...one, told: new Map([...one.told.keys()].map((index) => [index, undefined])) }));
      const shown = new Set<string>();
      for (const one of fresh) {
        tell(one, blind, (index) => !shown.has(faults[index]?.slug ?? ''));
        for (const [index, known] of one.told) if (known === true) shown.add(faults[index]?.slug ?? '');
      }
      return shown;
    },
  };
}

/** The bundles that these requests hold, and each of them by itself. */
function coveredBy(
  asks: readonly Ask[],
  prospects: readonly Prospect[],
  faults: readonly Fault[],
): readonly Prospect[] {
  const keys = asks.map((ask) => JSON.stringify(ask));
  const [once, twice] = [new Set(keys), new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
  const held = prospects.filter(
    ({ bundle }) =>
      bundle.asks.every((ask) => once.has(JSON.stringify(ask))) &&
      (bundle.again !== true || twice.has(JSON.stringify(bundle.asks.at(-1)))),
  );
  const known = new Set(
    held.flatMap(({ bundle }) => (bundle.asks.length === 1 ? [JSON.stringify(bundle.asks[0])] : [])),
  );
  const others = asks.filter((ask) => !known.has(JSON.stringify(ask))).map((ask) => ({ asks: [ask] }));
  return [...held, ...prospectsOf(others, faults)];
}

/** The part of a request that no served one has: a value of a parameter, or else a parameter. */
function culprit(ask: Ask, served: readonly Ask[]): readonly Ask[] {
  const entries = Object.entries(ask).filter(([name, value]) => !served.some((one) => one[name] === value));
  const [entry] = entries.filter(([name]) => !served.some((one) => one[name] !== undefined));
  const chosen = entry ?? entries[0];
  return chosen === undefined ? [] : [{ [chosen[0]]: chosen[1] }];
}

function isLike(part: Ask, ask: Ask): boolean {
  return Object.entries(part).every(([name, value]) => ask[name] === value);
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
