import { type Evidence, exchangesIn } from '../check/check.ts';
import type { Verdict } from '../check/verdict.ts';
import type { Choices } from '../contract/resolve.ts';
import { defined } from '../defined.ts';
import type { Exchange } from '../http/exchange.ts';
import { Redactor, type StandIn } from '../redact/redactor.ts';
import type { Level } from '../schema/schema.ts';

/** The facts of a run that are known before its first request is sent. */
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
  /** The credentials that the user calls valid. */
  readonly vouched?: readonly string[];
  /** The levels that the user set for single clauses, by clause id. */
  readonly levels?: Readonly<Record<string, Level>>;
  /** The command that runs the suite against the same target and reading again, without secrets. */
  readonly command?: string;
  /** The samples that consist of one text, by their names in the target file. */
  readonly samples?: Readonly<Record<string, string>>;
}

/** Something that a run created and did not remove. */
export interface LeftBehind {
  /** The operation that removes it; if the contract has none, the one that created it. */
  readonly operation: string;
  /** Its ids, as far as they are known. */
  readonly path: Readonly<Record<string, string>>;
  /** False if the contract has no operation that removes it. */
  readonly removable: boolean;
}

/** The result of running a check: evidence, or the reason why there is none. */
export interface Act {
  /** The check's id. */
  readonly check: string;
  readonly clause: string;
  readonly outcome:
    | { readonly kind: 'evidence'; readonly evidence: Evidence }
    | { readonly kind: 'verdict'; readonly verdict: Verdict };
  /** True for the repetition that confirms a finding. */
  readonly again: boolean;
}

/** The exchanges that an act has as evidence. */
export function exchangesOf({ outcome }: Act): readonly Exchange[] {
  return outcome.kind === 'evidence' ? exchangesIn(outcome.evidence) : [];
}

export type RunEvent =
  | { readonly type: 'run'; readonly header: RunHeader }
  | { readonly type: 'exchange'; readonly exchange: Exchange; readonly repeats?: number }
  /** `suspect`: the clause looks broken under the chosen reading. Only for progress and `--bail`: verdicts are concluded anew. */
  | { readonly type: 'act'; readonly act: Act; readonly suspect?: boolean }
  /** The branches that the probes found: requests are made for them. */
  | { readonly type: 'reading'; readonly choices: Choices }
  | {
      readonly type: 'creating' | 'created' | 'removed' | 'left-behind';
      readonly operation: string;
      readonly path: Readonly<Record<string, string>>;
      /** With `removed`: it was already gone, and it is not known who removed it. */
      readonly already?: boolean;
      /** With `creating`: the operation that creates it, and texts of the request by which it can be recognized. */
      readonly creation?: string;
      readonly carries?: readonly string[];
      /** The names in the request, if it had no room for such a text. */
      readonly names?: readonly string[];
    }
  | { readonly type: 'note'; readonly text: string }
  /** Stand-ins of secrets in the lines that follow. Only in journals. */
  | { readonly type: 'secrets'; readonly standIns: readonly StandIn[] }
  /** The first rate limit that the target announced: requests left and end of the window (milliseconds since the epoch). */
  | { readonly type: 'limits'; readonly remaining: number; readonly resetAtMs?: number }
  /** Nothing is sent for some time: for a rate limit, or until a passing trouble is over. */
  | { readonly type: 'waiting'; readonly milliseconds: number; readonly why: string }
  | { readonly type: 'end'; readonly finishedAt: string; readonly complete: boolean; readonly reason?: string };

/** Receives events as they happen: a file, the memory, a progress line. */
export type Sink = (event: RunEvent) => void;

/** Everything that a run collected: verdicts are concluded from it alone. Plain data. */
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
  /** Keeps the secrets in the record out of its report. */
  readonly redactor?: Redactor;
}

/** An exchange without headers and body of its answer: it counts as sent, but is not judged. */
export function elided(exchange: Exchange): Exchange {
  if (exchange.outcome.kind === 'failure') return exchange;
  return {
    ...exchange,
    elided: true,
    outcome: { ...exchange.outcome, headers: {}, body: { size: exchange.outcome.body.size, text: '', utf8: true } },
  };
}

/** Collects events into a record. */
export function createRecorder() {
  const events: RunEvent[] = [];
  const known: { redactor?: Redactor } = {};
  return {
    sink(event: RunEvent, redactor: Redactor): void {
      events.push(event);
      known.redactor = redactor;
    },
    record: (): RunRecord => ({ ...recordOf(events), ...known }),
  };
}

/** Builds the record of a run from its events. Without an event `end` the run is incomplete. */
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
    ...(standIns.length === 0 ? {} : { redactor: new Redactor([], { standIns }) }),
    ...defined({ reason: end === undefined ? 'the run did not end' : end.reason }),
  };
}
