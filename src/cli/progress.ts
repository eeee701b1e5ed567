import { ownerOf, SERVICE } from '../contract/clause-id.ts';
import type { Redactor } from '../http/redact.ts';
import { plural } from '../report/console-text.ts';
import { visible } from '../report/escape.ts';
import { exchangeLine } from '../report/exchange-line.ts';
import type { RunEvent } from '../send/journal.ts';
import { redactExchange } from '../send/redact-event.ts';
import type { Writer } from './io.ts';

/** Tells whoever waits how far a run is: one living line on a terminal, a line per operation elsewhere. */
export interface Progress {
  readonly sink: (event: RunEvent, redactor: Redactor) => void;
  /** Takes the living line away. */
  readonly end: () => void;
}

/** How much is told: nothing, how far it is, or every exchange. */
export type Telling = 'quiet' | 'usual' | 'verbose';

export interface ProgressOptions {
  readonly telling?: Telling;
  /** The clauses of the checks that are planned for a reading, one for each check; unknown, nothing is said of a whole. */
  readonly planned?: (choices: Readonly<Record<string, string>>) => readonly string[];
  /** The most requests that the depth allows. */
  readonly budget?: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

interface State {
  readonly startedAt: number;
  /** Checks still to come, by operation. */
  left: Map<string, number>;
  total: number;
  done: number;
  requests: number;
  broken: number;
  operation: string;
  readonly requestsOf: Map<string, number>;
  readonly brokenOf: Map<string, number>;
  toldAt: number;
}

const EVERY_MS = { living: 100, plain: 10_000 } as const;
const CLEAR = '\r\u001b[2K';
/** A terminal that does not say its width. */
const USUAL_COLUMNS = 80;

export function createProgress(
  { write, isTty, columns = () => undefined }: Writer,
  { telling = 'usual', planned, budget, now = Date.now }: ProgressOptions = {},
): Progress {
  const state = startingAt(now());
  const line = (text: string): void => write(isTty ? `${CLEAR}${text}\n` : `${text}\n`);
  const tell = (): void => {
    const every = isTty ? EVERY_MS.living : EVERY_MS.plain;
    if (now() - state.toldAt < every) return;
    state.toldAt = now();
    const text = sentence(state, now(), budget);
    write(isTty ? `${CLEAR}${text.slice(0, (columns() ?? USUAL_COLUMNS) - 1)}` : `${text}\n`);
  };
  const usual = (event: RunEvent, redactor: Redactor): void => {
    if (event.type === 'run') plan(state, planned?.(event.header.profile.branches));
    if (event.type === 'reading') plan(state, planned?.(event.choices));
    const finished = note(state, event);
    if (event.type === 'waiting') return line(waitSentence(event, now()));
    if (event.type === 'exchange' && telling === 'verbose')
      line(exchangeLine(redactExchange(event.exchange, redactor, 'shown')));
    if (finished !== undefined && !isTty) line(operationSentence(finished, state));
    if (event.type === 'exchange') tell();
  };
  return {
    sink: telling === 'quiet' ? () => undefined : usual,
    end: () => (isTty && telling !== 'quiet' ? write(CLEAR) : undefined),
  };
}

function startingAt(now: number): State {
  return {
    startedAt: now,
    left: new Map(),
    total: 0,
    done: 0,
    requests: 0,
    broken: 0,
    operation: '',
    requestsOf: new Map(),
    brokenOf: new Map(),
    toldAt: now,
  };
}

/** The plan is made anew once it is known which reading the target follows; nothing but probes ran until then. */
function plan(state: State, clauses: readonly string[] | undefined): void {
  if (clauses === undefined) return;
  state.left = new Map();
  for (const clause of clauses) add(state.left, ownerOf(clause), 1);
  state.total = clauses.length;
  state.done = 0;
}

/** Takes an event into account. Gives the operation of which the last check was done with it. */
function note(state: State, event: RunEvent): string | undefined {
  if (event.type === 'exchange') {
    state.requests += 1;
    state.operation = event.exchange.operation ?? event.exchange.request.method;
    add(state.requestsOf, state.operation, 1);
  }
  if (event.type !== 'act' || event.act.again) return undefined;
  const group = ownerOf(event.act.clause);
  if (event.suspect === true) {
    state.broken += 1;
    add(state.brokenOf, group, 1);
  }
  const left = state.left.get(group) ?? 0;
  if (left === 0) return undefined;
  state.done += 1;
  state.left.set(group, left - 1);
  return left === 1 ? group : undefined;
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** A long silence without a reason looks like a crash. */
function waitSentence({ milliseconds, why }: Extract<RunEvent, { type: 'waiting' }>, now: number): string {
  return visible(
    `Waiting ${Math.ceil(milliseconds / 1000)} s, until ${new Date(now + milliseconds).toISOString().slice(11, 19)} UTC: ${why}.`,
  );
}

function sentence(state: State, at: number, budget: number | undefined): string {
  const { done, total, operation, requests, broken } = state;
  const parts = [
    ...(total > 0 ? [`${done} of ${total} checks`] : []),
    operation,
    `${plural(requests, 'request')}${budget === undefined ? '' : ` of at most ${budget}`}`,
    `${plural(broken, 'check')} failed`,
    ...timeLeft(state, at),
  ];
  return visible(parts.join(', '));
}

/** Not before it can be guessed at all. */
function timeLeft({ startedAt, done, total }: State, now: number): readonly string[] {
  const elapsed = now - startedAt;
  if (elapsed < 3000 || done * 20 < total || done === 0) return [];
  const seconds = Math.ceil(((elapsed / done) * (total - done)) / 1000);
  return [seconds < 90 ? `about ${seconds} s left` : `about ${Math.ceil(seconds / 60)} min left`];
}

function operationSentence(group: string, { left, requestsOf, brokenOf }: State): string {
  // What is said of the service as a whole is no operation of it.
  const operations = [...left].filter(([name]) => name !== SERVICE);
  const over = operations.filter(([, count]) => count === 0).length;
  return visible(
    `${group}: ${plural(requestsOf.get(group) ?? 0, 'request')}, ${plural(brokenOf.get(group) ?? 0, 'check')} failed (${over} of ${operations.length} operations done)`,
  );
}
