import { ownerOf, SERVICE } from '../contract/clause-id.ts';
import { present } from '../defined.ts';
import type { Redactor } from '../http/redact.ts';
import { plural } from '../report/console-text.ts';
import { visible } from '../report/escape.ts';
import { exchangeLine } from '../report/exchange-line.ts';
import type { ClauseResult } from '../report/model.ts';
import type { RunEvent } from '../send/journal.ts';
import { redactExchange } from '../send/redact-event.ts';
import type { Writer } from './io.ts';

/** Shows whoever waits how far a run is: one living line on a terminal, a line per operation elsewhere. */
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
  readonly planned?: (choices: Readonly<Record<string, string>>) => readonly PlannedClause[];
  /** The most requests that the depth allows. */
  readonly budget?: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

type PlannedClause = Pick<ClauseResult, 'id' | 'level'>;

/** How far a run is. */
interface State {
  /** Checks still to come, by operation. */
  left: Map<string, number>;
  total: number;
  done: number;
  operation: string;
  readonly requests: Map<string, number>;
  /** Clauses that are not met without failing, as the report counts. */
  readonly shoulds: Set<string>;
  readonly failed: Set<string>;
}

const EVERY_MS = { living: 100, plain: 10_000 } as const;
/** Takes away what stands in the line of the cursor. */
export const CLEAR = '\r\u001b[2K';
/** A terminal that does not say its width. */
const USUAL_COLUMNS = 80;

export function createProgress(
  { write, isTty, columns = () => undefined }: Writer,
  { telling = 'usual', planned, budget, now = Date.now }: ProgressOptions = {},
): Progress {
  if (telling === 'quiet') return { sink: () => undefined, end: () => undefined };
  const startedAt = now();
  let shownAt = startedAt;
  const state = atFirst();
  const line = (text: string): void => write(isTty ? `${CLEAR}${text}\n` : `${text}\n`);
  const show = (): void => {
    if (now() - shownAt < (isTty ? EVERY_MS.living : EVERY_MS.plain)) return;
    shownAt = now();
    const text = sentence(state, now() - startedAt, budget);
    write(isTty ? `${CLEAR}${text.slice(0, (columns() ?? USUAL_COLUMNS) - 1)}` : `${text}\n`);
  };
  return {
    sink(event, redactor) {
      if (event.type === 'run') plan(state, planned?.(event.header.profile.branches));
      if (event.type === 'reading') plan(state, planned?.(event.choices));
      if (event.type === 'waiting') line(waitSentence(event, now()));
      if (event.type === 'act' && !event.act.again) {
        const finished = noteAct(state, event);
        if (finished !== undefined && !isTty) line(operationSentence(finished, state));
      }
      if (event.type !== 'exchange') return;
      state.operation = event.exchange.operation ?? event.exchange.request.method;
      add(state.requests, state.operation, event.exchange.attempts);
      if (telling === 'verbose') line(exchangeLine(redactExchange(event.exchange, redactor, 'shown')));
      show();
    },
    end: () => (isTty ? write(CLEAR) : undefined),
  };
}

function atFirst(): State {
  return {
    left: new Map(),
    total: 0,
    done: 0,
    operation: '',
    requests: new Map(),
    shoulds: new Set(),
    failed: new Set(),
  };
}

/** The plan is made anew once it is known which reading the target follows; nothing but probes ran until then. */
function plan(state: State, clauses: readonly PlannedClause[] | undefined): void {
  if (clauses === undefined) return;
  state.left = new Map();
  for (const { id, level } of clauses) {
    add(state.left, ownerOf(id));
    if (level === 'SHOULD') state.shoulds.add(id);
  }
  state.total = clauses.length;
  state.done = 0;
}

/** Gives the operation of which the last check was done with it. */
function noteAct(state: State, { act, suspect }: Extract<RunEvent, { type: 'act' }>): string | undefined {
  const group = ownerOf(act.clause);
  if (suspect === true && !state.shoulds.has(act.clause)) state.failed.add(act.clause);
  const left = state.left.get(group) ?? 0;
  if (left === 0) return undefined;
  state.done += 1;
  add(state.left, group, -1);
  return left === 1 ? group : undefined;
}

function add(counts: Map<string, number>, name: string, count = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0);
}

/** A long silence without a reason looks like a crash. */
function waitSentence({ milliseconds, why }: Extract<RunEvent, { type: 'waiting' }>, now: number): string {
  return visible(
    `Waiting ${Math.ceil(milliseconds / 1000)} s, until ${new Date(now + milliseconds).toISOString().slice(11, 19)} UTC: ${why}.`,
  );
}

function sentence(state: State, elapsed: number, budget: number | undefined): string {
  const { done, total, operation, requests, failed } = state;
  const parts = present(
    total > 0 && `${done} of ${total} checks`,
    operation,
    `${plural(sum(requests), 'request')}${budget === undefined ? '' : ` of at most ${budget}`}`,
    failedWords(failed.size),
    timeLeft(state, elapsed),
  );
  return visible(parts.join(', '));
}

/** Not before it can be guessed at all. */
function timeLeft({ done, total }: State, elapsed: number): string | undefined {
  if (elapsed < 3000 || done * 20 < total || done === 0) return undefined;
  const seconds = Math.ceil(((elapsed / done) * (total - done)) / 1000);
  return seconds < 90 ? `about ${seconds} s left` : `about ${Math.ceil(seconds / 60)} min left`;
}

function operationSentence(group: string, { left, requests, failed: all }: State): string {
  // What is said of the service as a whole is no operation of it.
  const operations = [...left].filter(([name]) => name !== SERVICE);
  const over = operations.filter(([, count]) => count === 0).length;
  const failed = [...all].filter((clause) => ownerOf(clause) === group);
  return visible(
    `${group}: ${present(plural(requests.get(group) ?? 0, 'request'), failedWords(failed.length)).join(', ')} (${over} of ${operations.length} operations done)`,
  );
}

/** Most is judged when all has been sent: no more than that is known, and that nothing failed would say too much. */
function failedWords(count: number): string | undefined {
  return count === 0 ? undefined : `${plural(count, 'clause')} failed so far`;
}
