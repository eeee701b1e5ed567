import { isSuccess, statusOf } from '../check/judges.ts';
import type { Conflict, Contract } from '../contract/contract.ts';
import { defined } from '../defined.ts';
import { groupBy } from '../groups.ts';
import { type Exchange, isPage, mediaTypeOf, unreadOf } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { isJsonMedia } from '../media-type.ts';

/** An exchange that shows a branch of a conflict. */
export interface BranchObservation {
  readonly conflict: string;
  readonly branch: string;
  /** `sign`: it excludes every other branch. `default`: a relevant answer that shows no other branch. */
  readonly kind: 'sign' | 'default';
  readonly exchange: number;
}

/** What a run showed about one conflict. */
export interface ObservedConflict {
  readonly conflict: string;
  readonly operations: readonly string[];
  /** For each branch that was seen, the numbers of the exchanges that show it. */
  readonly answers: ReadonlyMap<string, readonly number[]>;
  /** The one branch that the target follows; undefined if no branch or several were seen. */
  readonly branch?: string;
  readonly consistent: 'yes' | 'no' | 'not seen';
  /** A sign showed the branch, and not only the absence of signs of other branches. */
  readonly certain: boolean;
}

/** The branches that one exchange shows. Pure. */
export function branchesShownBy(contract: Contract, exchange: Exchange): readonly BranchObservation[] {
  if (exchange.outcome.kind !== 'response' || exchange.operation === undefined || exchange.elided === true) return [];
  // A page is none of the conflicts' answers: something before the service may have sent it.
  if (unreadOf(exchange) !== undefined || isPage(exchange.outcome)) return [];
  const found: BranchObservation[] = [];
  const exchangeView = exchangeViewOf(exchange);
  for (const conflict of contract.conflicts.values()) {
    if (!conflict.operations.includes(exchange.operation)) continue;
    for (const [branch, node] of Object.entries(conflict.branches)) {
      for (const kind of ['sign', 'default'] as const) {
        const sign = node[kind];
        const isMeant = sign?.operations.includes(exchange.operation) === true;
        if (isMeant && contract.validators.compile(sign.exchange)(exchangeView))
          found.push({ conflict: conflict.id, branch, kind, exchange: exchange.seq });
      }
    }
  }
  return found;
}

/** What all observations together show about each conflict. */
export function detectBranches(
  contract: Contract,
  observations: readonly BranchObservation[],
): readonly ObservedConflict[] {
  return [...contract.conflicts.values()].map((conflict) =>
    observedConflictOf(
      conflict,
      observations.filter((observation) => observation.conflict === conflict.id),
    ),
  );
}

function observedConflictOf(conflict: Conflict, observations: readonly BranchObservation[]): ObservedConflict {
  const signs = observations.filter(({ kind }) => kind === 'sign');
  const relevant = signs.length > 0 ? signs : observations;
  const byBranch = groupBy(relevant, ({ branch }) => branch);
  const answers = new Map([...byBranch].map(([branch, all]) => [branch, all.map(({ exchange }) => exchange)]));
  const branches = [...answers.keys()];
  const branch = branches.length === 1 ? branches[0] : undefined;
  const consistent = branches.length === 0 ? 'not seen' : branch === undefined ? 'no' : 'yes';
  return defined({
    conflict: conflict.id,
    operations: conflict.operations,
    answers,
    consistent,
    certain: signs.length > 0 && branch !== undefined,
    branch,
  });
}

/** The exchange in the form that the schemas of signs describe. */
function exchangeViewOf(exchange: Exchange): unknown {
  const { outcome, request, intent } = exchange;
  if (outcome.kind !== 'response') return {};
  const json = outcome.body.json;
  const parsed = isJsonMedia(mediaTypeOf(outcome)) || isSuccess(exchange) ? json : undefined;
  return {
    request: {
      target: request.target,
      query: request.query,
      intent: intent.kind,
      ...defined({ body: parseJson(request.body ?? '')?.value }),
    },
    response: {
      status: statusOf(exchange),
      mediaType: mediaTypeOf(outcome),
      headers: outcome.headers,
      ...defined({ body: parsed?.value }),
    },
  };
}
