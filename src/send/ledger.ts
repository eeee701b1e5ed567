import type { Draft } from '../check/request.ts';
import { atPointer } from '../schema/pointer.ts';
import type { Outcome } from '../http/exchange.ts';
import type { Sink } from './journal.ts';

/** A thing that the run created and how to take it back. */
export interface Created {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
}

/** Keeps account of what the run creates: written down before it is asked for, and again with its id. */
export interface Ledger {
  before(draft: Draft): Undo | undefined;
  after(draft: Draft, outcome: Outcome, undo: Undo | undefined): void;
  /** What is still there. */
  remaining(): readonly Created[];
  /** Was something taken back that stood below this path? A list of what is no longer there cannot show it again. */
  hasTakenFrom(path: string): boolean;
}

type Undo = NonNullable<NonNullable<Draft['operation']>['node']['x-undo']>;

export function createLedger(sink: Sink): Ledger {
  const open = new Map<string, Created>();
  const taken = new Set<string>();
  return {
    before(draft) {
      const undo = draft.operation?.node['x-undo'];
      if (undo !== undefined && draft.intent.kind !== 'invalid')
        sink({ type: 'creating', operation: undo.operation, path: {} });
      return undo;
    },
    after(draft, outcome, undo) {
      if (outcome.kind !== 'response' || outcome.status < 200 || outcome.status >= 300) return;
      if (undo !== undefined)
        keep(open, { operation: undo.operation, path: pathFrom(undo, outcome.body.json?.value) }, sink);
      const removed = keyOf(draft.operation?.id ?? '', draft.pathValues);
      if (!open.delete(removed)) return;
      taken.add(draft.path);
      sink({ type: 'removed', operation: draft.operation?.id ?? '', path: draft.pathValues });
    },
    remaining: () => [...open.values()],
    hasTakenFrom: (path) => [...taken].some((one) => one.startsWith(`${path}/`)),
  };
}

function keep(open: Map<string, Created>, created: Created, sink: Sink): void {
  if (Object.values(created.path).some((value) => value === '')) return;
  open.set(keyOf(created.operation, created.path), created);
  sink({ type: 'created', ...created });
}

function pathFrom(undo: Undo, body: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(undo.path).map(([name, pointer]) => [name, textOf(atPointer(body, pointer))]),
  );
}

/** An identifier as it goes into a path; nothing where there is none. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function keyOf(operation: string, path: Readonly<Record<string, string>>): string {
  return JSON.stringify([operation, path]);
}
