import type { Evidence } from '../check/check.ts';
import type { Verdict } from '../check/verdict.ts';
import type { Choices } from '../contract/resolve.ts';
import { defined } from '../defined.ts';
import type { Exchange } from '../http/exchange.ts';
import { createRedactor, type Redactor, type StandIn } from '../http/redact.ts';
import type { Level } from '../schema/schema.ts';

/** The facts of a run that are known before its first request. */
export interface RunHeader {
  readonly suiteVersion: string;
  readonly document: { readonly title: string; readonly version: string; readonly sha256: string };
  readonly startedAt: string;
  readonly baseUrl: string;
  readonly profile: { readonly name: string; readonly branches: Choices };
  readonly strict: boolean;
  readonly seed: number;
  readonly depth: string;
  readonly only: readonly string[];
  /** The earlier run whose failures `only` names. */
  readonly failed?: string;
  readonly permissions: readonly string[];
  readonly credentials: readonly string[];
  /** The credentials of which the user is sure. */
  readonly vouched?: readonly string[];
  /** The levels that the user gave to single clauses, by their ids. */
  readonly levels?: Readonly<Record<string, Level>>;
  /** The command that names the same target and reading again; without secrets. */
  readonly command?: string;
  /** The samples that are one text each, by their names in the target file. */
  readonly samples?: Readonly<Record<string, string>>;
}

/** Something that a run created and that is still there. */
export interface LeftBehind {
  /** What would have removed it; where the contract has nothing that does, what created it. */
  readonly operation: string;
  /** Its ids, as far as they are known. */
  readonly path: Readonly<Record<string, string>>;
  /** False where the contract has no operation that removes it. */
  readonly removable: boolean;
}

/** What became of acting a check: evidence, or the reason why there is none. */
export interface Act {
  /** The check's id. */
  readonly check: string;
  readonly clause: string;
  readonly outcome:
    | { readonly kind: 'evidence'; readonly evidence: Evidence }
    | { readonly kind: 'verdict'; readonly verdict: Verdict };
  /** True for the second try that confirms a finding. */
  readonly again: boolean;
}

/** Why a clause was not shown where the target wanted no more requests for a while. */
export const RATE_LIMITED = 'the rate limit was hit (429)';

export type RunEvent =
  | { readonly type: 'run'; readonly header: RunHeader }
  | { readonly type: 'exchange'; readonly exchange: Exchange; readonly repeats?: number }
  /** `suspect`: under the reading that the requests were made for it looks broken. For whoever watches; verdicts are concluded anew. */
  | { readonly type: 'act'; readonly act: Act; readonly suspect?: boolean }
  /** The branches that requests were made for, after the probes. */
  | { readonly type: 'reading'; readonly choices: Choices }
  | {
      readonly type: 'creating' | 'created' | 'removed' | 'left-behind';
      readonly operation: string;
      readonly path: Readonly<Record<string, string>>;
      /** Of what was removed: nobody knows by whom, for it was not there any more. */
      readonly already?: boolean;
      /** Of what is about to be created: the operation that creates it, and texts of the request by which it can be told. */
      readonly creation?: string;
      readonly carries?: readonly string[];
      /** Where there was no room for such a text, what it was called instead. */
      readonly names?: readonly string[];
    }
  | { readonly type: 'note'; readonly text: string }
  /** Secrets that have stand-ins in the lines that follow; of a journal alone. */
  | { readonly type: 'secrets'; readonly standIns: readonly StandIn[] }
  /** What the target said of its rate limit, the first time: requests left, and when its window ends (milliseconds since the epoch). */
  | { readonly type: 'limits'; readonly remaining: number; readonly resetAtMs?: number }
  /** Nothing is sent for a while, because of a rate limit. */
  | { readonly type: 'waiting'; readonly milliseconds: number; readonly why: string }
  | { readonly type: 'end'; readonly finishedAt: string; readonly complete: boolean; readonly reason?: string };

/** Where events go as they happen: a file, the memory, a progress line. */
export type Sink = (event: RunEvent) => void;

/** Everything that was collected: what verdicts are concluded from. Plain data. */
export interface RunRecord {
  readonly header: RunHeader;
  readonly exchanges: readonly Exchange[];
  /** For a repeated request, the number of the exchange that it repeats. */
  readonly repeats: ReadonlyMap<number, number>;
  readonly acts: readonly Act[];
  readonly choices: Choices;
  readonly notes: readonly string[];
  readonly leftBehind: readonly LeftBehind[];
  readonly finishedAt: string;
  readonly complete: boolean;
  readonly reason?: string;
  /** Keeps what is secret in it out of its report. */
  readonly redactor?: Redactor;
}

/** An exchange without the body of its answer: it counts as sent, and nothing more is judged of it. */
export function elided(exchange: Exchange): Exchange {
  if (exchange.outcome.kind === 'failure') return exchange;
  return {
    ...exchange,
    elided: true,
    outcome: { ...exchange.outcome, headers: {}, body: { size: exchange.outcome.body.size, text: '', utf8: true } },
  };
}

/** Collects events into a record. */
export function createRecorder(): {
  readonly sink: (event: RunEvent, redactor: Redactor) => void;
  readonly record: () => RunRecord;
} {
  const events: RunEvent[] = [];
  const known: { redactor?: Redactor } = {};
  return {
    sink(event, redactor) {
      events.push(event);
      known.redactor = redactor;
    },
    record: () => ({ ...recordOf(events), ...known }),
  };
}

/** The record that a list of events tells. A list without an end is a run that was cut short. */
export function recordOf(events: readonly RunEvent[]): RunRecord {
  const standIns = events.flatMap((event) => (event.type === 'secrets' ? event.standIns : []));
  const header = events.find((event) => event.type === 'run')?.header;
  if (header === undefined) throw new Error('the record of a run begins with its header');
  const sent = events.filter((event) => event.type === 'exchange');
  const end = events.findLast((event) => event.type === 'end');
  return {
    header,
    exchanges: sent.map(({ exchange }) => exchange),
    repeats: new Map(
      sent.flatMap(({ exchange, repeats }) => (repeats === undefined ? [] : [[exchange.seq, repeats] as const])),
    ),
    acts: events.flatMap((event) => (event.type === 'act' ? [event.act] : [])),
    choices: events.findLast((event) => event.type === 'reading')?.choices ?? header.profile.branches,
    notes: events.flatMap((event) => (event.type === 'note' ? [event.text] : [])),
    leftBehind: events.flatMap((event) =>
      event.type === 'left-behind'
        ? [{ operation: event.operation, path: event.path, removable: event.creation === undefined }]
        : [],
    ),
    finishedAt: end?.finishedAt ?? header.startedAt,
    complete: end?.complete ?? false,
    ...(standIns.length === 0 ? {} : { redactor: createRedactor([], { standIns }) }),
    ...defined({ reason: end === undefined ? 'the run did not end' : end.reason }),
  };
}
