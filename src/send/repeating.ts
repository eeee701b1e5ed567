import type { Draft } from '../check/request.ts';
import { type Answer, mediaTypeOf, type Outcome } from '../http/exchange.ts';
import { redirectOf } from '../http/redirect.ts';
import { bestMatch } from '../media-type.ts';
import { isIdempotent, NOTHING_THERE } from '../semantics.ts';
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
    isForeign: (answer) => isPage(draft, answer) || (redirectOf(answer) !== undefined && !isDocumented(answer.status)),
  };
}

/** A page where the document has none; outside of it a page says best that nothing is there. */
function isPage({ operation }: Draft, answer: Answer): boolean {
  if (mediaTypeOf(answer) !== HTML) return false;
  if (operation === undefined) return !NOTHING_THERE.includes(answer.status);
  return !operation.responses.some(({ content = {} }) => bestMatch(Object.keys(content), HTML) !== undefined);
}

const HTML = 'text/html';

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

function isDeletion({ method, intent }: Draft): boolean {
  return method === 'DELETE' && intent.kind === 'valid';
}

/** What was removed by a request whose answer was lost is not there for the next one: that tells nothing. */
function isGone(draft: Draft, outcome: Outcome): boolean {
  return isDeletion(draft) && outcome.kind === 'response' && NOTHING_THERE.includes(outcome.status);
}
