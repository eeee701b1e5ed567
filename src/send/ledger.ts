import type { Draft } from '../check/request.ts';
import type { Operation } from '../contract/operations.ts';
import { bare, isAtOrBelow } from '../contract/path-names.ts';
import { ownId, pathFrom, type Undo } from '../contract/undo.ts';
import { type Answer, hasSucceeded, type Outcome } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { createdValue } from '../http/located.ts';
import { atPointer, isObject } from '../schema/pointer.ts';
import { idText } from '../schema/traps.ts';
import type { Sink } from './journal.ts';

/** A created resource: the operation that removes it, and its path values. */
export interface Created {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
}

/** Records what the run creates: once before the request is sent, and again when its id is known. */
export type Ledger = ReturnType<typeof createLedger>;

/** A created resource that cannot be removed. */
export interface Unremovable {
  /** The operation that created it. */
  readonly creation: string;
  /** Its id, if the answer has one. */
  readonly id: string | undefined;
}

/** A creating request whose answer is not known. */
export interface Unanswered {
  /** The operation that creates. */
  readonly creation: string;
  readonly undo: Undo;
  /** Texts of the request that only this run uses, by which the created resource is recognized. */
  readonly carries: readonly string[];
  /** If `carries` is empty, the names that the request gave. Others may use them, too. */
  readonly names: readonly string[];
}

/** Texts that the suite made up contain its name. Other texts, such as a tier, also occur in resources of others. */
const MADE_UP = /conform.*\d/u;

export function createLedger(sink: Sink) {
  const requests = createRequests(sink);
  const { add, remove, has, remaining } = createResources(sink);
  const staying: Unremovable[] = [];
  const removedPaths = new Set<string>();
  return {
    before: requests.before,
    /** Called after a request, with what `before` returned. */
    after(draft: Draft, outcome: Outcome, awaited: Unanswered | undefined): void {
      if (outcome.kind !== 'response' || outcome.status >= 500) return;
      if (!hasSucceeded(outcome)) return requests.refused(awaited, draft);
      const created = awaited && createdBy(draft, outcome, awaited.undo);
      if (created !== undefined) add(created);
      // What was created is not known, so the request stays unanswered.
      else if (awaited !== undefined) return;
      else if (createsForGood(draft.operation)) staying.push(unremovableOf(draft, outcome));
      if (remove({ operation: draft.operation?.id ?? '', path: draft.pathValues })) removedPaths.add(draft.path);
      if (awaited !== undefined) requests.answered(awaited);
    },
    unanswered: requests.unanswered,
    /**
     * If it is in doubt what exists, all creating requests, one entry per creating operation; otherwise empty. It is in doubt
     * if an answer is missing, a request that should succeed was refused, or something was not removed.
     */
    doubtful: () => (requests.areDoubtful() || remaining().length > 0 ? requests.byCreation() : []),
    lost: requests.lost,
    /** Created resources that no operation of the contract removes. */
    unremovable: (): readonly Unremovable[] => staying,
    /** Adds a resource that was found in a list. */
    found: add,
    /** Records that it no longer exists, whoever removed it. */
    gone: (created: Created) => void remove(created, true),
    has,
    remaining,
    /** Did the run remove something below this path? Then a list at this path no longer shows it. */
    hasTakenFrom: (path: string) => [...removedPaths].some((one) => bare(one) !== bare(path) && isAtOrBelow(one, path)),
  };
}

/** The creating requests of a run. */
function createRequests(sink: Sink) {
  const asked: Unanswered[] = [];
  const unanswered = new Set<Unanswered>();
  let isRefused = false;
  return {
    /** Called before a request. `body`: as it is sent. */
    before({ operation, intent }: Draft, body: string | undefined): Unanswered | undefined {
      if (operation === undefined) return undefined;
      const { id, node } = operation;
      const undo = node['x-undo'];
      if (createsForGood(operation) && intent.kind !== 'invalid')
        sink({ type: 'creating', operation: id, path: {}, creation: id });
      if (undo === undefined) return undefined;
      const one = { creation: id, undo, ...identifyingTexts(operation, body) };
      const { creation, carries, names } = one;
      // Without such a text, nobody could recognize what an invalid request created.
      if (intent.kind === 'invalid' && carries.length === 0) return one;
      unanswered.add(one);
      asked.push(one);
      sink({ type: 'creating', operation: undo.operation, path: {}, creation, carries, names });
      return one;
    },
    answered: (one: Unanswered) => void unanswered.delete(one),
    refused(one: Unanswered | undefined, { intent }: Draft): void {
      if (one === undefined) return;
      isRefused ||= intent.kind !== 'invalid';
      unanswered.delete(one);
    },
    /** Adds a creating request that may have created something unnoticed. `wasRefused`: it was refused. */
    lost(one: Unanswered, wasRefused = false): void {
      if (wasRefused) isRefused = true;
      else unanswered.add(one);
      asked.push(one);
    },
    /** Creating requests of which it is unknown what they created: no answer, a server error, or a success without an id. */
    unanswered: (): readonly Unanswered[] => [...unanswered],
    areDoubtful: () => isRefused || unanswered.size > 0,
    byCreation: () => mergedByCreation(asked),
  };
}

/** The created resources of a run. */
function createResources(sink: Sink) {
  const open = new Map<string, Created>();
  return {
    add(created: Created): void {
      open.set(keyOf(created), created);
      sink({ type: 'created', ...created });
    },
    /** True if it was there. `already`: somebody else had removed it. */
    remove({ operation, path }: Created, already = false): boolean {
      const wasOpen = open.delete(keyOf({ operation, path }));
      if (wasOpen) sink({ type: 'removed', operation, path, ...(already ? { already } : {}) });
      return wasOpen;
    },
    has: (created: Created) => open.has(keyOf(created)),
    /** Created resources that were not removed yet. */
    remaining: (): readonly Created[] => [...open.values()],
  };
}

/** What an answer says was created; undefined if it has no id. */
export function createdBy({ pathValues }: Draft, answer: Answer, undo: Undo): Created | undefined {
  const path = pathFrom(undo, createdValue(answer, ownId(undo)?.pointer ?? ''), pathValues);
  return Object.values(path).includes('') ? undefined : { operation: undo.operation, path };
}

/** Merges the requests of each creating operation into one entry. */
function mergedByCreation(asked: readonly Unanswered[]): readonly Unanswered[] {
  const byCreation = new Map<string, Unanswered>();
  for (const one of asked) {
    const { carries = [], names = [] } = byCreation.get(one.creation) ?? {};
    byCreation.set(one.creation, { ...one, carries: [...carries, ...one.carries], names: [...names, ...one.names] });
  }
  return [...byCreation.values()];
}

/** Does the operation document a 201 (RFC 9110 section 15.3.2: it creates something) without an operation that removes it? */
export function createsForGood(operation: Draft['operation']): boolean {
  return operation?.node['x-undo'] === undefined && operation?.responses.some(({ key }) => key === '201') === true;
}

function unremovableOf({ operation }: Draft, { body }: Answer): Unremovable {
  const value = atPointer(body.json?.value, operation?.node['x-payload'] ?? '');
  const id = isObject(value) ? idText(value['id']) : '';
  return { creation: operation?.id ?? '', id: id === '' ? undefined : id };
}

/** The same key for the same resource. */
export function keyOf({ operation, path }: Created): string {
  return JSON.stringify([operation, Object.entries(path).toSorted()]);
}

/** What identifies the created resource in a list: texts in its members that the suite made up, else its names. */
function identifyingTexts(operation: Operation, body: string | undefined): Pick<Unanswered, 'carries' | 'names'> {
  const value = parseJson(body ?? '')?.value;
  const members = isObject(value) ? value : {};
  const isText = (text: unknown): text is string => typeof text === 'string';
  const carries = Object.values(members)
    .filter(isText)
    .filter((text) => MADE_UP.test(text));
  const named = new Set(namesInExamples(operation).map(([member]) => member));
  const names = [...named].map((member) => members[member]);
  return { carries, names: carries.length > 0 ? [] : names.filter(isText) };
}

/** The members of the document's examples that hold names: those with `$number` in them. */
export function namesInExamples({ requestBody }: Operation): readonly (readonly [member: string, value: unknown])[] {
  const examples = Object.values(requestBody?.media.examples ?? {});
  const members = examples.flatMap(({ value }) => (isObject(value) ? Object.entries(value) : []));
  return members.filter(([, value]) => String(value).includes('$number'));
}
