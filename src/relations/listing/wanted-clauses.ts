import type { CheckContext } from '../../check/check.ts';
import { inTurns } from '../../turns.ts';
import type { Answer } from './answer.ts';
import { confirm, isolate } from './confirm.ts';
import type { ListingEvidence } from './evidence.ts';
import { faultsOf } from './faults.ts';
import { findingsOf, type ModelReader, modelOf } from './findings.ts';
import { hiddenTexts } from './hidden.ts';
import { type Learnt, learntOf } from './learn.ts';
import { openSome } from './open.ts';
import type { Plans } from './plan.ts';
import type { Budget } from './planning.ts';
import type { Requester } from './requester.ts';
import type { Accepts } from './selections.ts';
import { clauseOf, clausesOf, findsSlug, SLUGS } from './slugs.ts';
import { fromWire } from './wire.ts';

/** What exploring a listing needs once its items are learnt. */
export interface Exploration {
  readonly tools: CheckContext;
  readonly reader: ModelReader;
  readonly plans: Plans;
  readonly accepts: Accepts;
  readonly requester: Requester;
  readonly learnt: Learnt;
  /** The first answer that was served. */
  readonly first: Answer;
  readonly spending: Budget;
}

/** For more clauses than this, all requests are sent. */
const MAX_WANTED = 3;

/**
 * For a run that asks for a few clauses only. Sends the requests for faults of those clauses, and returns the evidence if it
 * breaks all of them. Otherwise undefined: a clause may be broken as no fault predicts, so all requests are needed.
 */
export async function exploreWanted(exploration: Exploration): Promise<ListingEvidence | undefined> {
  const { tools, reader, plans, accepts, requester, learnt, first, spending } = exploration;
  const { listing } = reader;
  const slugs = clausesOf(listing)
    .filter((clause) => tools.isWanted(clauseOf(listing, clause)))
    .map(({ slug }) => slug);
  if (slugs.length > MAX_WANTED) return undefined;
  const isAnyWanted = (some: readonly string[]) => slugs.some((slug) => some.includes(slug));
  const searched = Object.keys(listing.search?.hidden?.members ?? {}).map(findsSlug);
  const hidden = isAnyWanted(searched) ? await hiddenTexts(tools, listing, reader, learnt, spending.hidden) : {};
  const known = { ...learntOf(learnt), hidden };
  const plan = await inTurns(plans(modelOf(reader, known), faultsOf(listing), accepts, spending));
  const asked = learnt.exchanges.map(({ request }) => fromWire(listing, request.query));
  const answers = learnt.exchanges.filter((exchange) => !learnt.telling.includes(exchange));
  answers.push(...(await requester.all(await inTurns(plan.chooseFor(slugs, asked)))));
  const opened = isAnyWanted([SLUGS.resolves, SLUGS.sameRecord])
    ? await openSome(tools, listing, reader, learnt.telling, spending.opened)
    : [];
  const evidence = { ...known, answers, opened, unexercised: {} };
  // Each of these looks at the answers to those before it, which the evidence has as well.
  answers.push(...(await isolate(reader, requester, evidence)));
  answers.push(...(await confirm(reader, requester, evidence, first, spending.repeats)));
  const broken = new Set(findingsOf(reader, evidence).flatMap(({ slug, flaky }) => (flaky === true ? [] : [slug])));
  return slugs.every((slug) => broken.has(slug)) ? evidence : undefined;
}
