import { isSuccess, statusOf } from '../check/judges.ts';
import type { Conflict, Contract } from '../contract/contract.ts';
import type { SignNode } from '../contract/document.ts';
import { defined } from '../defined.ts';
import { groupBy } from '../groups.ts';
import { type Exchange, mediaTypeOf, unreadOf } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { isJsonMedia } from '../media-type.ts';

/** How often a branch of a conflict showed itself, and where first. */
export interface BranchObservation {
  readonly conflict: string;
  readonly branch: string;
  /** `sign`: it can be no other branch. `default`: an answer that is relevant and shows no other. */
  readonly kind: 'sign' | 'default';
  readonly exchange: number;
}

/** What was seen of one conflict over a run. */
export interface ObservedConflict {
  readonly conflict: string;
  readonly operations: readonly string[];
  readonly answers: ReadonlyMap<string, readonly number[]>;
  /** The one branch that the target follows; undefined where none was seen or several were. */
  readonly branch?: string;
  readonly consistent: 'yes' | 'no' | 'not seen';
  /** The branch showed itself by a sign, not only by the absence of signs of others. */
  readonly certain: boolean;
}

/** The branches that one exchange shows. Pure. */
export function branchesShownBy(contract: Contract, exchange: Exchange): readonly BranchObservation[] {
  if (exchange.outcome.kind !== 'response' || exchange.operation === undefined || exchange.elided === true) return [];
  if (unreadOf(exchange) !== undefined) return [];
  const found: BranchObservation[] = [];
  const view = viewOf(exchange);
  for (const conflict of contract.conflicts.values()) {
    if (!conflict.operations.includes(exchange.operation)) continue;
    for (const [branch, node] of Object.entries(conflict.branches)) {
      for (const kind of ['sign', 'default'] as const) {
        const sign = node[kind];
        if (sign !== undefined && fits(contract, sign, exchange.operation, view))
          found.push({ conflict: conflict.id, branch, kind, exchange: exchange.seq });
      }
    }
  }
  return found;
}

/** What all observations together say of each conflict. */
export function detectBranches(
  contract: Contract,
  observations: readonly BranchObservation[],
): readonly ObservedConflict[] {
  return [...contract.conflicts.values()].map((conflict) =>
    branchOf(
      conflict,
      observations.filter((observation) => observation.conflict === conflict.id),
    ),
  );
}

function branchOf(conflict: Conflict, observations: readonly BranchObservation[]): ObservedConflict {
  const signs = observations.filter(({ kind }) => kind === 'sign');
  const relevant = signs.length > 0 ? signs : observations;
  const byBranch = groupBy(relevant, ({ branch }) => branch);
  const answers = new Map([...byBranch].map(([branch, all]) => [branch, all.map(({ exchange }) => exchange)]));
  const branches = [...answers.keys()];
  const [only] = branches;
  const consistent = branches.length === 0 ? 'not seen' : branches.length === 1 ? 'yes' : 'no';
  return defined({
    conflict: conflict.id,
    operations: conflict.operations,
    answers,
    consistent,
    certain: signs.length > 0 && branches.length === 1,
    branch: branches.length === 1 ? only : undefined,
  });
}

function fits(contract: Contract, sign: SignNode, operation: string, view: unknown): boolean {
  return sign.operations.includes(operation) && contract.validators.compile(sign.exchange)(view);
}

/** An exchange as the signs of the document see it. */
function viewOf(exchange: Exchange): unknown {
  const { outcome, request } = exchange;
  if (outcome.kind !== 'response') return {};
  const json = outcome.body.json;
  const parsed = isJsonMedia(mediaTypeOf(outcome)) || isSuccess(exchange) ? json : undefined;
  return {
    request: {
      target: request.target,
      query: request.query,
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
