import { ownerOf, SERVICE } from '../contract/clause-id.ts';
import { present } from '../defined.ts';
import { plural } from '../nouns.ts';
import { redacted } from '../redact/door.ts';
import type { Redactor } from '../redact/redactor.ts';
import { visible } from '../report/escape.ts';
import { exchangeLine } from '../report/facts.ts';
import type { ClauseResult } from '../report/model.ts';
import type { RunEvent } from '../send/journal.ts';
import type { Writer } from './io.ts';

/** How much is shown: nothing, the progress, or every exchange, too. */
export type Telling = 'quiet' | 'usual' | 'verbose';

export interface ProgressOptions {
  readonly telling?: Telling;
  /** The clause of each planned check under a reading. If absent, no total is shown. */
  readonly planned?: (choices: Readonly<Record<string, string>>) => readonly PlannedClause[];
  /** The most requests that the depth allows. */
  readonly budget?: number;
  /** The time in milliseconds. */
  readonly now?: () => number;
}

type PlannedClause = Pick<ClauseResult, 'id' | 'level'>;

/** The progress of a run, at its start. */
function newState() {
  return {
    /** The number of remaining checks, by operation. */
    left: new Map<string, number>(),
    total: 0,
    done: 0,
    operation: '',
    requests: new Map<string, number>(),
    /** The SHOULD clauses: the report does not count them as failed. */
    shoulds: new Set<string>(),
    failed: new Set<string>(),
  };
}

type State = ReturnType<typeof newState>;

const INTERVAL_MS = { terminal: 100, plain: 10_000 } as const;
/** Erases the current line of the terminal. */
export const CLEAR = '\r\u001b[2K';
/** The width of a terminal if it is unknown. */
const DEFAULT_COLUMNS = 80;

/** Shows the progress of a run: one line that is updated on a terminal, a line per operation elsewhere. */
export function createProgress(
  { write, isTty, columns = () => undefined }: Writer,
  { telling = 'usual', planned, budget, now = Date.now }: ProgressOptions = {},
) {
  if (telling === 'quiet') return { sink: () => undefined, end: () => undefined };
  const startedAt = now();
  let shownAt = startedAt;
  const state = newState();
  const line = (text: string): void => write(isTty ? `${CLEAR}${text}\n` : `${text}\n`);
  const show = (): void => {
    if (now() - shownAt < (isTty ? INTERVAL_MS.terminal : INTERVAL_MS.plain)) return;
    shownAt = now();
    const text = progressSentence(state, now() - startedAt, budget);
    write(isTty ? `${CLEAR}${text.slice(0, (columns() ?? DEFAULT_COLUMNS) - 1)}` : `${text}\n`);
  };
  return {
    sink(event: RunEvent, redactor: Redactor): void {
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
      if (telling === 'verbose') line(exchangeLine(redacted(event.exchange, redactor, 'shown')));
      show();
    },
    /** Erases the progress line of a terminal. */
    end: () => (isTty ? write(CLEAR) : undefined),
  };
}

/** Sets the plan: at the start, and again when the reading of the target is known. Until then only probes run. */
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

/** Counts a finished check. Returns its operation if that was the operation's last check. */
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

/** Explains a wait: a long pause without a reason looks like a crash. */
function waitSentence({ milliseconds, why }: Extract<RunEvent, { type: 'waiting' }>, now: number): string {
  return visible(
    `Waiting ${Math.ceil(milliseconds / 1000)} s, until ${new Date(now + milliseconds).toISOString().slice(11, 19)} UTC: ${why}.`,
  );
}

function progressSentence(state: State, elapsed: number, budget: number | undefined): string {
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

/** Undefined before 3 s and a twentieth of the checks: until then an estimate would be a guess. */
function timeLeft({ done, total }: State, elapsed: number): string | undefined {
  if (elapsed < 3000 || done * 20 < total || done === 0) return undefined;
  const seconds = Math.ceil(((elapsed / done) * (total - done)) / 1000);
  return seconds < 90 ? `about ${seconds} s left` : `about ${Math.ceil(seconds / 60)} min left`;
}

function operationSentence(group: string, { left, requests, failed: all }: State): string {
  // Clauses about the service as a whole belong to no operation.
  const operations = [...left].filter(([name]) => name !== SERVICE);
  const completed = operations.filter(([, count]) => count === 0).length;
  const failed = [...all].filter((clause) => ownerOf(clause) === group);
  return visible(
    `${group}: ${present(plural(requests.get(group) ?? 0, 'request'), failedWords(failed.length)).join(', ')} (${completed} of ${operations.length} operations done)`,
  );
}

/** Undefined if nothing failed so far: most is judged at the end, so "0 failed" would promise too much. */
function failedWords(count: number): string | undefined {
  return count === 0 ? undefined : `${plural(count, 'clause')} failed so far`;
}
