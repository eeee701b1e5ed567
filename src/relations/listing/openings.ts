import type { Contract } from '../../contract/contract.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Opening } from '../../contract/listing-node.ts';
import { pickMembers } from '../../defined.ts';
import type { Exchange } from '../../http/exchange.ts';
import { atPointer, isObject, joinPointer, splitPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { original } from '../../schema/traps.ts';
import { NOTHING_THERE } from '../../semantics.ts';
import type { Answer, Row } from './answer.ts';
import type { Difference } from './difference.ts';
import type { ListingEvidence, Opened } from './evidence.ts';
import { isWrittenTo, movingMembers } from './movement.ts';
import { SLUGS } from './slugs.ts';
import { measure } from './values.ts';

/**
 * Checks that each item opens by its id, with the values of the listing. A later listing of the item counts too, as somebody
 * may have changed it in between. A member that moves by itself is no evidence. If the listing is written to, an item that no
 * later answer lists may have been deleted.
 */
export function judgeOpened(
  contract: Contract,
  listing: Listing,
  { learnt, answers, opened }: Pick<ListingEvidence, 'learnt' | 'answers' | 'opened'>,
  read: readonly Answer[],
): readonly Difference[] {
  const { opens } = listing;
  if (opens === undefined) return [];
  const [shape] = listing.shapes(joinPointer(listing.items, '*'));
  const moving = movingMembers(read);
  const isWritten = isWrittenTo(listing, read);
  const bySeq = new Map(learnt.map((exchange) => [exchange.seq, exchange]));
  return opened.flatMap((one) => {
    const differences = (item: unknown): readonly Difference[] => {
      if (!isObject(item)) return [];
      const broken = shape === undefined ? new Set() : brokenMembers(contract, shape, item, '');
      const listed = pickMembers(item, (name) => name === listing.id || !(broken.has(name) || moving.has(name)));
      return compareOpened({ contract, opens, id: listing.id }, one.answer, listed);
    };
    const listed = atPointer(bodyOf(bySeq.get(one.listed)), one.at);
    const first = differences(listed);
    if (first.length === 0) return first;
    const listings = (some: readonly Exchange[]) => listedIn(listing, listed, one, some);
    const later = answers.filter(({ seq }) => seq > one.answer.seq);
    const mayBeDeleted = isWritten && isGone(one.answer);
    const isExcused = mayBeDeleted
      ? listings(later).length === 0
      : listings(answers).some((item) => differences(item).length === 0);
    return isExcused ? [] : first;
  });
}

function isGone({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && NOTHING_THERE.includes(outcome.status);
}

/** The same item in each of these answers that lists it. */
function listedIn({ id }: Listing, listed: unknown, { at }: Opened, answers: readonly Exchange[]): readonly unknown[] {
  const list = at.slice(0, at.lastIndexOf('/'));
  return answers
    .map((answer) => atPointer(bodyOf(answer), list))
    .flatMap((items) => (Array.isArray(items) ? (items as readonly unknown[]) : []))
    .filter((item) => isObject(item) && isObject(listed) && item[id] === listed[id]);
}

/** What an opened item breaks: it does not open, it has another id, or another value than the listing. */
function compareOpened(
  { contract, opens, id }: { readonly contract: Contract; readonly opens: Opening; readonly id: string },
  answer: Exchange,
  listed: Readonly<Record<string, unknown>>,
): readonly Difference[] {
  if (answer.outcome.kind !== 'response') return [];
  const { status } = answer.outcome;
  const { seq } = answer;
  const listedId = String(listed[id]);
  if (status >= 400) {
    const expected = `the item with the id ${listedId}, as it is listed`;
    return [{ slug: SLUGS.resolves, expected, actual: `status ${status}`, seq }];
  }
  const place = opens.item ?? '';
  const item = atPointer(bodyOf(answer), place);
  if (!isObject(item)) return [];
  const schema = schemaOf(contract, opens.operation);
  const broken = schema === undefined ? new Set<string>() : brokenMembers(contract, schema, bodyOf(answer), place);
  const idPlace = opens.id ?? `/${id}`;
  const ownId = broken.has(splitPointer(idPlace)[0] ?? '') ? undefined : idAt(item, idPlace);
  if (ownId !== undefined && ownId.toLowerCase() !== listedId.toLowerCase())
    return [{ slug: SLUGS.resolves, expected: `id ${listedId}`, actual: ownId, at: place + idPlace, seq }];
  const compared = opens.same.filter((member) => !broken.has(member));
  const differing = differenceIn(item, listed, (member) => comparisonOf(opens, member), compared);
  if (differing === undefined) return [];
  const at = joinPointer('', ...differing);
  const expected = `${at.slice(1)} ${JSON.stringify(atPointer(listed, at))}, as listed`;
  const actual = JSON.stringify(atPointer(item, at));
  return [{ slug: SLUGS.sameRecord, expected, actual, at: place + at, seq }];
}

/** The place of the first difference between two objects, within the objects in them; undefined if there is none. */
function differenceIn(
  own: Row['values'],
  listed: Row['values'],
  comparisonFor: (name: string) => Comparison,
  names = Object.keys(listed),
): readonly string[] | undefined {
  const name = names.find((one) => !isAlike(own[one], listed[one], comparisonFor(one)));
  if (name === undefined) return undefined;
  const [a, b] = [own[name], listed[name]];
  const within = isObject(a) && isObject(b) ? differenceIn(a, b, () => comparisonFor(name)) : undefined;
  return [name, ...(within ?? [])];
}

function idAt(item: unknown, place: string): string | undefined {
  const id = atPointer(item, place);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function bodyOf(exchange: Exchange | undefined): unknown {
  return exchange?.outcome.kind === 'response' ? original(exchange.outcome.body.json) : undefined;
}

function schemaOf({ operations }: Contract, operation: string): Schema | undefined {
  const success = operations.get(operation)?.responses.find(({ key }) => key.startsWith('2'));
  return Object.values(success?.content ?? {})[0]?.schema;
}

/** Members of the object at a place that break the document. The clauses of the schema report these. */
function brokenMembers({ inspector }: Contract, schema: Schema, body: unknown, place: string): ReadonlySet<string> {
  const broken = inspector.inspect(schema, body).filter(({ holds }) => !holds);
  return new Set(
    broken.flatMap(({ pointer }) =>
      pointer.startsWith(`${place}/`) ? [pointer.slice(place.length + 1).split('/')[0] ?? ''] : [],
    ),
  );
}

/** How strictly two values of a member are compared. */
interface Comparison {
  /** Texts must be equal character by character, and an empty list differs from a list with items. */
  readonly exactly: boolean;
  readonly inOrder: boolean;
}

function comparisonOf(opens: Opening, member: string): Comparison {
  const exactly = opens.exactly === true;
  return { exactly, inOrder: exactly && opens.unordered?.includes(member) !== true };
}

/** Are two values the same? Dates may be written differently. An absent or null value equals any other. */
function isAlike(a: unknown, b: unknown, comparison: Comparison): boolean {
  if (a === undefined || b === undefined || a === null || b === null) return true;
  const [one, other] = [measure(a), measure(b)];
  if (one !== undefined && other !== undefined) return one === other;
  if (Array.isArray(a) && Array.isArray(b)) return areListsAlike(a, b, comparison);
  if (isObject(a) && isObject(b)) return differenceIn(a, b, () => comparison) === undefined;
  return comparable(a, comparison) === comparable(b, comparison);
}

function areListsAlike(a: readonly unknown[], b: readonly unknown[], comparison: Comparison): boolean {
  if (!comparison.exactly && (a.length === 0 || b.length === 0)) return true;
  const all = (list: readonly unknown[]) => {
    const texts = list.map((one) => comparable(one, comparison));
    return JSON.stringify(comparison.inOrder ? texts : texts.sort());
  };
  return all(a) === all(b);
}

function comparable(value: unknown, { exactly }: Comparison): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return exactly ? value.normalize('NFC') : lettersAndDigits(value);
}

function lettersAndDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
}
