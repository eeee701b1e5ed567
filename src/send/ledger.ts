import type { Draft } from '../check/request.ts';
import type { Operation } from '../contract/operations.ts';
import { pathFrom, type Undo } from '../contract/undo.ts';
import { type Answer, hasSucceeded, type Outcome } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { isObject } from '../schema/pointer.ts';
import { idText } from '../schema/traps.ts';
import type { Sink } from './journal.ts';

/** A created resource: the operation that removes it, and its path values. */
export interface Created {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
}

/** Records what the run creates: once before the request is sent, and again when its id is known. */
export interface Ledger {
  /** Called before a request. `body`: as it is sent. */
  before(draft: Draft, body: string | undefined): Unanswered | undefined;
  after(draft: Draft, outcome: Outcome, pending: Unanswered | undefined): void;
  /** Creating requests of which it is unknown what they created: no answer, a server error, or a success without an id. */
  unanswered(): readonly Unanswered[];
  /**
   * If it is in doubt what exists, all creating requests, one entry per creating operation; otherwise empty. It is in doubt if
   * an answer is missing, a request that should succeed was refused, or something was not removed.
   */
  doubtful(): readonly Unanswered[];
  /** Adds a creating request that may have created something unnoticed. `isRefused`: it was refused. */
  lost(one: Unanswered, isRefused?: boolean): void;
  /** Created resources that no operation of the contract removes. */
  unremovable(): readonly Unremovable[];
  /** Adds a resource that was found in a list. */
  found(created: Created): void;
  /** Records that it no longer exists, whoever removed it. */
  gone(created: Created): void;
  /** Created resources that were not removed yet. */
  remaining(): readonly Created[];
  /** Did the run remove something below this path? Then a list at this path no longer shows it. */
  hasTakenFrom(path: string): boolean;
}

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

export function createLedger(sink: Sink): Ledger {
  const open = new Map<string, Created>();
  const pending = new Set<Unanswered>();
  const asked: Unanswered[] = [];
  const state = { isRefused: false };
  const removedPaths = new Set<string>();
  const staying: Unremovable[] = [];
  const keep = (created: Created): void => {
    open.set(keyOf(created.operation, created.path), created);
    sink({ type: 'created', ...created });
  };
  const gone = ({ operation, path }: Created, already = false): boolean => {
    const wasOpen = open.delete(keyOf(operation, path));
    if (wasOpen) sink({ type: 'removed', operation, path, ...(already ? { already } : {}) });
    return wasOpen;
  };
  const noteRemoved = ({ operation, pathValues, path }: Draft): void => {
    if (gone({ operation: operation?.id ?? '', path: pathValues })) removedPaths.add(path);
  };
  return {
    before({ operation, intent }, body) {
      const undo = operation?.node['x-undo'];
      if (undo === undefined && createsForGood(operation) && intent.kind !== 'invalid')
        sink({ type: 'creating', operation: operation?.id ?? '', path: {}, creation: operation?.id ?? '' });
      if (operation === undefined || undo === undefined) return undefined;
      const one = { creation: operation.id, undo, ...identifyingTexts(operation, body) };
      // Without such a text, nobody could recognize what an invalid request created.
      if (intent.kind === 'invalid' && one.carries.length === 0) return one;
      pending.add(one);
      asked.push(one);
      sink({
        type: 'creating',
        operation: undo.operation,
        path: {},
        creation: operation.id,
        carries: one.carries,
        names: one.names,
      });
      return one;
    },
    after(draft, outcome, awaited) {
      if (outcome.kind !== 'response' || outcome.status >= 500) return;
      if (hasSucceeded(outcome)) {
        const path = awaited && pathFrom(awaited.undo, outcome.body.json?.value, draft.pathValues);
        const isKnown = path !== undefined && !Object.values(path).includes('');
        if (awaited !== undefined && isKnown) keep({ operation: awaited.undo.operation, path });
        if (awaited !== undefined && !isKnown) return;
        if (awaited === undefined && createsForGood(draft.operation)) staying.push(unremovableOf(draft, outcome));
        noteRemoved(draft);
      } else if (awaited !== undefined && draft.intent.kind !== 'invalid') state.isRefused = true;
      if (awaited !== undefined) pending.delete(awaited);
    },
    unanswered: () => [...pending],
    doubtful: () => (state.isRefused || pending.size + open.size > 0 ? mergedByCreation(asked) : []),
    lost(one, isRefused = false) {
      state.isRefused ||= isRefused;
      if (!isRefused) pending.add(one);
      asked.push(one);
    },
    unremovable: () => staying,
    found: keep,
    gone: (created) => void gone(created, true),
    remaining: () => [...open.values()],
    hasTakenFrom: (path) => [...removedPaths].some((one) => one.startsWith(`${path}/`)),
  };
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
  const value = body.json?.value;
  const id = isObject(value) ? idText(value['id']) : '';
  return { creation: operation?.id ?? '', id: id === '' ? undefined : id };
}

function keyOf(operation: string, path: Readonly<Record<string, string>>): string {
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
  const names = namedIn(operation).map((member) => members[member]);
  return { carries, names: carries.length > 0 ? [] : names.filter(isText) };
}

/** The members that hold names: those with `$number` in an example of the document. */
export function namedIn({ requestBody }: Operation): readonly string[] {
  const examples = Object.values(requestBody?.media.examples ?? {});
  const members = examples.flatMap(({ value }) => (isObject(value) ? Object.entries(value) : []));
  return [...new Set(members.flatMap(([name, text]) => (String(text).includes('$number') ? [name] : [])))];
}
