import type { Assertion, Check, Result } from '../check/check.ts';
import { check } from '../check/check.ts';
import { at, isSuccess } from '../check/judges.ts';
import type { Contract } from '../contract/contract.ts';
import { operationOf } from '../contract/contract.ts';
import type { Listing } from '../contract/listing.ts';
import { type Operation, successOf } from '../contract/operations.ts';
import { defined } from '../defined.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ListingEvidence } from '../relations/listing/evidence.ts';
import type { Finding } from '../relations/listing/findings.ts';
import { judge } from '../relations/listing/judge.ts';
import { clauseOf, clausesOf, placesOf } from '../relations/listing/slugs.ts';
import { joinPointer } from '../schema/pointer.ts';
import { Hidden, unlessHidden } from '../schema/traps.ts';
import { type ExplorerFor, explorerOf, type ListingExplorer, type ListingExplorers } from './listing-explorer.ts';
import { asRecognised, type ClauseObservation, type DerivedCheck } from './rule.ts';

/** The most findings of one clause that are reported: the same fault shows in many answers. */
const MAX_FINDINGS = 3;

/** The clauses of each `x-listing`, and one exploration of the listing that shows them all. */
export function listings(operation: Operation, contract: Contract, explorerFor: ExplorerFor): readonly DerivedCheck[] {
  const listing = contract.listings.get(operation.id);
  if (listing === undefined) return [];
  const explorer = explorerFor(listing);
  return clausesOf(listing).map(({ slug, operation: other, ...clause }) => {
    const about = other === undefined ? listing.operation : operationOf(contract, other);
    const id = clauseOf(listing, { slug, operation: about.id });
    return {
      clause: asRecognised(listing, {
        ...clause,
        id,
        section: listing.section ?? `${about.method} ${about.path}`,
        origin: 'derived',
        operation: about.id,
        pointer: joinPointer(listing.operation.pointer, 'x-listing'),
        needs: [],
      }),
      checks: [clauseCheck(id, slug, listing, explorer)],
    };
  });
}

function clauseCheck(clause: string, slug: string, listing: Listing, explorer: ListingExplorer): Check {
  const idOf = (own: string) =>
    clauseOf(listing, clausesOf(listing).find(({ slug: one }) => one === own) ?? { slug: own });
  return check<ListingEvidence>({
    clause,
    variant: listing.operation.id,
    // The exploration itself sends again what looks broken.
    once: true,
    first: true,
    act: explorer.explore,
    judge: (evidence) =>
      Array.from({ length: MAX_FINDINGS }, (_, index) =>
        assertionOf(evidence, { slug, index, listing }, explorer, idOf),
      ),
  });
}

function assertionOf(
  evidence: ListingEvidence,
  { slug, index, listing }: { readonly slug: string; readonly index: number; readonly listing: Listing },
  explorer: ListingExplorer,
  idOf: (slug: string) => string,
): Assertion {
  return (): Result => {
    if (evidence.obstacle !== undefined) {
      readItems(listing, evidence);
      return {
        kind: 'not-shown',
        as: 'inconclusive',
        ...defined({ reason: evidence.obstacle, remedy: evidence.remedy }),
      };
    }
    const { findings, excused } = explorer.judgementsOf(evidence);
    const mine = findings.filter((finding) => finding.slug === slug);
    const finding = mine[index];
    if (finding !== undefined) return violationOf(finding, listing, idOf);
    const unread = excused.get(slug);
    // Throws `Hidden`, because it reads an item that breaks the document.
    if (mine.length === 0 && unread !== undefined) at(unread.exchange, unread.at);
    if (mine.length === 0) readPlaces(listing, slug, evidence);
    const unexercised = evidence.unexercised[slug];
    return mine.length > 0 || unexercised === undefined ? undefined : { kind: 'not-shown', as: 'skip', ...unexercised };
  };
}

function violationOf(
  { seq, expected, actual, at: place, status, flaky, alone, fallsWith = alone }: Finding,
  { operation }: Listing,
  idOf: (slug: string) => string,
): Result {
  return {
    kind: 'violation',
    expected,
    actual,
    ...defined({
      exchange: seq,
      at: place,
      status: status === undefined ? undefined : { expected: [successOf(operation).key], actual: status },
      flaky,
      fallsWith: fallsWith === undefined ? undefined : [idOf(fallsWith)],
    }),
  };
}

/** Throws `Hidden` if the items of an answer break the document: that hides everything that they would show. */
function readItems({ payloads, items }: Listing, { answers }: ListingEvidence): void {
  for (const answer of answers) for (const payload of payloads) at(answer, payload + items);
}

/** How many answers are tried to find out whether a place can be read. */
const MAX_READ_ANSWERS = 12;

/** Throws `Hidden` if a place that the clause is about breaks the document in each of these answers. */
function readPlaces(listing: Listing, slug: string, { answers }: ListingEvidence): void {
  const successes = answers.filter(isSuccess).slice(0, MAX_READ_ANSWERS);
  for (const place of placesOf(listing, slug)) {
    const read = (answer: Exchange) => listing.payloads.map((payload) => at(answer, payload + place));
    const isReadable = successes.some((answer) => !(unlessHidden(() => read(answer)) instanceof Hidden));
    if (!isReadable) successes.slice(0, 1).forEach(read);
  }
}

/** Judges each single answer of a listing: its echoes, its size, its items and their order. */
export function listingJudge(
  contract: Contract,
  operation: string,
  explorers: ListingExplorers,
): ((exchange: Exchange) => readonly ClauseObservation[]) | undefined {
  const listing = contract.listings.get(operation);
  if (listing === undefined) return undefined;
  const { reader } = explorerOf(contract, listing, explorers);
  return (exchange) => {
    const answer = exchange.intent.kind === 'valid' ? reader.read(exchange) : undefined;
    if (answer === undefined) return [];
    return judge({ listing, directions: new Map() }, answer).map(({ slug, alone, expected, actual, at }) => ({
      clause: `${operation}/${slug}`,
      violation: {
        expected,
        actual,
        exchange: exchange.seq,
        ...defined({ at, fallsWith: alone === undefined ? undefined : [`${operation}/${alone}`] }),
      },
    }));
  };
}
