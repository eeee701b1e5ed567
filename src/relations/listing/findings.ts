import type { Exchange } from '../../http/exchange.ts';
import type { Listed, Reader } from './answer.ts';
import { type Bench, type Broken, bySlug, type Complaint } from './complaint.ts';
import type { ListingEvidence } from './evidence.ts';
import { deafness, explained } from './explain.ts';
import { explanationsOf } from './faults.ts';
import { toldSimplest } from './isolate.ts';
import { judge } from './judge.ts';
import { excusedLoss, isUnread } from './judge-known.ts';
import { leaks } from './leaks.ts';
import { createModel, type Model } from './model.ts';
import { openings } from './openings.ts';
import { SLUGS } from './slugs.ts';
import { directionsOf, failures, judgeTogether } from './together.ts';

/** A complaint, and whether it did not come back when its request was sent again. */
export interface Finding extends Complaint {
  readonly flaky?: true;
  /** The clause of the one fault that would break this one as well, by just the same requests. */
  readonly fallsWith?: string;
}

/** What the items are known from. */
type Known = Pick<ListingEvidence, 'learnt' | 'whole' | 'slice' | 'hidden'>;

type Answered = Pick<ListingEvidence, 'learnt' | 'answers'>;

/** Everything that the evidence of a listing breaks. Pure: the same evidence gives the same findings. */
export function findingsOf(reader: Reader, evidence: ListingEvidence): readonly Finding[] {
  return heldAgainst(reader, evidence, steadyPart(answersOf(reader, evidence)));
}

/** The same, with what several of them have in common: one fault that would lead to them all. */
export function explainedFindings(reader: Reader, evidence: ListingEvidence): readonly Finding[] {
  const findings = findingsOf(reader, evidence);
  if (new Set(findings.map(({ slug }) => slug)).size < 2) return findings;
  const answers = steadyPart(answersOf(reader, evidence));
  const learnt = evidence.whole ? evidence.learnt.map(({ seq }) => seq) : [];
  const faults = explanationsOf(reader.listing);
  const deaf = deafness(reader.listing, answers);
  const seen = { answers, learnt, isDeaf: deaf !== undefined };
  const falling = explained(benchOf(reader, evidence), faults, seen, findings);
  return findings.map((finding) => {
    const fallsWith = falling.get(finding.slug);
    if (fallsWith !== undefined) return { ...finding, fallsWith };
    return deaf === undefined ? finding : { ...finding, ...deafWords(deaf) };
  });
}

function deafWords(parameter: string): Pick<Finding, 'expected' | 'actual'> {
  const beside = parameter === '' ? '' : ` beside ${parameter}`;
  return {
    expected: `an answer that depends on what is asked${beside}`,
    actual: `the same items, total and page whatever is asked${beside}`,
  };
}

/** The same where nothing was asked twice yet, as if the listing stood still: what is worth asking for again. */
export function suspicionsOf(reader: Reader, evidence: ListingEvidence): readonly Finding[] {
  return heldAgainst(reader, evidence, unlessMoving(answersOf(reader, evidence)));
}

/** The clauses that answers break, as `suspicionsOf` has them, each with the numbers of all exchanges that break it. */
export function brokenBy(reader: Reader, evidence: Known & Answered): Broken {
  const answers = answersOf(reader, evidence);
  return bySlug(complaintsOf(benchOf(reader, evidence), answers, unlessMoving(answers)));
}

/** A place of an answer that cannot be read. */
export interface Unread {
  readonly exchange: Exchange;
  readonly at: string;
}

/** By slug: what would be broken, were it not for an item that cannot be read. */
export function excusedLosses(reader: Reader, evidence: ListingEvidence): ReadonlyMap<string, Unread> {
  const losses = new Map<string, Unread>();
  const unread = steadyPart(answersOf(reader, evidence)).filter(({ rows }) => rows.some(isUnread));
  if (unread.length === 0) return losses;
  const model = modelOf(reader, evidence);
  const bySeq = new Map(evidence.answers.map((exchange) => [exchange.seq, exchange]));
  for (const listed of unread) {
    const exchange = bySeq.get(listed.seq);
    const loss = excusedLoss(model, listed);
    if (loss !== undefined && exchange !== undefined) losses.set(loss.slug, { exchange, at: loss.at });
  }
  return losses;
}

/** What is broken where the `steady` answers are held against each other, and each of the others by itself. */
function heldAgainst(reader: Reader, evidence: ListingEvidence, steady: readonly Listed[]): readonly Finding[] {
  const { contract, listing } = reader;
  const answers = answersOf(reader, evidence);
  const bench = benchOf(reader, evidence);
  const complaints = complaintsOf(bench, answers, steady);
  const short = steady.length === 0 ? [] : missingFrom(bench, evidence);
  const told = toldSimplest(listing, settled(complaints, answers, bench), answers);
  return [...short, ...told, ...leaks(listing, answers).slice(0, 1), ...openings(contract, listing, evidence)];
}

function unlessMoving(answers: readonly Listed[]): readonly Listed[] {
  return isMoving(answers) ? [] : answers;
}

function complaintsOf(bench: Bench, answers: readonly Listed[], steady: readonly Listed[]): readonly Complaint[] {
  const alone = answers.filter((one) => !steady.includes(one));
  return [
    ...judgeTogether(bench, steady),
    ...alone.flatMap((one) => judge({ ...bench, model: undefined }, one)),
    ...failures(bench.listing, answers),
  ];
}

/**
 * The answers that came while the listing stood still: those before the last request that was sent again and got the same
 * total as before. A listing that is written to while it is read breaks nothing.
 */
export function steadyPart(answers: readonly Listed[]): readonly Listed[] {
  if (isMoving(answers)) return [];
  const isRepetition = ({ seq, ask }: Listed) =>
    answers.some((one) => one.seq < seq && JSON.stringify(one.ask) === JSON.stringify(ask));
  const last = Math.max(0, ...answers.filter(isRepetition).map(({ seq }) => seq));
  return answers.filter(({ seq }) => seq <= last);
}

/** All pages were read, and together they hold fewer items than the total says. */
function missingFrom({ model, listing }: Bench, { learnt, whole }: ListingEvidence): readonly Finding[] {
  if (model === undefined || !whole || model.unknown <= model.unnamed) return [];
  return [
    {
      slug: SLUGS.holdTotal,
      expected: `${model.items.length + model.unknown} items on all pages together, as the total says`,
      actual: `${model.items.length} items`,
      at: listing.total,
      seq: learnt[0]?.seq ?? 0,
    },
  ];
}

/** All answers of a listing as far as they can be read, in the order of their requests. */
export function answersOf(reader: Reader, { learnt, answers }: Answered): readonly Listed[] {
  return [...learnt, ...answers].flatMap((exchange) => reader.read(exchange) ?? []);
}

export function modelOf(reader: Reader, { learnt, whole, slice, hidden }: Known): Model {
  const answers = learnt.flatMap((exchange) => reader.read(exchange) ?? []);
  const rows = answers.flatMap((listed) => listed.rows);
  return createModel(reader.listing, {
    rows,
    total: answers[0]?.total,
    whole,
    slice,
    hidden: new Map(Object.entries(hidden)),
  });
}

function benchOf(reader: Reader, evidence: Known & Answered): Bench {
  const { listing } = reader;
  return {
    listing,
    model: modelOf(reader, evidence),
    directions: directionsOf(listing, answersOf(reader, evidence)),
  };
}

/** A listing is written to while it is read where the same request later gives another total. */
export function isMoving(answers: readonly Listed[]): boolean {
  const totals = new Map<string, number>();
  return answers.some(({ ask, total }) => {
    const key = JSON.stringify(ask);
    const before = totals.get(key);
    if (total !== undefined && before === undefined) totals.set(key, total);
    return before !== undefined && total !== undefined && before !== total;
  });
}

/** What one answer alone showed, and its repetition does not, is flaky; a contradiction stays one. */
function settled(complaints: readonly Complaint[], answers: readonly Listed[], bench: Bench): readonly Finding[] {
  const bySeq = new Map(answers.map((listed) => [listed.seq, listed]));
  return complaints.map((complaint) => {
    const first = bySeq.get(complaint.seq ?? 0);
    if (first === undefined || complaint.contradiction === true) return complaint;
    const later = answers.filter(
      ({ seq, ask }) => seq > first.seq && JSON.stringify(ask) === JSON.stringify(first.ask),
    );
    const isGone = (one: Listed) =>
      first.failed === undefined
        ? !judge(bench, one).some(({ slug }) => slug === complaint.slug)
        : one.failed === undefined;
    return later.length > 0 && later.every(isGone) ? { ...complaint, flaky: true } : complaint;
  });
}
