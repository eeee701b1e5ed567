import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Answer, createReader, queryKey, type Reader } from './answer.ts';
import { fallsWithEnd, fallsWithPart } from './consequences.ts';
import { type Broken, bySlug, type Difference, type JudgingContext } from './difference.ts';
import type { ListingEvidence } from './evidence.ts';
import { fallsWithFault, onlyEffectiveParameter } from './explain.ts';
import { failures } from './failures.ts';
import { explanationsOf } from './faults.ts';
import { withoutExplained } from './isolate.ts';
import { judge } from './judge.ts';
import { excusedLoss, isUnread } from './judge-known.ts';
import { judgeLeaks } from './leaks.ts';
import { createModel, type Model } from './model.ts';
import { beforeWrites, isWrittenTo } from './movement.ts';
import { judgeOpened } from './openings.ts';
import { judgeTies } from './order.ts';
import { countsThePage, withoutTotals, wrongTotal } from './page-totals.ts';
import { directionsOf, judgeTogether } from './together.ts';

/** A difference, and whether it is flaky: repeating its request did not reproduce it. */
export interface Finding extends Difference {
  readonly flaky?: true;
  /** The slug of the clause whose fault also explains this finding, which is reported with it. */
  readonly fallsWith?: string;
}

/** The part of the evidence that the model is made from. */
type Known = Pick<ListingEvidence, 'learnt' | 'whole' | 'slice' | 'hidden'>;

type Answered = Pick<ListingEvidence, 'learnt' | 'answers'>;

/** All findings of the evidence of a listing. Pure: the same evidence gives the same findings. */
export function findingsOf(reader: ModelReader, evidence: ListingEvidence): readonly Finding[] {
  const answers = beforeWrites(reader.listing, answersOf(reader, evidence));
  const findings = judgeAll(reader, evidence, answers);
  if (!countsThePage(contextOf(reader, evidence), answers)) return findings;
  // The total counts one page only, so later pages would seem past the end. Judge again without totals.
  const withoutTotal = { ...withoutTotals(reader), known: new WeakMap() };
  const slugs = new Set(findings.map(({ slug }) => slug));
  const further = judgeAll(
    withoutTotal,
    evidence,
    beforeWrites(withoutTotal.listing, answersOf(withoutTotal, evidence)),
  );
  const all = [...findings, ...further.filter(({ slug }) => !slugs.has(slug))];
  return withoutExplained(reader.listing, all, answers);
}

/** The findings of `findingsOf`. Those with a common cause name its clause in `fallsWith`. */
export function explainedFindings(reader: ModelReader, evidence: ListingEvidence): readonly Finding[] {
  const findings = findingsOf(reader, evidence);
  if (new Set(findings.map(({ slug }) => slug)).size < 2) return findings;
  const answers = beforeWrites(reader.listing, answersOf(reader, evidence));
  const learnt = evidence.whole ? evidence.learnt.map(({ seq }) => seq) : [];
  const faults = explanationsOf(reader.listing);
  const constant = onlyEffectiveParameter(reader.listing, answers);
  const seen = { answers, learnt, isConstant: constant !== undefined };
  const falling = new Map([
    ...fallsWithEnd(reader.listing, findings, answers),
    ...fallsWithPart(reader.listing, findings, answers),
    ...fallsWithFault(contextOf(reader, evidence), faults, seen, findings),
  ]);
  return findings.map((finding) => {
    const fallsWith = rootCauseOf(falling, finding.slug);
    if (fallsWith !== undefined) return { ...finding, fallsWith };
    return constant === undefined ? finding : { ...finding, ...constantWords(constant) };
  });
}

/** The last clause in the chain of causes of a clause: its cause, or the cause of that. Stops at a cycle. */
function rootCauseOf(falling: ReadonlyMap<string, string>, slug: string): string | undefined {
  const visited = new Set([slug]);
  let last = falling.get(slug);
  for (let next = falling.get(last ?? ''); next !== undefined && !visited.has(next); next = falling.get(next)) {
    visited.add(last ?? '');
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

/** The findings before any repetition shows whether the listing moves. Their requests are worth sending again. */
export function suspicionsOf(reader: ModelReader, evidence: ListingEvidence): readonly Finding[] {
  return judgeAll(reader, evidence, unlessWritten(reader.listing, answersOf(reader, evidence)));
}

/** The clauses that answers break, judged as in `suspicionsOf`, each with the numbers of all exchanges that break it. */
export function brokenBy(reader: ModelReader, evidence: Known & Answered): Broken {
  const answers = answersOf(reader, evidence);
  return bySlug(differencesOf(contextOf(reader, evidence), answers, unlessWritten(reader.listing, answers)));
}

/** A place of an answer that cannot be read. */
export interface Unread {
  readonly exchange: Exchange;
  readonly at: string;
}

/** By slug: the clauses that seem broken, but an item that cannot be read may be the missing one. */
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

/** Compares the `steady` answers with each other and with the model, and judges each other answer by itself. */
function judgeAll(reader: ModelReader, evidence: ListingEvidence, steady: readonly Answer[]): readonly Finding[] {
  const { contract, listing } = reader;
  const answers = answersOf(reader, evidence);
  const context = contextOf(reader, evidence);
  const differences = differencesOf(context, answers, steady);
  const missing = steady.length === 0 ? [] : missingBeyondUnread(context, evidence, answers);
  const unexplained = withoutExplained(listing, markFlaky(differences, answers, context), answers);
  return [
    ...missing,
    ...unexplained,
    ...judgeLeaks(listing, answers).slice(0, 1),
    ...answers.flatMap((answer) => judgeTies(listing, answer)),
    ...judgeOpened(contract, listing, evidence, answers),
  ];
}

function unlessWritten(listing: Listing, answers: readonly Answer[]): readonly Answer[] {
  return isWrittenTo(listing, answers) ? [] : answers;
}

function differencesOf(
  context: JudgingContext,
  answers: readonly Answer[],
  steady: readonly Answer[],
): readonly Difference[] {
  const notSteady = answers.filter((one) => !steady.includes(one));
  return [
    ...judgeTogether(context, steady),
    ...notSteady.flatMap((one) => judge({ ...context, model: undefined, judged: undefined }, one)),
    ...failures(context, answers),
  ];
}

/**
 * A finding if all pages were read, and they lack more items of the total than those whose ids cannot be read. The total is wrong,
 * unless another answer shows an item that the pages lack.
 */
function missingBeyondUnread(
  { model, listing }: JudgingContext,
  { learnt, whole }: ListingEvidence,
  answers: readonly Answer[],
): readonly Finding[] {
  if (model === undefined || !whole || model.unknown <= model.unnamed) return [];
  const words = learnt.length === 1 ? 'its one page' : `the ${learnt.length} pages together`;
  const pages = { words, shown: [...new Set(answers)].filter(({ seq }) => learnt.some((one) => one.seq === seq)) };
  const { at, ...wrong } = wrongTotal(listing, model.items.length + model.unknown, model.byKey, pages, answers);
  return [{ ...wrong, at: `${answers[0]?.payload ?? ''}${at}`, seq: learnt[0]?.seq ?? 0 }];
}

/** All readable answers of a listing: first those from which the items were learnt, then the others. */
export function answersOf(reader: ModelReader, { learnt, answers }: Answered): readonly Answer[] {
  return [...learnt, ...answers].flatMap((exchange) => reader.read(exchange) ?? []);
}

export function modelOf(reader: ModelReader, known: Known): Model {
  return knowledgeOf(reader, known).model;
}

/** A reader that also caches the model of the pages that it read. */
export interface ModelReader extends Reader {
  readonly known: WeakMap<readonly Exchange[], Knowledge>;
}

interface Knowledge extends Omit<Known, 'learnt'>, Required<Pick<JudgingContext, 'judged'>> {
  readonly model: Model;
}

export function createModelReader(of: Pick<Reader, 'contract' | 'listing'>): ModelReader {
  return { ...createReader(of), known: new WeakMap() };
}

function knowledgeOf(reader: ModelReader, from: Known): Knowledge {
  const before = reader.known.get(from.learnt);
  if (before !== undefined && isSameKnowledge(before, from)) return before;
  const { learnt, whole, slice, hidden } = from;
  const knowledge = { whole, slice, hidden, model: createModelOf(reader, from), judged: new WeakMap() };
  reader.known.set(learnt, knowledge);
  return knowledge;
}

function isSameKnowledge(one: Knowledge, other: Known): boolean {
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
  const { model, judged } = knowledgeOf(reader, evidence);
  return {
    listing,
    model,
    judged,
    directions: directionsOf(listing, answersOf(reader, evidence), model),
  };
}

/** Marks a difference as flaky if no later repetition of its request shows it. Contradictions are never flaky. */
function markFlaky(
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
