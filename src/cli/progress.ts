import { visible } from '../report/escape.ts';
import type { RunEvent } from '../send/journal.ts';
import type { Writer } from './io.ts';

/** Tells whoever waits how far a run is: one living line on a terminal, a plain line now and then elsewhere. */
export interface Progress {
  readonly sink: (event: RunEvent) => void;
  /** Takes the living line away. */
  readonly end: () => void;
}

interface State {
  requests: number;
  suspects: number;
  operation: string;
  toldAt: number;
}

const EVERY_MS = { living: 100, plain: 10_000 } as const;

export function createProgress({ write, isTty }: Writer, now: () => number = Date.now): Progress {
  const state: State = { requests: 0, suspects: 0, operation: '', toldAt: now() };
  const tell = isTty ? () => write(`\r\u001b[2K${sentence(state).slice(0, 100)}`) : () => write(`${sentence(state)}\n`);
  return {
    sink(event) {
      note(state, event);
      if (event.type === 'waiting') return tellWait(event, write, isTty);
      if (event.type !== 'exchange' || now() - state.toldAt < (isTty ? EVERY_MS.living : EVERY_MS.plain)) return;
      state.toldAt = now();
      tell();
    },
    end: () => (isTty ? write('\r\u001b[2K') : undefined),
  };
}

/** A long silence without a reason looks like a crash. */
function tellWait(
  { milliseconds, why }: Extract<RunEvent, { type: 'waiting' }>,
  write: Writer['write'],
  isTty: boolean,
): void {
  const text = visible(
    `Waiting ${Math.ceil(milliseconds / 1000)} s, until ${new Date(Date.now() + milliseconds).toISOString().slice(11, 19)} UTC: ${why}.`,
  );
  write(isTty ? `\r\u001b[2K${text}` : `${text}\n`);
}

function note(state: State, event: RunEvent): void {
  if (event.type === 'exchange') {
    state.requests += 1;
    state.operation = event.exchange.operation ?? event.exchange.request.method;
  }
  if (event.type === 'act' && event.suspect === true) state.suspects += 1;
}

function sentence({ requests, suspects, operation }: State): string {
  return visible(`${operation}: ${requests} requests, ${suspects} ${suspects === 1 ? 'finding' : 'findings'} so far`);
}
