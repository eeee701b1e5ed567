import { essenceOf } from '../media-type.ts';
import { parseJson } from './json-text.ts';

/** What goes over the wire and what comes back. Plain values throughout: an exchange can be written down and judged again later. */

/** A request ready to be sent. */
export interface WireRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Deadline for the whole exchange, the last byte of the body included, in milliseconds. */
  readonly timeoutMs: number;
  /** Over a connection of its own, which nothing was sent over before and nothing is after. */
  readonly alone?: true;
}

/** Why no whole answer came. */
export type FailureReason =
  | 'refused' // nobody listens, or the host is unknown or unreachable
  | 'tls'
  | 'reset' // the connection broke before the answer was whole
  | 'timeout' // the deadline passed
  | 'too-large' // the body went over the size limit
  | 'protocol' // not HTTP
  | 'aborted'; // the run was stopped

export interface Failure {
  readonly kind: 'failure';
  readonly reason: FailureReason;
  /** One sentence with the library's own code in it. */
  readonly message: string;
  /** The status of an answer that began and cannot be read: its headers are none, or its body is not what they say. */
  readonly status?: number;
  readonly durationMs: number;
}

export interface Answer {
  readonly kind: 'response';
  readonly status: number;
  /** Names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Until the last byte. */
  readonly durationMs: number;
}

/** A body after decompression. `json` is defined only where the text is well-formed JSON, whatever the media type says. */
export interface Body {
  /** Size in bytes after decompression. */
  readonly size: number;
  /** Empty where the body was too much to be kept; then `unread` says so. */
  readonly text: string;
  /** False where the bytes are not UTF-8. */
  readonly utf8: boolean;
  readonly json?: { readonly value: unknown } | undefined;
  /**
   * Why not all of it was looked at (`bounds.ts`), or undefined. What was looked at may break a clause; that the body
   * keeps to one is not shown.
   */
  readonly unread?: string | undefined;
}

export type Outcome = Answer | Failure;

/** The only thing the engine knows of the network. It never throws: trouble is a Failure. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<Outcome>;

/** What the suite meant by a request: decides which answer is right. */
export type Intent =
  | { readonly kind: 'valid' }
  /** Invalid in exactly one way, named by `what`; the operation's `x-rejects` gives the status. */
  | { readonly kind: 'invalid'; readonly reject: string; readonly what: string }
  /**
   * The contract leaves open whether this is accepted. `valid`: it is valid all the same, so that it may not make the service
   * fail. `senseless`: no such thing exists, so that an answer has to keep to the schemas, and to nothing that is said of it.
   */
  | { readonly kind: 'open'; readonly what: string; readonly valid?: true; readonly senseless?: true };

export interface SentRequest {
  readonly method: string;
  /** Path and query as sent, without the base URL. */
  readonly target: string;
  readonly query: Readonly<Record<string, string>>;
  /** As sent, secrets replaced by placeholders. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The names of the credentials that it carried, such as `bearer` or `wrong bearer`. */
  readonly credentials: readonly string[];
}

export interface Exchange {
  /** Counts from 1 within a run. */
  readonly seq: number;
  /** The operation of the document, or undefined for a path that the document does not have. */
  readonly operation?: string;
  readonly intent: Intent;
  readonly request: SentRequest;
  readonly outcome: Outcome;
  /** When it was sent, the last time where that was more than once: milliseconds since the epoch. */
  readonly sentAt?: number;
  /** How often it was sent, where that was more than once: for it came too early, or its connection was cut off. */
  readonly attempts?: number;
  /** The exchange that may have used up what this one asks for, so that its 404 shows nothing. */
  readonly usedUpBy?: number;
  /** One of very many: nobody keeps more of it than that it was sent, unless it breaks something. */
  readonly discardable?: true;
  /** The answer was judged when it came, broke nothing, and its body was not kept. */
  readonly elided?: boolean;
}

/** The body of a request; undefined where it has none, or none that is JSON. */
export function sentBody({ request }: Pick<Exchange, 'request'>): unknown {
  return parseJson(request.body ?? '')?.value;
}

/** The same for the same request, whoever sends it. */
export function requestKey({ request: { method, target, body } }: Pick<Exchange, 'request'>): string {
  return JSON.stringify([method, target, body]);
}

/** How a request is a bad one, by the name that `x-rejects` has for it; undefined for any other. */
export function rejectOf(exchange: Pick<Exchange, 'intent'> | undefined): string | undefined {
  return exchange?.intent.kind === 'invalid' ? exchange.intent.reject : undefined;
}

/** Is its credential what is wrong with a request: missing, or not valid? */
export function isCredentialCase(exchange: Pick<Exchange, 'intent'> | undefined): boolean {
  return rejectOf(exchange)?.endsWith('-credential') === true;
}

/** Was it answered with any 2xx (RFC 9110, section 15.3)? */
export function hasSucceeded(outcome: Outcome): outcome is Answer {
  return outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300;
}

/** The media type without parameters, in lower case; '' where there is none. */
export function mediaTypeOf(answer: Answer): string {
  return essenceOf(answer.headers['content-type'] ?? '');
}

/** How many requests these exchanges cost the target. */
export function requestsOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { attempts = 1 }) => sum + attempts, 0);
}

/** Why not all of the answer was looked at, as a sentence about it; undefined where all was, or where there is none. */
export function unreadOf({ seq, outcome }: Exchange): string | undefined {
  if (outcome.kind === 'failure' || outcome.body.unread === undefined) return undefined;
  return `the answer of exchange ${seq} is too large to be judged whole: ${outcome.body.unread}`;
}

/** Is it an HTML page? Without a body it is none: some frameworks give any answer this media type. */
export function isPage(answer: Answer): boolean {
  return mediaTypeOf(answer) === HTML && answer.body.size > 0;
}

/** The media type of pages. */
export const HTML = 'text/html';
