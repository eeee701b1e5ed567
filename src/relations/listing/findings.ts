import type { Contract } from '../../contract/contract.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { atPointer, isObject, joinPointer, splitPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { original } from '../../schema/traps.ts';
import type { Listed, Reader } from './answer.ts';
import { type Bench, type Broken, bySlug, type Complaint } from './complaint.ts';
import type { ListingEvidence, Opened } from './evidence.ts';
import { explained, isDeaf } from './explain.ts';
import { explanationsOf } from './faults.ts';
import { toldSimplest } from './isolate.ts';
import { judge } from './judge.ts';
import { leaks } from './leaks.ts';
import { createModel, type Model } from './model.ts';
import { SLUGS } from './slugs.ts';
import { directionsOf, failures, judgeTogether } from './together.ts';
import { measure } from './values.ts';

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
  const falling = explained(benchOf(reader, evidence), faults, { answers, learnt }, findings);
  return findings.map((finding) => {
    const fallsWith = falling.get(finding.slug);
    if (fallsWith !== undefined) return { ...finding, fallsWith };
    return isDeaf(answers) ? { ...finding, ...DEAF_WORDS } : finding;
  });
}

const DEAF_WORDS = {
  expected: 'an answer that depends on what is asked',
  actual: 'the same items, total and page whatever is asked',
};

/** The same where nothing was asked twice yet, as if the listing stood still: what is worth asking for again. */
export function suspicionsOf(reader: Reader, evidence: ListingEvidence): readonly Finding[] {
  return heldAgainst(reader, evidence, unlessMoving(answersOf(reader, evidence)));
}

/** The clauses that answers break, as `suspicionsOf` has them, each with the numbers of all exchanges that break it. */
export function brokenBy(reader: Reader, evidence: Known & Answered): Broken {
  const answers = answersOf(reader, evidence);
  return bySlug(complaintsOf(benchOf(reader, evidence), answers, unlessMoving(answers)));
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

/** Each item opens by its id, and is the one that was listed. */
function openings(contract: Contract, listing: Listing, { learnt, opened }: ListingEvidence): readonly Finding[] {
  const { opens } = listing;
  if (opens === undefined) return [];
  const [shape] = listing.shapes(joinPointer(listing.items, '*'));
  const bySeq = new Map(learnt.map((exchange) => [exchange.seq, exchange]));
  return opened.flatMap((one) => {
    const listed = atPointer(bodyOf(bySeq.get(one.listed)), one.at);
    if (!isObject(listed)) return [];
    const broken = shape === undefined ? new Set() : brokenMembers(contract, shape, listed, '');
    return opening(
      contract,
      listing,
      one,
      where(listed, (name) => name === listing.id || !broken.has(name)),
    );
  });
}

function where(
  object: Readonly<Record<string, unknown>>,
  isMeant: (name: string) => boolean,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isMeant(name)));
}

function opening(
  contract: Contract,
  { opens, id }: Listing,
  { answer }: Opened,
  listed: Readonly<Record<string, unknown>>,
): readonly Finding[] {
  const place = opens?.item ?? '';
  const item = atPointer(bodyOf(answer), place);
  if (answer.outcome.kind !== 'response') return [];
  const { status } = answer.outcome;
  if (status >= 400)
    return [
      {
        slug: SLUGS.resolves,
        expected: `the item with the id ${String(listed[id])}, as it is listed`,
        actual: `status ${status}`,
        seq: answer.seq,
      },
    ];
  if (!isObject(item)) return [];
  const idPlace = opens?.id ?? `/${id}`;
  const own = atPointer(item, idPlace);
  const schema = schemaOf(contract, opens?.operation ?? '');
  const broken = schema === undefined ? new Set() : brokenMembers(contract, schema, bodyOf(answer), place);
  const isId = (typeof own === 'string' || typeof own === 'number') && !broken.has(splitPointer(idPlace)[0] ?? '');
  if (isId && String(own).toLowerCase() !== String(listed[id]).toLowerCase())
    return [
      {
        slug: SLUGS.resolves,
        expected: `id ${String(listed[id])}`,
        actual: String(own),
        at: place + idPlace,
        seq: answer.seq,
      },
    ];
  const odd = (opens?.same ?? []).find((member) => !broken.has(member) && !isAlike(item[member], listed[member]));
  return odd === undefined
    ? []
    : [
        {
          slug: SLUGS.sameRecord,
          expected: `${odd} ${JSON.stringify(listed[odd])}, as listed`,
          actual: JSON.stringify(item[odd]),
          at: joinPointer(place, odd),
          seq: answer.seq,
        },
      ];
}

function bodyOf(exchange: Exchange | undefined): unknown {
  return exchange?.outcome.kind === 'response' ? original(exchange.outcome.body.json) : undefined;
}

function schemaOf({ operations }: Contract, operation: string): Schema | undefined {
  const success = operations.get(operation)?.responses.find(({ key }) => key.startsWith('2'));
  return Object.values(success?.content ?? {})[0]?.schema;
}

/** Members of the object at a place that break the document: of them that clause speaks. */
function brokenMembers({ inspector }: Contract, schema: Schema, body: unknown, place: string): ReadonlySet<string> {
  const broken = inspector.inspect(schema, body).filter(({ holds }) => !holds);
  return new Set(
    broken.flatMap(({ pointer }) =>
      pointer.startsWith(`${place}/`) ? [pointer.slice(place.length + 1).split('/')[0] ?? ''] : [],
    ),
  );
}

/**
 * The same value, however texts are spaced and dates are written, and in whatever order lists are. What is absent, null or
 * an empty list on one side says nothing.
 */
function isAlike(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined || a === null || b === null) return true;
  const [one, other] = [measure(a), measure(b)];
  if (one !== undefined && other !== undefined) return one === other;
  if (typeof a === 'string' && typeof b === 'string') return letters(a) === letters(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === 0 || b.length === 0 || inOrder(a) === inOrder(b);
  return JSON.stringify(a) === JSON.stringify(b);
}

function inOrder(list: readonly unknown[]): string {
  return JSON.stringify(list.map((one) => (typeof one === 'string' ? letters(one) : JSON.stringify(one))).sort());
}

function letters(text: string): string {
  return text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
}
