import { NAMED_AGAIN } from '../check/fresh-values.ts';
import { filledPath } from '../check/path.ts';
import { type Draft, targetOf } from '../check/request.ts';
import { mayUseUp, type Operation } from '../contract/operations.ts';
import { hasStates, namedIn, type Reference } from '../contract/references.ts';
import { type Answer, HTML, hasSucceeded, isPage, type Outcome } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { redirectOf } from '../http/redirect.ts';
import { bestMatch } from '../media-type.ts';
import { CONFLICT, isIdempotent, isSafe, NOTHING_THERE, VALUES_REFUSED } from '../semantics.ts';
import { createsForGood } from './ledger.ts';
import type { Manner } from './manner.ts';

/** What has to be known of a request before it may be sent twice. */
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

/** Is it an HTML page that the document does not have? For a path outside of the document, a 404 page is expected. */
function isForeignPage({ operation }: Draft, answer: Answer): boolean {
  if (!isPage(answer)) return false;
  if (operation === undefined) return !NOTHING_THERE.includes(answer.status);
  return !operation.responses.some(({ content = {} }) => bestMatch(Object.keys(content), HTML) !== undefined);
}

/** May the request have an effect each time it is carried out? Then it is sent once, and over a new connection. */
export function isSentOnce({ intent, method }: Draft): boolean {
  return intent.kind !== 'invalid' && !isIdempotent(method);
}

/**
 * Remembers deletions whose answers were lost. They may have been carried out, so a 404 or 410 for the same path shows nothing
 * and becomes a failure.
 */
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
 * Remembers requests of plain operations that may have used something up. If another request fails because of that, what is
 * returned for it when it is sent gives the number of the last one: 404 or 410 for an item that has to exist, or 400, 409 or 422
 * for a body that was accepted before, and may have to be unique.
 */
export function createUsedUp(): (draft: Draft) => UsedUp {
  const [items, bodies, names] = [createUsedItems(), new Map<string, number>(), createUsedNames()];
  return (draft) => {
    if (draft.operation?.plain !== true) return () => undefined;
    const usedItem = items(draft);
    if (draft.method !== 'POST' || draft.body === undefined || draft.intent.kind === 'invalid') return usedItem;
    const key = `${targetOf(draft)} ${draft.body}`;
    const usedNames = names(draft, () => bodies.has(key));
    return (outcome, seq) => {
      const before = bodies.get(key);
      const named = usedNames(outcome, seq);
      if (hasSucceeded(outcome)) bodies.set(key, seq);
      const isRefused = outcome.kind === 'response' && VALUES_REFUSED.includes(outcome.status);
      return (isRefused ? (before ?? named) : undefined) ?? usedItem(outcome, seq);
    };
  };
}

/** From the answer and its number, the number of the request that may have used up what this one needs. */
type UsedUp = (outcome: Outcome, seq: number) => number | undefined;

/**
 * Bodies that name something, such as the member of a booking. If what was accepted once is refused when it is named again, by
 * the same body or with a 409, it may be named once only. From then on a refusal counts only of what no other request has named
 * at this path, and was accepted at another: nobody knows whether anything else may be named at all.
 */
function createUsedNames(): (draft: Draft, isSent: () => boolean) => UsedUp {
  const [asked, accepted, once] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  return (draft, isSent) => {
    const { operation, intent } = draft;
    const names = namesIn(draft, () => true);
    if (operation === undefined || names === undefined) return () => undefined;
    const here = `${targetOf(draft)} ${names}`;
    asked.set(here, (asked.get(here) ?? 0) + 1);
    return (outcome, seq) => {
      const before = accepted.get(here);
      if (hasSucceeded(outcome)) for (const key of [names, here]) accepted.set(key, seq);
      const isRepeated = isSent() || (intent.kind === 'open' && intent.what === NAMED_AGAIN);
      const telling = isRepeated ? VALUES_REFUSED : [CONFLICT];
      if (before !== undefined && outcome.kind === 'response' && telling.includes(outcome.status))
        once.set(operation.id, before);
      const isNewHere = asked.get(here) === 1 && accepted.has(names);
      return isNewHere ? undefined : once.get(operation.id);
    };
  };
}

/**
 * Remembers what was accepted of plain operations that may need something in a certain state: an action, or a body that names what
 * is listed with flags or listed values, as a subscription may need an active plan. Gives true for a refusal before that, and for
 * one of an action on an item on which another one was done.
 */
export function createUnproven(): (draft: Draft) => (outcome: Outcome) => true | undefined {
  const [proven, acted] = [new Set<string>(), new Set<string>()];
  return (draft) => {
    const { operation, intent, pathValues } = draft;
    if (operation?.plain !== true) return () => undefined;
    const names = namesIn(draft, hasStates);
    const key = names ?? operation.id;
    const item = mayUseUp(operation) ? itemIn(operation, pathValues) : undefined;
    const needsState = (names !== undefined || item !== undefined) && intent.kind === 'valid';
    return (outcome) => {
      const isShown = proven.has(key) && !acted.has(item ?? '');
      if (hasSucceeded(outcome)) {
        proven.add(key);
        if (item !== undefined) acted.add(item);
      }
      const isRefused = outcome.kind === 'response' && VALUES_REFUSED.includes(outcome.status);
      return needsState && isRefused && !isShown ? true : undefined;
    };
  };
}

/** The operation with what the body names, of the references that count; undefined if it names nothing of them. */
function namesIn({ operation, body = '' }: Draft, counts: (reference: Reference) => boolean): string | undefined {
  const { references } = operation?.requestBody ?? {};
  const named = references === undefined ? [] : namedIn(parseJson(body)?.value, references);
  const values = named.filter(({ reference }) => counts(reference)).map(({ at, value }) => [at, value]);
  return values.length === 0 ? undefined : `${operation?.id} ${JSON.stringify(values)}`;
}

/** The path of the item that the path of an operation names last. */
function itemIn({ path }: Operation, values: Draft['pathValues']): string {
  return filledPath(path.slice(0, path.lastIndexOf('}') + 1), values);
}

/** A deletion counts only for later changes: equal items may share an id, and reads are sent to see what a deletion did. */
function createUsedItems(): ReturnType<typeof createUsedUp> {
  const lastUses = new Map<string, number>();
  return ({ operation, method, pathValues, intent }) =>
    (outcome, seq) => {
      if (operation === undefined || Object.keys(pathValues).length === 0) return undefined;
      const item = itemIn(operation, pathValues);
      const before = lastUses.get(item) ?? (isSafe(method) ? undefined : lastUses.get(`DELETE ${item}`));
      if (hasSucceeded(outcome) && mayUseUp(operation)) lastUses.set(item, seq);
      if (hasSucceeded(outcome) && method === 'DELETE') lastUses.set(`DELETE ${item}`, seq);
      const hasToExist = intent.kind === 'valid' || (intent.kind === 'invalid' && intent.reject !== 'unknown-id');
      return hasToExist && outcome.kind === 'response' && NOTHING_THERE.includes(outcome.status) ? before : undefined;
    };
}

export function isDeletion({ method, intent }: Draft): boolean {
  return method === 'DELETE' && intent.kind === 'valid';
}

/** Does the answer to a deletion say that the item does not exist? An earlier one may have removed it. */
function isGone(draft: Draft, outcome: Outcome): boolean {
  return isDeletion(draft) && outcome.kind === 'response' && NOTHING_THERE.includes(outcome.status);
}
