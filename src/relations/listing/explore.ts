import type { CheckContext } from '../../check/check.ts';
import { isSuccess } from '../../check/judges.ts';
import { type NotTested, unlessNotTested } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import { defined } from '../../defined.ts';
import type { Exchange } from '../../http/exchange.ts';
import { inTurns, type Steps } from '../../turns.ts';
import type { Answer, Query } from './answer.ts';
import { basesOf, isSearchRequired } from './bases.ts';
import { confirm, isolate } from './confirm.ts';
import { draw } from './draw.ts';
import type { ListingEvidence, Unexercised } from './evidence.ts';
import type { Fault } from './fault.ts';
import { faultsOf } from './faults.ts';
import { answersOf, type ModelReader, modelOf } from './findings.ts';
import { hiddenTexts, takesText } from './hidden.ts';
import { sendForLeaks } from './leaks.ts';
import { type Learnt, largestPage, learn, learntOf } from './learn.ts';
import type { Model } from './model.ts';
import { beforeWrites, isWrittenTo } from './movement.ts';
import { openSome } from './open.ts';
import type { RequestGroup } from './pairs.ts';
import type { Plan, Plans } from './plan.ts';
import { whyNotExercised } from './reasons.ts';
import { createRequester, type Requester } from './requester.ts';
import type { Accepts } from './selections.ts';
import { spendingOf } from './spending.ts';
import { sendSubstitutes } from './substitutes.ts';
import { inOrder, sizeOf } from './values.ts';
import { type Exploration, exploreWanted } from './wanted-clauses.ts';
import { fromWire, toWire } from './wire.ts';

/** Learns the items of a listing, chooses the requests that detect the most faults with these items, and sends them. */
export async function explore(
  tools: CheckContext,
  { reader, plans }: { readonly reader: ModelReader; readonly plans: Plans },
): Promise<ListingEvidence> {
  const { listing } = reader;
  const spending = spendingOf(tools.budget);
  const accepts = acceptsOf(tools, listing);
  const requester = createRequester(tools, listing);
  const bases = isSearchRequired(listing) ? await basesOf(tools, listing) : undefined;
  const learnt = await learn({ send: requester.send, reader, pages: spending.pages }, accepts, bases);
  const first = learnt.exchanges.map((exchange) => reader.read(exchange)).find(isServed);
  if (first === undefined) return notServed(learnt, requester);
  const exploration = { tools, reader, plans, accepts, requester, learnt, first, spending };
  return (await exploreWanted(exploration)) ?? (await exploreAll(exploration));
}

async function exploreAll(exploration: Exploration): Promise<ListingEvidence> {
  const { tools, reader, plans, accepts, requester, learnt, first, spending } = exploration;
  const { listing } = reader;
  const hidden = await hiddenTexts(tools, listing, reader, learnt, spending.hidden);
  const known = { ...learntOf(learnt), hidden };
  const model = modelOf(reader, known);
  const earlier = await firstAnswers(exploration);
  const faults = faultsOf(listing);
  const plan = await inTurns(plans(model, faults, accepts, spending));
  const answers = await sendPlanned(exploration, plan, earlier);
  answers.push(...(await sendSubstitutes(exploration, plan, { ...known, answers })));
  const opened = await openSome(tools, listing, reader, learnt.telling, spending.opened);
  const evidence = { ...known, answers, opened, unexercised: {} };
  // Each of these looks at the answers to those before it.
  const furtherRequests = [
    () => sendPastTheEnd(exploration),
    () => draw(tools, { listing, model, reader, accepts, runs: spending.drawn, answers }),
    () => isolate(reader, requester, evidence),
    () => confirm(reader, requester, evidence, first, spending.repeats),
    async () =>
      isWrittenTo(listing, answersOf(reader, evidence)) ? await sendForLeaks(requester, model, accepts) : [],
  ];
  for (const send of furtherRequests) answers.push(...(await send()));
  const unexercised = await inTurns(unexercisedOf(exploration, plan, model, faults, evidence));
  return { ...evidence, unexercised };
}

/** The answers from before the choice of requests: those from learning, and others that cost little. Each once. */
async function firstAnswers({ tools, reader, requester, learnt, spending }: Exploration): Promise<readonly Exchange[]> {
  // Only if the first request is repeated often enough to show that nobody wrote to the listing since.
  const plain = spending.repeats > 1 ? await plainAnswer(tools, reader.listing, requester) : [];
  const documented = spending.ample ? await sendExamples(tools, reader.listing, requester) : [];
  return [...new Set([...learnt.exchanges, ...plain, ...documented])];
}

/** Sends the requests of the plan. Returns the answers to them, and the earlier ones that the model is not made from. */
async function sendPlanned(
  { reader, requester, learnt, first, spending }: Exploration,
  plan: Plan,
  earlier: readonly Exchange[],
): Promise<Exchange[]> {
  const asked = earlier.map(({ request }) => fromWire(reader.listing, request.query));
  const chosen = await inTurns(plan.choose(asked));
  const rest = earlier.filter((exchange) => !learnt.telling.includes(exchange));
  const answers = [...rest, ...(await sendInParts(requester, chosen, first.query, spending.controls))];
  const served = answers.flatMap((exchange) => reader.read(exchange) ?? []);
  return [...answers, ...(await requester.all(await inTurns(plan.again(served, asked))))];
}

function notServed(learnt: Learnt, requester: Requester): ListingEvidence {
  const obstacle = requester.obstacle();
  return {
    ...learntOf(learnt),
    hidden: {},
    answers: learnt.exchanges,
    opened: [],
    unexercised: {},
    obstacle: obstacle?.message ?? 'the listing was not served',
    ...defined({ remedy: obstacle?.remedy }),
  };
}

/** The answer to the request without parameters. The run sends that request anyway, so it costs nothing. */
async function plainAnswer(tools: CheckContext, listing: Listing, requester: Requester): Promise<readonly Exchange[]> {
  const plain = await unlessNotTested(() => tools.send(tools.request(listing.operation.id)));
  if (plain === undefined || !isSuccess(plain)) return [];
  requester.keep(fromWire(listing, plain.request.query), plain);
  return [plain];
}

/**
 * Sends each example value of a filter in the document, whether or not an item has it. The contract promises that the service
 * accepts these values. Returns the successful answers.
 */
async function sendExamples(tools: CheckContext, listing: Listing, requester: Requester): Promise<readonly Exchange[]> {
  const { operation, filters, page } = listing;
  const queries = filters.flatMap(({ parameter }) => {
    const { examples = {} } = operation.parameters.find(({ name }) => name === parameter) ?? {};
    const window = { ...largestPage(listing), [page.parameter]: '1' };
    return Object.values(examples).map(({ value }) => inOrder(listing, { [parameter]: String(value), ...window }));
  });
  const answers = await Promise.all(
    queries.map((query) =>
      unlessNotTested(() => tools.send(tools.request(operation.id).query(toWire(listing, query)))),
    ),
  );
  const served = answers.filter((answer) => answer !== undefined).filter(isSuccess);
  for (const answer of served) requester.keep(fromWire(listing, answer.request.query), answer);
  return served;
}

/** Asks for the page after the last one, if the document says what it has. */
async function sendPastTheEnd({ reader, requester, learnt, first }: Exploration): Promise<readonly Exchange[]> {
  const { listing } = reader;
  if (listing.page.past === undefined || first.total === undefined) return [];
  const window = largestPage(listing);
  const page = Math.ceil(first.total / sizeOf(listing, window)) + 1;
  const query = inOrder(listing, { ...learnt.slice, ...window, [listing.page.parameter]: String(page) });
  const answer = await requester.send(query);
  return answer === undefined ? [] : [answer];
}

function isServed(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && answer.failed === undefined;
}

/**
 * Sends the chosen requests in parts, and repeats the control request after each part but the last. If the request budget runs
 * out midway, the answers before the last control can still be compared with each other.
 */
async function sendInParts(
  requester: Requester,
  groups: readonly RequestGroup[],
  control: Query,
  controls: number,
): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  const size = Math.ceil(groups.length / (controls + 1));
  for (let part = 0; part <= controls; part += 1) {
    answers.push(...(await requester.all(groups.slice(part * size, (part + 1) * size))));
    const again = part < controls ? await requester.again(control) : undefined;
    if (again !== undefined) answers.push(again);
  }
  return answers;
}

function acceptsOf({ contract }: CheckContext, { schemas }: Listing): Accepts {
  return (parameter, value) => takesText(contract, schemas[parameter], value);
}

function* unexercisedOf(
  { reader, requester }: Exploration,
  plan: Plan,
  model: Model,
  faults: readonly Fault[],
  evidence: ListingEvidence,
): Steps<Readonly<Record<string, Unexercised>>> {
  const answers = answersOf(reader, evidence).filter(({ failed }) => failed === undefined);
  const isMoving = isWrittenTo(reader.listing, answers);
  const steady = beforeWrites(reader.listing, answers);
  const queriesOf = (some: readonly Answer[]) => some.map(({ query }) => query);
  const exercised = new Set([
    ...(yield* plan.detectedBy(queriesOf(steady), model.whole)),
    ...(yield* plan.detectedBy(queriesOf(answers.filter((one) => !steady.includes(one))), false)),
  ]);
  const possible = new Set(faults.map(({ slug }) => slug));
  const failed = evidence.learnt.map((one) => reader.read(one)?.failed).find((status) => status !== undefined);
  const stopped = requester.stopped();
  const missing = [...possible].filter((slug) => !exercised.has(slug));
  if (stopped !== undefined && !isMoving) return Object.fromEntries(missing.map((slug) => [slug, notSent(stopped)]));
  const reasons: Record<string, Unexercised> = {};
  for (const slug of missing)
    reasons[slug] =
      !isMoving && (yield* plan.couldShow(slug)) ? NOT_CHOSEN : whyNotExercised(model, slug, isMoving, failed);
  return reasons;
}

const NOT_CHOSEN: Unexercised = {
  reason: 'the requests that this depth has for a listing do not show it',
  remedy: 'run with a greater --depth',
};

function notSent({ message, remedy, kind }: NotTested): Unexercised {
  return defined({ reason: message, remedy, as: kind });
}
