import type { Contract } from '../../contract/contract.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { atPointer, isObject, joinPointer, splitPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { original } from '../../schema/traps.ts';
import { NOTHING_THERE } from '../../semantics.ts';
import type { Difference } from './difference.ts';
import type { ListingEvidence, Opened } from './evidence.ts';
import { SLUGS } from './slugs.ts';
import { measure } from './values.ts';

/**
 * Checks that each item opens by its id, with the values of the listing. A later listing of the item counts too, as somebody
 * may have changed it in between. If the listing `isMoving`, an item that no later answer lists may have been deleted.
 */
export function judgeOpened(
  contract: Contract,
  listing: Listing,
  { learnt, answers, opened }: ListingEvidence,
  isMoving: boolean,
): readonly Difference[] {
  const { opens } = listing;
  if (opens === undefined) return [];
  const [shape] = listing.shapes(joinPointer(listing.items, '*'));
  const bySeq = new Map(learnt.map((exchange) => [exchange.seq, exchange]));
  return opened.flatMap((one) => {
    const differences = (item: unknown): readonly Difference[] => {
      if (!isObject(item)) return [];
      const broken = shape === undefined ? new Set() : brokenMembers(contract, shape, item, '');
      const listed = pickMembers(item, (name) => name === listing.id || !broken.has(name));
      return compareOpened(contract, listing, one, listed);
    };
    const listed = atPointer(bodyOf(bySeq.get(one.listed)), one.at);
    const first = differences(listed);
    if (first.length === 0) return first;
    const isExcused =
      isMoving && isGone(one.answer)
        ? listedIn(
            listing,
            listed,
            one,
            answers.filter(({ seq }) => seq > one.answer.seq),
          ).length === 0
        : listedIn(listing, listed, one, answers).some((item) => differences(item).length === 0);
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

function pickMembers(
  object: Readonly<Record<string, unknown>>,
  isPicked: (name: string) => boolean,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isPicked(name)));
}

function compareOpened(
  contract: Contract,
  { opens, id }: Listing,
  { answer }: Opened,
  listed: Readonly<Record<string, unknown>>,
): readonly Difference[] {
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
  const ownId = atPointer(item, idPlace);
  const schema = schemaOf(contract, opens?.operation ?? '');
  const broken = schema === undefined ? new Set() : brokenMembers(contract, schema, bodyOf(answer), place);
  const isId = (typeof ownId === 'string' || typeof ownId === 'number') && !broken.has(splitPointer(idPlace)[0] ?? '');
  if (isId && String(ownId).toLowerCase() !== String(listed[id]).toLowerCase())
    return [
      {
        slug: SLUGS.resolves,
        expected: `id ${String(listed[id])}`,
        actual: String(ownId),
        at: place + idPlace,
        seq: answer.seq,
      },
    ];
  const isSame = (member: string) => isAlike(item[member], listed[member], comparisonOf(opens, member));
  const differing = (opens?.same ?? []).find((member) => !broken.has(member) && !isSame(member));
  return differing === undefined
    ? []
    : [
        {
          slug: SLUGS.sameRecord,
          expected: `${differing} ${JSON.stringify(listed[differing])}, as listed`,
          actual: JSON.stringify(item[differing]),
          at: joinPointer(place, differing),
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

function comparisonOf(opens: Listing['opens'], member: string): Comparison {
  const exactly = opens?.exactly === true;
  return { exactly, inOrder: exactly && opens.unordered?.includes(member) !== true };
}

/** Are two values the same? Dates may be written differently. An absent or null value equals any other. */
function isAlike(a: unknown, b: unknown, comparison: Comparison): boolean {
  if (a === undefined || b === undefined || a === null || b === null) return true;
  const [one, other] = [measure(a), measure(b)];
  if (one !== undefined && other !== undefined) return one === other;
  if (Array.isArray(a) && Array.isArray(b)) return areListsAlike(a, b, comparison);
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
