import type { Draft } from '../check/request.ts';
import type { Operation } from '../contract/operations.ts';
import { pathFrom, type Undo } from '../contract/undo.ts';
import { type Answer, hasSucceeded, type Outcome } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { isObject } from '../schema/pointer.ts';
import { idText } from '../schema/traps.ts';
import type { Sink } from './journal.ts';

/** A thing that the run created and how to take it back. */
export interface Created {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
}

/** Keeps account of what the run creates: written down before it is asked for, and again with its id. */
export interface Ledger {
  /** `body`: as it goes over the wire. */
  before(draft: Draft, body: string | undefined): Unanswered | undefined;
  after(draft: Draft, outcome: Outcome, pending: Unanswered | undefined): void;
  /** Creations of which nobody knows whether they succeeded: no answer, one of the server's failing, one without an id. */
  unanswered(): readonly Unanswered[];
  /**
   * Where it is in doubt what is there: all that was asked to be created, by the operation that creates. It is in doubt where an
   * answer never came, where what should have been accepted was not, and where something could not be taken back.
   */
  doubtful(): readonly Unanswered[];
  /** A creation of an earlier run of which nobody knows whether it is still there; `isRefused`: it was answered that nothing is. */
  lost(one: Unanswered, isRefused?: boolean): void;
  /** What was created that the contract gives no way to remove. */
  unremovable(): readonly Unremovable[];
  /** Something that carries a text of a creation was found in a list. */
  found(created: Created): void;
  /** It is not there any more, whoever removed it. */
  gone(created: Created): void;
  /** What is still there. */
  remaining(): readonly Created[];
  /** Was something taken back that stood below this path? A list of what is no longer there cannot show it again. */
  hasTakenFrom(path: string): boolean;
}

/** A thing that the run created and that stays. */
export interface Unremovable {
  /** The operation that created it. */
  readonly creation: string;
  /** Its id, where the answer tells one. */
  readonly id: string | undefined;
}

/** A creation whose answer is still to come. */
export interface Unanswered {
  /** The operation that creates. */
  readonly creation: string;
  readonly undo: Undo;
  /** Texts of the request by which what it created can be told from what others made. */
  readonly carries: readonly string[];
  /** Where there was no room for one, what it was called instead: others may call things that, too. */
  readonly names: readonly string[];
}

/** What the suite calls things has its name in it; any other text (a tier, say) may be in what is somebody else's. */
const OWN = /conform.*\d/u;

export function createLedger(sink: Sink): Ledger {
  const open = new Map<string, Created>();
  const pending = new Set<Unanswered>();
  const asked: Unanswered[] = [];
  const state = { isRefused: false };
  const taken = new Set<string>();
  const staying: Unremovable[] = [];
  const keep = (created: Created): void => {
    open.set(keyOf(created.operation, created.path), created);
    sink({ type: 'created', ...created });
  };
  const gone = ({ operation, path }: Created, already = false): boolean => {
    const was = open.delete(keyOf(operation, path));
    if (was) sink({ type: 'removed', operation, path, ...(already ? { already } : {}) });
    return was;
  };
  const strikeOut = ({ operation, pathValues, path }: Draft): void => {
    if (gone({ operation: operation?.id ?? '', path: pathValues })) taken.add(path);
  };
  return {
    before({ operation, intent }, body) {
      const undo = operation?.node['x-undo'];
      if (undo === undefined && createsForGood(operation) && intent.kind !== 'invalid')
        sink({ type: 'creating', operation: operation?.id ?? '', path: {}, creation: operation?.id ?? '' });
      if (operation === undefined || undo === undefined) return undefined;
      const one = { creation: operation.id, undo, ...tellTales(operation, body) };
      // A refusal that fails is no creation, as far as anybody can tell by its name.
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
        if (awaited === undefined && createsForGood(draft.operation)) staying.push(stayingOf(draft, outcome));
        strikeOut(draft);
      } else if (awaited !== undefined && draft.intent.kind !== 'invalid') state.isRefused = true;
      if (awaited !== undefined) pending.delete(awaited);
    },
    unanswered: () => [...pending],
    doubtful: () => (state.isRefused || pending.size + open.size > 0 ? together(asked) : []),
    lost(one, isRefused = false) {
      state.isRefused ||= isRefused;
      if (!isRefused) pending.add(one);
      asked.push(one);
    },
    unremovable: () => staying,
    found: keep,
    gone: (created) => void gone(created, true),
    remaining: () => [...open.values()],
    hasTakenFrom: (path) => [...taken].some((one) => one.startsWith(`${path}/`)),
  };
}

/** One for each operation that creates. */
function together(asked: readonly Unanswered[]): readonly Unanswered[] {
  const byCreation = new Map<string, Unanswered>();
  for (const one of asked) {
    const { carries = [], names = [] } = byCreation.get(one.creation) ?? {};
    byCreation.set(one.creation, { ...one, carries: [...carries, ...one.carries], names: [...names, ...one.names] });
  }
  return [...byCreation.values()];
}

/** Its success is documented as 201 (RFC 9110 section 15.3.2: something came into being), and nothing takes it back. */
export function createsForGood(operation: Draft['operation']): boolean {
  return operation?.node['x-undo'] === undefined && operation?.responses.some(({ key }) => key === '201') === true;
}

function stayingOf({ operation }: Draft, { body }: Answer): Unremovable {
  const value = body.json?.value;
  const id = isObject(value) ? idText(value['id']) : '';
  return { creation: operation?.id ?? '', id: id === '' ? undefined : id };
}

function keyOf(operation: string, path: Readonly<Record<string, string>>): string {
  return JSON.stringify([operation, Object.entries(path).toSorted()]);
}

/** By what a thing can be told from others in a list: the texts of the suite's own making in its members, else its name. */
function tellTales(operation: Operation, body: string | undefined): Pick<Unanswered, 'carries' | 'names'> {
  const value = parseJson(body ?? '')?.value;
  const members = isObject(value) ? value : {};
  const isText = (text: unknown): text is string => typeof text === 'string';
  const carries = Object.values(members)
    .filter(isText)
    .filter((text) => OWN.test(text));
  const names = namedIn(operation).map((member) => members[member]);
  return { carries, names: carries.length > 0 ? [] : names.filter(isText) };
}

/** The members that name what is created: those in which the document's examples have a number of their own. */
export function namedIn({ requestBody }: Operation): readonly string[] {
  const examples = Object.values(requestBody?.media.examples ?? {});
  const members = examples.flatMap(({ value }) => (isObject(value) ? Object.entries(value) : []));
  return [...new Set(members.flatMap(([name, text]) => (String(text).includes('$number') ? [name] : [])))];
}
