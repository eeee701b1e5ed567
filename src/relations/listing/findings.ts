import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Answer, createReader, queryKey, type Reader } from './answer.ts';
import { fallsWithPart } from './consequences.ts';
import { type Broken, bySlug, type Difference, type JudgingContext } from './difference.ts';
import type { ListingEvidence } from './evidence.ts';
import { fallsWithFault, onlyEffectiveParameter } from './explain.ts';
import { explanationsOf } from './faults.ts';
import { withoutExplained } from './isolate.ts';
import { judge } from './judge.ts';
import { excusedLoss, isUnread } from './judge-known.ts';
import { judgeLeaks } from './leaks.ts';
import { createModel, type Model } from './model.ts';
import { beforeWrites, isWrittenTo } from './movement.ts';
import { judgeOpened } from './openings.ts';
import { countsThePage, withoutTotals } from './page-totals.ts';
import { SLUGS } from './slugs.ts';
import { directionsOf, failures, judgeTogether } from './together.ts';

/** A difference, and whether it did not come back when its request was sent again. */
export interface Finding extends Difference {
  readonly flaky?: true;
  /** The clause of the one fault that would break this one as well, by just the same requests. */
  readonly fallsWith?: string;
}

/** What the items are known from. */
type Known = Pick<ListingEvidence, 'learnt' | 'whole' | 'slice' | 'hidden'>;

type Answered = Pick<ListingEvidence, 'learnt' | 'answers'>;

/** Everything that the evidence of a listing breaks. Pure: the same evidence gives the same findings. */
export function findingsOf(reader: ModelReader, evidence: ListingEvidence): readonly Finding[] {
  const answers = beforeWrites(reader.listing, answersOf(reader, evidence));
  const findings = heldAgainst(reader, evidence, answers);
  if (!countsThePage(contextOf(reader, evidence), answers)) return findings;
  // A total that is none would make everything past it the end: what the pages show by themselves is looked at as well.
  const withoutTotal = { ...withoutTotals(reader), known: new WeakMap() };
  const slugs = new Set(findings.map(({ slug }) => slug));
  const further = heldAgainst(
    withoutTotal,
    evidence,
    beforeWrites(withoutTotal.listing, answersOf(withoutTotal, evidence)),
  );
  return [...findings, ...further.filter(({ slug }) => !slugs.has(slug))];
}

/** The same, with what several of them have in common: one fault that would lead to them all. */
export function explainedFindings(reader: ModelReader, evidence: ListingEvidence): readonly Finding[] {
  const findings = findingsOf(reader, evidence);
  if (new Set(findings.map(({ slug }) => slug)).size < 2) return findings;
  const answers = beforeWrites(reader.listing, answersOf(reader, evidence));
  const learnt = evidence.whole ? evidence.learnt.map(({ seq }) => seq) : [];
  const faults = explanationsOf(reader.listing);
  const constant = onlyEffectiveParameter(reader.listing, answers);
  const seen = { answers, learnt, isConstant: constant !== undefined };
  const falling = new Map([
    ...fallsWithPart(reader.listing, findings, answers),
    ...fallsWithFault(contextOf(reader, evidence), faults, seen, findings),
  ]);
  return findings.map((finding) => {
    const fallsWith = lastOf(falling, finding.slug);
    if (fallsWith !== undefined) return { ...finding, fallsWith };
    return constant === undefined ? finding : { ...finding, ...constantWords(constant) };
  });
}

/** What falls with something that itself falls with another falls with that one. */
function lastOf(falling: ReadonlyMap<string, string>, slug: string): string | undefined {
  const passed = new Set([slug]);
  let last = falling.get(slug);
  for (let next = falling.get(last ?? ''); next !== undefined && !passed.has(next); next = falling.get(next)) {
    passed.add(last ?? '');
    last = next;
  }
  return last;
}

function constantWords(parameter: string): Pick<Finding, 'expected' | 'actual'> {
  const beside = parameter === '' ? '' : ` beside ${parameter}`;
  return {
    expected: `an answer that depends on what is asked${beside}`,
    actual: `the same items, total and page whatever is asked${beside}`,
  };
}

/** The same where nothing was asked twice yet, as if the listing stood still: what is worth asking for again. */
export function suspicionsOf(reader: ModelReader, evidence: ListingEvidence): readonly Finding[] {
  return heldAgainst(reader, evidence, unlessMoving(reader.listing, answersOf(reader, evidence)));
}

/** The clauses that answers break, as `suspicionsOf` has them, each with the numbers of all exchanges that break it. */
export function brokenBy(reader: ModelReader, evidence: Known & Answered): Broken {
  const answers = answersOf(reader, evidence);
  return bySlug(differencesOf(contextOf(reader, evidence), answers, unlessMoving(reader.listing, answers)));
}

/** A place of an answer that cannot be read. */
export interface Unread {
  readonly exchange: Exchange;
  readonly at: string;
}

/** By slug: what would be broken, were it not for an item that cannot be read. */
export function excusedLosses(reader: ModelReader, evidence: ListingEvidence): ReadonlyMap<string, Unread> {
  const losses = new Map<string, Unread>();
  const unread = beforeWrites(reader.listing, answersOf(reader, evidence)).filter(({ rows }) => rows.some(isUnread));
  if (unread.length === 0) return losses;
  const model = modelOf(reader, evidence);
  const bySeq = new Map(evidence.answers.map((exchange) => [exchange.seq, exchange]));
  for (const answer of unread) {
    const exchange = bySeq.get(answer.seq);
    const loss = excusedLoss(model, answer);
    if (loss !== undefined && exchange !== undefined) losses.set(loss.slug, { exchange, at: loss.at });
  }
  return losses;
}

/** What is broken where the `steady` answers are held against each other, and each of the others by itself. */
function heldAgainst(reader: ModelReader, evidence: ListingEvidence, steady: readonly Answer[]): readonly Finding[] {
  const { contract, listing } = reader;
  const answers = answersOf(reader, evidence);
  const context = contextOf(reader, evidence);
  const differences = differencesOf(context, answers, steady);
  const short = steady.length === 0 ? [] : missingFrom(context, evidence, answers[0]);
  const unexplained = withoutExplained(listing, withFlaky(differences, answers, context), answers);
  return [
    ...short,
    ...unexplained,
    ...judgeLeaks(listing, answers).slice(0, 1),
    ...judgeOpened(contract, listing, evidence, isWrittenTo(listing, answers)),
  ];
}

function unlessMoving(listing: Listing, answers: readonly Answer[]): readonly Answer[] {
  return isWrittenTo(listing, answers) ? [] : answers;
}

function differencesOf(
  context: JudgingContext,
  answers: readonly Answer[],
  steady: readonly Answer[],
): readonly Difference[] {
  const alone = answers.filter((one) => !steady.includes(one));
  return [
    ...judgeTogether(context, steady),
    ...alone.flatMap((one) => judge({ ...context, model: undefined, judged: undefined }, one)),
    ...failures(context.listing, answers),
  ];
}

/** All pages were read, and together they hold fewer items than the total says. */
function missingFrom(
  { model, listing }: JudgingContext,
  { learnt, whole }: ListingEvidence,
  first: Answer | undefined,
): readonly Finding[] {
  if (model === undefined || !whole || model.unknown <= model.unnamed) return [];
  const [where, inAll] =
    learnt.length === 1 ? ['its one page', ''] : [`the ${learnt.length} pages together`, ' in all'];
  return [
    {
      slug: SLUGS.holdTotal,
      expected: `as many items on ${where} as the total says: ${model.items.length + model.unknown}`,
      actual: `${model.items.length} different items${inAll}`,
      at: `${first?.payload ?? ''}${listing.total ?? listing.items}`,
      seq: learnt[0]?.seq ?? 0,
    },
  ];
}

/** All answers of a listing as far as they can be read, in the order of their requests. */
export function answersOf(reader: ModelReader, { learnt, answers }: Answered): readonly Answer[] {
  return [...learnt, ...answers].flatMap((exchange) => reader.read(exchange) ?? []);
}

export function modelOf(reader: ModelReader, known: Known): Model {
  return knownFrom(reader, known).model;
}

/** A reader, and what is known from the pages that it read: worked out once, however often it is asked about. */
export interface ModelReader extends Reader {
  readonly known: WeakMap<readonly Exchange[], Knowledge>;
}

interface Knowledge extends Omit<Known, 'learnt'>, Required<Pick<JudgingContext, 'judged'>> {
  readonly model: Model;
}

export function createModelReader(of: Pick<Reader, 'contract' | 'listing'>): ModelReader {
  return { ...createReader(of), known: new WeakMap() };
}

function knownFrom(reader: ModelReader, from: Known): Knowledge {
  const before = reader.known.get(from.learnt);
  if (before !== undefined && isTheSame(before, from)) return before;
  const { learnt, whole, slice, hidden } = from;
  const knowledge = { whole, slice, hidden, model: createModelOf(reader, from), judged: new WeakMap() };
  reader.known.set(learnt, knowledge);
  return knowledge;
}

function isTheSame(one: Knowledge, other: Known): boolean {
  return one.whole === other.whole && one.slice === other.slice && one.hidden === other.hidden;
}

function createModelOf(reader: Reader, { learnt, whole, slice, hidden }: Known): Model {
  const answers = learnt.flatMap((exchange) => reader.read(exchange) ?? []);
  const rows = answers.flatMap((answer) => answer.rows);
  return createModel(reader.listing, {
    rows,
    total: answers[0]?.total,
    whole,
    slice,
    hidden: new Map(Object.entries(hidden)),
  });
}

function contextOf(reader: ModelReader, evidence: Known & Answered): JudgingContext {
  const { listing } = reader;
  const { model, judged } = knownFrom(reader, evidence);
  return {
    listing,
    model,
    judged,
    directions: directionsOf(listing, answersOf(reader, evidence)),
  };
}

/** What one answer alone showed, and its repetition does not, is flaky; a contradiction stays one. */
function withFlaky(
  differences: readonly Difference[],
  answers: readonly Answer[],
  context: JudgingContext,
): readonly Finding[] {
  const bySeq = new Map(answers.map((answer) => [answer.seq, answer]));
  return differences.map((difference) => {
    const first = bySeq.get(difference.seq ?? 0);
    if (first === undefined || difference.contradiction === true) return difference;
    const later = answers.filter(({ seq, query }) => seq > first.seq && queryKey(query) === queryKey(first.query));
    const isGone = (one: Answer) =>
      first.failed === undefined
        ? !judge(context, one).some(({ slug }) => slug === difference.slug)
        : one.failed === undefined;
    return later.length > 0 && later.every(isGone) ? { ...difference, flaky: true } : difference;
  });
}
