import type { CheckContext } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import { isBelowId } from '../check/place.ts';
import { unlessNotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Listing } from '../contract/listing.ts';
import type { Exchange } from '../http/exchange.ts';
import { getOrMake } from '../memoize.ts';
import type { ListingEvidence } from '../relations/listing/evidence.ts';
import { explore } from '../relations/listing/explore.ts';
import {
  createModelReader,
  excusedLosses,
  explainedFindings,
  type Finding,
  type ModelReader,
  type Unread,
} from '../relations/listing/findings.ts';
import { declaresMaximum, withServedMaximum } from '../relations/listing/largest-page.ts';
import { createPlans } from '../relations/listing/plan.ts';
import { inRichestPlace } from '../relations/listing/richest-place.ts';
import { clauseOf, clausesOf } from '../relations/listing/slugs.ts';
import { fragmentKey } from '../schema/fragment-key.ts';

/** What the evidence of a listing breaks, and the clauses that may be broken behind an item that cannot be read. */
export interface Judgements {
  readonly findings: readonly Finding[];
  readonly excused: ReadonlyMap<string, Unread>;
}

/** Explores and judges one listing. Requests are chosen once, each answer is read once, each evidence is judged once. */
export interface ListingExplorer {
  readonly reader: ModelReader;
  /** Explores the listing, once per run. */
  readonly explore: (tools: CheckContext) => Promise<ListingEvidence>;
  /** The successes of the exploration. None if the run wants no clause of the listing. */
  readonly accepted: (tools: CheckContext) => Promise<readonly Exchange[]>;
  judgementsOf(evidence: ListingEvidence): Judgements;
}

/** Explorers by what the document says of a listing: readings in which it is the same share one. */
export type ListingExplorers = Map<string, ListingExplorer>;

/** Gives the explorer of a listing under the present reading. */
export type ExplorerFor = (listing: Listing) => ListingExplorer;

export function explorerOf(contract: Contract, listing: Listing, explorers: ListingExplorers): ListingExplorer {
  const key = fragmentKey(contract.document, [
    listing.operation,
    contract.operations.get(listing.opens?.operation ?? ''),
  ]);
  return getOrMake(explorers, key, () => createExplorer(contract, listing));
}

function createExplorer(contract: Contract, listing: Listing): ListingExplorer {
  const reader = createModelReader({ contract, listing });
  const plans = createPlans();
  const exploreThere = async (tools: CheckContext): Promise<ListingEvidence> => {
    const served = declaresMaximum(listing) ? listing : await withServedMaximum(tools, reader);
    return served === listing
      ? explore(tools, { reader, plans })
      : explore(tools, { reader: createModelReader({ contract, listing: served }), plans: createPlans() });
  };
  const exploreOnce: ListingExplorer['explore'] = (tools) =>
    tools.shared(`listing ${listing.operation.id}`, () =>
      isBelowId(listing.operation) ? inRichestPlace(tools, reader).then(exploreThere) : exploreThere(tools),
    );
  const cache = new WeakMap<Exchange, Judgements>();
  return {
    reader,
    explore: exploreOnce,
    async accepted(tools) {
      const isWanted = clausesOf(listing).some((clause) => tools.isWanted(clauseOf(listing, clause)));
      const evidence = isWanted ? await unlessNotTested(() => exploreOnce(tools)) : undefined;
      const answers = [...(evidence?.learnt ?? []), ...(evidence?.answers ?? [])];
      return answers.filter((one) => one.intent.kind === 'valid' && isSuccess(one));
    },
    judgementsOf(evidence) {
      // Every clause asks for the same evidence. Its last exchange is its key.
      const last = evidence.answers.at(-1) ?? evidence.learnt.at(-1);
      const judgements = (last === undefined ? undefined : cache.get(last)) ?? {
        findings: explainedFindings(reader, evidence),
        excused: excusedLosses(reader, evidence),
      };
      if (last !== undefined) cache.set(last, judgements);
      return judgements;
    },
  };
}
