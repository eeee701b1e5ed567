import { essenceOf } from '../media-type.ts';
import { atPointer } from '../schema/pointer.ts';
import { NOTHING_THERE } from '../semantics.ts';
import { parseJson } from './json-text.ts';

/** Requests and their outcomes. All are plain values, so an exchange can be recorded and judged again later. */

/** A request ready to be sent. */
export interface WireRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Timeout for the whole exchange up to the last byte of the body, in milliseconds. */
  readonly timeoutMs: number;
  /** Use a new connection for this request only. */
  readonly alone?: true;
}

/** Why no complete answer came. */
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
  /** The status of an answer that began but cannot be read: its headers are malformed, or its body does not match them. */
  readonly status?: number;
  /** It failed each time it was sent, although another request was served before the last time and after it. */
  readonly lasting?: true;
  readonly durationMs: number;
}

export interface Answer {
  readonly kind: 'response';
  readonly status: number;
  /** Names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** The time until the last byte. */
  readonly durationMs: number;
}

/** A body after decompression. `json` is defined if the text is well-formed JSON, whatever the media type says. */
export interface Body {
  /** Size in bytes after decompression. */
  readonly size: number;
  /** Empty if the body was too large to be kept; then `unread` says so. */
  readonly text: string;
  /** False if the bytes are not UTF-8. */
  readonly utf8: boolean;
  readonly json?: { readonly value: unknown } | undefined;
  /**
   * Why the body was not read completely (`bounds.ts`); undefined if it was. The part that was read may break a clause, but
   * cannot show that the body satisfies one.
   */
  readonly unread?: string | undefined;
}

export type Outcome = Answer | Failure;

/** The engine's only access to the network. It never throws: trouble is a Failure. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<Outcome>;

/** The intent of a request decides which answer is right. */
export type Intent =
  | { readonly kind: 'valid' }
  /** Invalid in exactly one way, named by `what`; the operation's `x-rejects` gives the status. */
  | { readonly kind: 'invalid'; readonly reject: string; readonly what: string }
  /**
   * The contract leaves open whether this is accepted. `valid`: it is valid, so it must not make the service fail.
   * `senseless`: its values cannot exist, so an answer only has to match the schemas.
   */
  | { readonly kind: 'open'; readonly what: string; readonly valid?: true; readonly senseless?: true };

export interface SentRequest {
  readonly method: string;
  /** Path and query as sent, without the base URL. */
  readonly target: string;
  readonly query: Readonly<Record<string, string>>;
  /** As sent, but with placeholders for secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The names of its credentials, such as `bearer` or `wrong bearer`. */
  readonly credentials: readonly string[];
}

export interface Exchange {
  /** Counts from 1 within a run. */
  readonly seq: number;
  /** The operation; undefined for a path outside the document. */
  readonly operation?: string;
  readonly intent: Intent;
  readonly request: SentRequest;
  readonly outcome: Outcome;
  /** When it was sent (the last time, if repeated), in milliseconds since the epoch. */
  readonly sentAt?: number;
  /** How often it was sent, if more than once: it came too early, or met with trouble that passed. */
  readonly attempts?: number;
  /** The exchange that may have used up the resource or the unique values of this one, so that its refusal shows nothing. */
  readonly usedUpBy?: number;
  /** It was refused, and the state of what its path or body names may forbid it: nothing like it was accepted before. */
  readonly unproven?: true;
  /** Where its answer has the thing that it is about (`x-payload`), as in `{"data": {…}}`; the root if undefined. */
  readonly payload?: string;
  /** Where its body has the thing that it sends (`x-wrapped`), as in `{"wall": {…}}`; the root if undefined. */
  readonly wrapped?: string;
  /** Its If-Match is the ETag that the service gave last for what it changes. */
  readonly tagged?: true;
  /** One of very many: its answer is not kept unless it breaks something. */
  readonly discardable?: true;
  /** The answer was judged when it came, broke nothing, and its body was not kept. */
  readonly elided?: boolean;
}

/** The parsed JSON body of a request; undefined if it has none. */
export function sentBody({ request }: Pick<Exchange, 'request'>): unknown {
  return parseJson(request.body ?? '')?.value;
}

/** The thing that its body sends; undefined if it has none. */
export function sentThing({ wrapped = '', ...exchange }: Pick<Exchange, 'request' | 'wrapped'>): unknown {
  return atPointer(sentBody(exchange), wrapped);
}

/** Where the answer has this place of the thing that it is about. */
export function inThing({ payload = '' }: Pick<Exchange, 'payload'>, place: string): string {
  return payload + place;
}

/** The same key for the same method, path, query and body. */
export function requestKey({ request: { method, target, body } }: Pick<Exchange, 'request'>): string {
  return JSON.stringify([method, target, body]);
}

/** The kind of an invalid request, as named in `x-rejects`; undefined for any other request. */
export function rejectOf(exchange: Pick<Exchange, 'intent'> | undefined): string | undefined {
  return exchange?.intent.kind === 'invalid' ? exchange.intent.reject : undefined;
}

/** Is the request invalid because of its credential, missing or wrong? */
export function isCredentialCase(exchange: Pick<Exchange, 'intent'> | undefined): boolean {
  return rejectOf(exchange)?.endsWith('-credential') === true;
}

/** Was it answered with any 2xx (RFC 9110, section 15.3)? */
export function hasSucceeded(outcome: Outcome): outcome is Answer {
  return outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300;
}

/** Was it answered with any 4xx (RFC 9110, section 15.5)? */
export function isRefusal(outcome: Outcome): boolean {
  return outcome.kind === 'response' && outcome.status >= 400 && outcome.status < 500;
}

/** Does the answer say that nothing is there, or no longer (RFC 9110, sections 15.5.5 and 15.5.11)? */
export function saysNothingThere(outcome: Outcome): boolean {
  return outcome.kind === 'response' && NOTHING_THERE.includes(outcome.status);
}

/** Was it answered with any 5xx (RFC 9110, section 15.6)? */
export function hasFailed(outcome: Outcome): boolean {
  return outcome.kind === 'response' && outcome.status >= 500;
}

/** Is the request valid, even if it may be refused? */
export function isValid({ intent }: Pick<Exchange, 'intent'>): boolean {
  return intent.kind === 'valid' || (intent.kind === 'open' && intent.valid === true);
}

/** A header of the answer; undefined if there is none. */
export function headerOf({ outcome }: Exchange, name: string): string | undefined {
  return outcome.kind === 'response' ? outcome.headers[name.toLowerCase()] : undefined;
}

/** The whole number in a header of the answer; undefined if there is none. */
export function countInHeader(exchange: Exchange, name = ''): number | undefined {
  const text = headerOf(exchange, name);
  return text !== undefined && /^\d+$/u.test(text) ? Number(text) : undefined;
}

/** The media type without parameters, in lower case; '' if there is none. */
export function mediaTypeOf(answer: Answer): string {
  return essenceOf(answer.headers['content-type'] ?? '');
}

/** How many requests these exchanges took, retries included. */
export function requestsOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { attempts = 1 }) => sum + attempts, 0);
}

/** Why the answer was not read completely, as a clause of a sentence; undefined if it was, or if there is none. */
export function unreadOf({ seq, outcome }: Exchange): string | undefined {
  if (outcome.kind === 'failure' || outcome.body.unread === undefined) return undefined;
  return `the answer of exchange ${seq} is too large to be judged whole: ${outcome.body.unread}`;
}

/** Is it an HTML page with a body? Some frameworks give this media type to answers without one. */
export function isPage(answer: Answer): boolean {
  return mediaTypeOf(answer) === HTML && answer.body.size > 0;
}

/** The media type of pages. */
export const HTML = 'text/html';
