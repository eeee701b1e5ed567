import { type Draft, filledPath } from '../check/request.ts';
import { mayUseUp } from '../contract/operations.ts';
import { type Answer, HTML, hasSucceeded, isPage, type Outcome } from '../http/exchange.ts';
import { redirectOf } from '../http/redirect.ts';
import { bestMatch } from '../media-type.ts';
import { isIdempotent, isSafe, NOTHING_THERE } from '../semantics.ts';
import { createsForGood } from './ledger.ts';
import type { Manner } from './manner.ts';

/** What a request is, where it might be sent twice. */
export function carefulWith(
  draft: Draft,
): Pick<Manner, 'isRepeatable' | 'isIdempotent' | 'isDoneBefore' | 'isDocumented' | 'isForeign'> {
  const { operation } = draft;
  const isDocumented = (status: number) => operation?.responses.some(({ key }) => key === String(status)) === true;
  return {
    isDoneBefore: (outcome) => isGone(draft, outcome),
    isRepeatable: draft.intent.kind === 'invalid' || !createsForGood(operation),
    isIdempotent: !isSentOnce(draft),
    isDocumented,
    isForeign: (answer) =>
      isForeignPage(draft, answer) || (redirectOf(answer) !== undefined && !isDocumented(answer.status)),
  };
}

/** A page where the document has none; outside of it a page says best that nothing is there. */
function isForeignPage({ operation }: Draft, answer: Answer): boolean {
  if (!isPage(answer)) return false;
  if (operation === undefined) return !NOTHING_THERE.includes(answer.status);
  return !operation.responses.some(({ content = {} }) => bestMatch(Object.keys(content), HTML) !== undefined);
}

/** May have an effect each time that it is carried out: it is sent once, and over a connection of its own. */
export function isSentOnce({ intent, method }: Draft): boolean {
  return intent.kind !== 'invalid' && !isIdempotent(method);
}

/** Takes note of deletions whose answers were lost: nobody knows whether they were carried out, so that 404 tells nothing then. */
export function createLostDeletions(): (draft: Draft, outcome: Outcome) => Outcome {
  const open = new Set<string>();
  return (draft, outcome) => {
    const path = JSON.stringify(draft.path);
    if (isDeletion(draft) && outcome.kind === 'failure' && outcome.reason !== 'refused') open.add(path);
    if (!open.has(path) || !isGone(draft, outcome)) return outcome;
    const message = 'an earlier answer was lost, and it is not known whether the request was carried out then';
    return { kind: 'failure', reason: 'reset', message, durationMs: outcome.durationMs };
  };
}

/**
 * Takes note of requests that may have used an item up. Answers the number of the last one before a 404 or 410 for that item,
 * where the item has to be there. A deletion counts for changes alone: equal items may share an id, and reads are asked to see
 * what a deletion did.
 */
export function createUsedUp(): (draft: Draft, outcome: Outcome, seq: number) => number | undefined {
  const served = new Map<string, number>();
  return ({ operation, method, pathValues, intent }, outcome, seq) => {
    if (operation?.plain !== true || Object.keys(pathValues).length === 0) return undefined;
    const item = filledPath(operation.path.slice(0, operation.path.lastIndexOf('}') + 1), pathValues);
    const before = served.get(item) ?? (isSafe(method) ? undefined : served.get(`DELETE ${item}`));
    if (hasSucceeded(outcome) && mayUseUp(operation)) served.set(item, seq);
    if (hasSucceeded(outcome) && method === 'DELETE') served.set(`DELETE ${item}`, seq);
    const isExpected = intent.kind === 'valid' || (intent.kind === 'invalid' && intent.reject !== 'unknown-id');
    return isExpected && outcome.kind === 'response' && NOTHING_THERE.includes(outcome.status) ? before : undefined;
  };
}

function isDeletion({ method, intent }: Draft): boolean {
  return method === 'DELETE' && intent.kind === 'valid';
}

/** What was removed by a request whose answer was lost is not there for the next one: that tells nothing. */
function isGone(draft: Draft, outcome: Outcome): boolean {
  return isDeletion(draft) && outcome.kind === 'response' && NOTHING_THERE.includes(outcome.status);
}
