import { filledPath } from '../check/path.ts';
import { needsTag, withTag } from '../check/precondition.ts';
import { type Draft, type RequestBuilder, requestTo } from '../check/request.ts';
import { unlessNotTested } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import { isAtOrBelow } from '../contract/path-names.ts';
import { requiredParameters } from '../generate/parameter-values.ts';
import {
  type Answer,
  type Exchange,
  hasSucceeded,
  headerOf,
  isCredentialCase,
  type Outcome,
  rejectOf,
} from '../http/exchange.ts';
import { getOrMake } from '../memoize.ts';
import { isSafe } from '../semantics.ts';
import { createInTurn } from './in-turn.ts';
import { createdBy } from './ledger.ts';

interface Item {
  tag: string | undefined;
  /** How often a change of it began or ended. */
  changes: number;
  /** Did its GET answer without an ETag? */
  hasNone: boolean;
}

/**
 * Remembers the ETag that each item of a plain document had last, for the header If-Match of changes. `requestFor` gives a request
 * with what an operation requires.
 */
export function createEntityTags(requestFor: (operation: Operation) => RequestBuilder = requestTo) {
  const items = new Map<string, Item>();
  const inTurn = createInTurn();
  return {
    /** Sends changes of one item that need its ETag one after the other. If the ETag is not known, `read` asks for it first. */
    async inTurn(draft: Draft, read: (draft: Draft) => Promise<Exchange>, send: () => Promise<Exchange>) {
      if (!needsTag(draft)) return send();
      const path = pathOf(draft);
      return inTurn(path, async () => {
        const item = itemAt(items, path);
        const reader = item.tag === undefined && !item.hasNone ? readerOf(draft) : undefined;
        const shown =
          reader === undefined
            ? undefined
            : await unlessNotTested(async () => read(lookOf(requestFor(reader), draft.pathValues)));
        if (shown !== undefined) item.hasNone = headerOf(shown, 'etag') === undefined;
        return send();
      });
    },
    begin: (draft: Draft) => beginWith(items, draft),
  };
}

export type EntityTags = ReturnType<typeof createEntityTags>;

/** Begins a request: it is to be sent as `ready`. `enter` notes its outcome, and tells whether its ETag was the current one. */
function beginWith(items: Map<string, Item>, draft: Draft) {
  if (draft.operation?.plain !== true || draft.base !== undefined) return { ready: draft, enter: () => undefined };
  const path = pathOf(draft);
  const noteChange = (): void => {
    if (!isSafe(draft.method)) for (const item of changedBy(items, draft, path)) item.changes += 1;
  };
  noteChange();
  const { tag, changes } = itemAt(items, path);
  return {
    ready: withTag(draft, tag),
    enter(outcome: Outcome): true | undefined {
      const isUndisturbed = itemAt(items, path).changes === changes;
      noteChange();
      learn(items, draft, outcome, isUndisturbed);
      return needsTag(draft) && isStrong(tag) && isUndisturbed ? true : undefined;
    },
  };
}

function pathOf({ path, pathValues }: Draft): string {
  return filledPath(path, pathValues);
}

function itemAt(items: Map<string, Item>, path: string): Item {
  return getOrMake(items, path, () => ({ tag: undefined, changes: 0, hasNone: false }));
}

/** RFC 9110 section 13.1.1: a weak ETag never matches in If-Match. */
function isStrong(tag: string | undefined): boolean {
  return tag !== undefined && !tag.startsWith('W/');
}

/** The rejects of requests whose path leads to nothing. */
const NAMES_NOTHING: ReadonlySet<string | undefined> = new Set(['unknown-id', 'invalid-path']);

/** The operation that shows the ETag of what is to be changed; undefined if there is none, or it would be of no use. */
function readerOf({ operation, intent }: Draft): Operation | undefined {
  const isUseless = isCredentialCase({ intent }) || NAMES_NOTHING.has(rejectOf({ intent }));
  return isUseless ? undefined : operation?.openedBy;
}

function lookOf(request: RequestBuilder, pathValues: Draft['pathValues']): Draft {
  return request.path(pathValues).open('a look at the ETag before a change').fresh().draft;
}

/** Does a query ask for anything else than the item at the path? What an operation requires does not, such as a version. */
function isOfQuery({ query, operation }: Draft): boolean {
  const required = operation === undefined ? [] : requiredParameters(operation).map(({ name }) => name);
  return query.some(([name]) => !required.includes(name));
}

/** What a change may change: the item at its path, what is above it, and, unless it is a POST, what is below it. */
function changedBy(items: ReadonlyMap<string, Item>, { method }: Draft, path: string): readonly Item[] {
  const isChanged = (key: string) => isAtOrBelow(path, key) || (method !== 'POST' && isAtOrBelow(key, path));
  return [...items].flatMap(([key, item]) => (isChanged(key) ? [item] : []));
}

/** A change makes the ETags unknown that it may have changed. The answer may give the new one. */
function learn(items: Map<string, Item>, draft: Draft, outcome: Outcome, isUndisturbed: boolean): void {
  const path = pathOf(draft);
  if (!isSafe(draft.method) && mayHaveChanged(outcome))
    for (const item of changedBy(items, draft, path)) item.tag = undefined;
  if (!hasSucceeded(outcome) || isOfQuery(draft) || draft.method === 'DELETE') return;
  const { etag } = outcome.headers;
  const isCreation = draft.method === 'POST';
  const at = isCreation ? pathOfCreated(draft, outcome) : path;
  if (at !== undefined && etag !== undefined && (isCreation || isUndisturbed)) itemAt(items, at).tag = etag;
}

/** Not if it was refused; a refusal of its ETag tells of another change. */
function mayHaveChanged(outcome: Outcome): boolean {
  return outcome.kind === 'failure' || outcome.status < 400 || outcome.status >= 500 || outcome.status === 412;
}

/** The path of what a POST created, as its deletion has it; undefined if that is not known. */
function pathOfCreated(draft: Draft, answer: Answer): string | undefined {
  const { node, undoneBy } = draft.operation ?? {};
  const undo = node?.['x-undo'];
  const created = undo && createdBy(draft, answer, undo);
  return created && undoneBy && filledPath(undoneBy.path, created.path);
}
