import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { BOUNDS } from '../bounds.ts';
import { isExchange } from '../check/guard.ts';
import { mapBelow } from '../defined.ts';
import { errorCode, UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { bodyOfText } from '../http/body.ts';
import type { Body, Exchange } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { redacted } from '../redact/door.ts';
import type { Redactor } from '../redact/redactor.ts';
import { isObject } from '../schema/pointer.ts';
import { type RunEvent, type RunRecord, recordOf } from './journal.ts';

/** The name of the journal within the folder of a run. */
export const JOURNAL = 'run.ndjson';

/**
 * An append-only file with one JSON object per line. Each event is written at once, so it survives the death of the process.
 * Evidence refers to exchanges by number. Each secret is replaced by a stand-in of the same form everywhere, so that judging
 * the journal again gives the verdicts of the run.
 */
export function openJournal(path: string, maxBytes: number = BOUNDS.journalBytes) {
  const file = createFile(path);
  const state = { bytes: 0, full: false, secrets: 0 };
  const write = (event: RunEvent): void => {
    try {
      const line = event.type === 'exchange' ? { ...event, exchange: withoutJson(event.exchange) } : event;
      state.bytes += writeSync(file, `${JSON.stringify(line)}\n`);
    } catch {
      // A full disk must not keep the run from removing what it created.
      state.full = true;
    }
  };
  return {
    sink(event: RunEvent, redactor: Redactor): void {
      if (state.full) return;
      state.full = state.bytes > maxBytes;
      if (state.full) return write(FULL);
      // The first line has to be the event `run`, so its stand-ins follow later.
      const standIns = event.type === 'run' ? [] : redactor.standIns.slice(state.secrets);
      state.secrets += standIns.length;
      if (standIns.length > 0) write({ type: 'secrets', standIns });
      write(redacted(withReferences(event), redactor, 'recorded'));
    },
    close(): void {
      // Once closed, the file descriptor may be reused for another file, so nothing is written after this.
      state.full = true;
      closeSync(file);
    },
  };
}

/** Creates a new file that only its owner can read. Removes what exists at the path, such as a link to another place. */
function createFile(path: string): number {
  try {
    rmSync(path, { force: true });
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new UsageError(
      `the journal ${path} cannot be written (${errorCode(error)}); give another folder with --report.`,
    );
  }
}

/** The last line of a journal that reached its maximum size. Read back, the run counts as not ended. */
const FULL: RunEvent = { type: 'note', text: 'The journal is full: what came later is not in it.' };

/** The record of a run from its journal. A truncated journal gives an incomplete record. */
export function readJournal(path: string): RunRecord {
  return recordFromJournal(readUserFile(path, 'journal', 2 * BOUNDS.journalBytes), path);
}

export function recordFromJournal(text: string, file: string): RunRecord {
  return recordOf(eventsIn(text, file));
}

/** The events of a run. Unlike a record they show what the run was about to create. */
export function readEvents(path: string): readonly RunEvent[] {
  return eventsIn(readUserFile(path, 'journal', 2 * BOUNDS.journalBytes), path);
}

function eventsIn(text: string, file: string): readonly RunEvent[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const exchanges = new Map<number, Exchange>();
  const events = lines.flatMap((line, index): readonly RunEvent[] => {
    const parsed = parseJson(line);
    if (parsed === undefined && index === lines.length - 1) return [];
    if (!isEvent(parsed?.value))
      throw new UsageError(
        `${file}:${index + 1}: this line is no event of a run; the journal was changed or is of another kind.`,
      );
    const event = restored(parsed.value, exchanges);
    if (event.type === 'exchange') exchanges.set(event.exchange.seq, event.exchange);
    return [event];
  });
  if (!events.some(({ type }) => type === 'run'))
    throw new UsageError(`${file}: a journal begins with the facts of its run; this one has none.`);
  return events;
}

/** The event with references to exchanges in its evidence. */
function withReferences(event: RunEvent): RunEvent {
  return event.type === 'act' ? { ...event, act: referring(event.act) as typeof event.act } : event;
}

/** The exchange without the parsed JSON of its body, which the text gives back. */
function withoutJson(exchange: Exchange): unknown {
  if (exchange.outcome.kind === 'failure') return exchange;
  const { json, ...body } = exchange.outcome.body;
  return { ...exchange, outcome: { ...exchange.outcome, body: json === undefined ? { ...body, json: false } : body } };
}

function referring(node: unknown): unknown {
  return isExchange(node) ? { [REFERENCE]: node.seq } : mapBelow(node, referring);
}

const REFERENCE = '$exchange';

const TYPES: ReadonlySet<unknown> = new Set([
  'run',
  'exchange',
  'act',
  'reading',
  'creating',
  'created',
  'removed',
  'left-behind',
  'note',
  'secrets',
  'limits',
  'waiting',
  'end',
] satisfies readonly RunEvent['type'][]);

function isEvent(value: unknown): value is RunEvent {
  return isObject(value) && TYPES.has(value['type']) && hasMembers(value);
}

/** Does the event have the members that readers rely on? */
function hasMembers({ type, header, exchange, act, standIns }: Readonly<Record<string, unknown>>): boolean {
  if (type === 'run') return isObject(header) && isObject(header['profile']) && isObject(header['profile']['branches']);
  if (type === 'act') return isObject(act) && isObject(act['outcome']) && typeof act['clause'] === 'string';
  if (type === 'secrets')
    return (
      Array.isArray(standIns) &&
      standIns.every((one) => isObject(one) && typeof one['shown'] === 'string' && typeof one['standIn'] === 'string')
    );
  return type !== 'exchange' || (isExchange(exchange) && isWhole(exchange));
}

function isWhole({ seq, outcome, request }: Exchange): boolean {
  if (typeof seq !== 'number' || !isObject(request) || !isObject(request.query) || !isObject(outcome)) return false;
  return outcome.kind === 'failure' || (isObject(outcome.headers) && typeof outcome.body?.text === 'string');
}

function restored(event: RunEvent, exchanges: ReadonlyMap<number, Exchange>): RunEvent {
  if (event.type === 'exchange') return { ...event, exchange: withJson(event.exchange) };
  return event.type === 'act' ? { ...event, act: dereferenced(event.act, exchanges) as typeof event.act } : event;
}

function withJson(exchange: Exchange): Exchange {
  if (exchange.outcome.kind === 'failure') return exchange;
  const { json: absent, ...body } = exchange.outcome.body as Omit<Body, 'json'> & { readonly json?: unknown };
  return { ...exchange, outcome: { ...exchange.outcome, body: absent === false ? body : bodyOfText(body.text, body) } };
}

function dereferenced(node: unknown, exchanges: ReadonlyMap<number, Exchange>): unknown {
  const seq = isObject(node) && Object.keys(node).length === 1 ? node[REFERENCE] : undefined;
  return typeof seq === 'number' ? exchanges.get(seq) : mapBelow(node, (value) => dereferenced(value, exchanges));
}
