import { createHash } from 'node:crypto';
import type { Operation, RejectKind } from '../contract/operations.ts';
import { isWrong, roleOf } from '../contract/roles.ts';
import { MARK_OF_RUN, nameOfMark } from '../generate/mark.ts';
import type { Exchange, Intent } from '../http/exchange.ts';
import { withFreshValues } from './fresh-values.ts';
import type { Role } from './target.ts';
import { NotTested } from './verdict.ts';

/** A credential to present: one of the target's, a well-formed but wrong one of that kind, or given headers. */
export type Presented =
  /** `beside`: for the sake of its greater rate tier alone, so that nobody speaks of it. */
  | { readonly kind: 'role'; readonly role: Role; readonly beside?: true }
  | { readonly kind: 'wrong'; readonly role: Role; readonly turn: number }
  | { readonly kind: 'headers'; readonly name: string; readonly headers: Readonly<Record<string, string>> };

/** So many ways there are for a credential to be wrong: foreign ones, near misses, and what a careless reader takes. */
export const WAYS_TO_BE_WRONG = 6;

export type QueryValue = string | number | boolean | undefined;

/** Everything that a request is made of, before credentials and base URL are put in. */
export interface Draft {
  readonly operation?: Operation;
  readonly method: string;
  readonly path: string;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Another address than the target's own; it has no trailing slash. */
  readonly base?: string;
  /** undefined: whatever the operation asks for. */
  readonly presented?: readonly Presented[];
  readonly intent: Intent;
  /** True: sent even if the same safe request was sent before. */
  readonly fresh: boolean;
  /** True: a 429 is an answer like any other, and nothing waits because of it. */
  readonly noRetry: boolean;
  /** True: one of very many; its answer is judged, and kept only where it breaks something. */
  readonly discardable: boolean;
  /** Where several wait for their turn the greatest goes first. */
  readonly ahead: number;
  /** True: while no other request is under way. */
  readonly exclusive: boolean;
  /** True: with the credentials that the operation asks for, and none beside them. */
  readonly pure: boolean;
  /** Where the answer does not show this yet, it is asked for again for some seconds: a store may show late what was written. */
  readonly until?: (exchange: Exchange) => boolean;
}

/** An immutable request under construction; each method gives a new one. */
export interface RequestBuilder {
  readonly draft: Draft;
  /** Adds query parameters; undefined leaves one out, a list gives it several times. */
  query(values: Readonly<Record<string, QueryValue | readonly string[]>>): RequestBuilder;
  path(values: Readonly<Record<string, string>>): RequestBuilder;
  header(name: string, value: string): RequestBuilder;
  /** A JSON body. */
  json(body: unknown): RequestBuilder;
  /** A body as it stands, announced as JSON unless told otherwise. */
  raw(text: string, mediaType?: string): RequestBuilder;
  /** Presents exactly these credentials; none at all for `as()`. `wrong bearer` is well-formed but not valid. */
  as(...credentials: readonly Role[]): RequestBuilder;
  /** Makes the wrong credentials among those presented wrong in another way; 0, a foreign one, unless told. */
  wrongBy(turn: number): RequestBuilder;
  /** Presents given headers as a credential; they are treated as secrets. */
  presenting(name: string, headers: Readonly<Record<string, string>>): RequestBuilder;
  /** Says that the request is invalid in exactly one way; `kind` finds the expected status in the operation's `x-rejects`. */
  invalid(kind: RejectKind, what: string): RequestBuilder;
  /** Says that the contract leaves open whether this is accepted. */
  open(what: string): RequestBuilder;
  /** The same of what is valid, and may be beyond a bound that the contract does not show: it may not make the service fail. */
  refusable(what: string): RequestBuilder;
  /** The same of what cannot be, a negative concentration say: an answer has to keep to the schemas, and to nothing else. */
  senseless(what: string): RequestBuilder;
  /** Sends it below another address, which may say more of where the target is. Carries no credential. */
  at(base: string): RequestBuilder;
  /** Sends it even if the same safe request was sent before. */
  fresh(): RequestBuilder;
  /** Takes a 429 as an answer: for checks that are about limits. */
  noRetry(): RequestBuilder;
  /** One of very many: its answer is judged, and kept only where it breaks something. */
  discardable(): RequestBuilder;
  /** Sends it before those that wait for their turn with less behind them. */
  ahead(behind: number): RequestBuilder;
  /** Sends it, even if it was sent before, while no other request is under way. */
  exclusive(): RequestBuilder;
  /** With the credentials that the operation asks for, and none beside them for the sake of a greater rate tier. */
  pure(): RequestBuilder;
  /** Sends it again, a few seconds long, until the answer shows this. */
  until(shows: (exchange: Exchange) => boolean): RequestBuilder;
}

/** What a request has that nothing else is said of. */
const PLAIN = {
  pathValues: {},
  query: [],
  headers: {},
  fresh: false,
  noRetry: false,
  discardable: false,
  ahead: 0,
  exclusive: false,
  pure: false,
} as const;

/** The JSON body of a request under construction; null where it has none. */
export function jsonBodyOf({ draft }: RequestBuilder): unknown {
  return JSON.parse(draft.body ?? 'null');
}

export function requestTo(operation: Operation): RequestBuilder {
  const { method, path } = operation;
  return builder({ ...PLAIN, operation, method, path, intent: { kind: 'valid' } });
}

/** A request to a path that the document does not have. */
export function requestOutside(method: string, path: string): RequestBuilder {
  return builder({
    ...PLAIN,
    method,
    path,
    presented: [],
    intent: { kind: 'open', what: `${method} ${path} (not in the contract)` },
  });
}

/**
 * The draft with the next number of its operation where its body says `$number`, so that whatever is created has a name of
 * its own; the digits of `mark` come first, so that no other run gives the same.
 */
export function numbered(unmarked: Draft, numbers: Map<string, number>, mark = ''): Draft {
  const draft = fresh(marked(unmarked, mark), numbers, mark);
  if (draft.body?.includes('$number') !== true) return draft;
  const series = seriesOf(draft);
  const number = (numbers.get(series) ?? 0) + 1;
  numbers.set(series, number);
  return { ...draft, body: draft.body.replaceAll('$number', `${mark}${codeOf(draft)}${number}`) };
}

/** What has to be refused may go out in any order: the numbers of one such request do not depend on the others. */
function seriesOf(draft: Draft): string {
  return `${draft.operation?.id} ${codeOf(draft)}`;
}

/** Nothing for what creates something; for what has to be refused digits that tell it from the others, behind a 0. */
function codeOf({ intent, presented, body, headers }: Draft): string {
  if (intent.kind !== 'invalid') return '';
  const digest = createHash('sha256')
    .update(JSON.stringify([intent, presented, body, headers]))
    .digest();
  return `0${digest.readUInt16BE(0)}0`;
}

/** What is changed may be what it was. Of what has to be refused nothing but its own fault may be the reason. */
function fresh(draft: Draft, numbers: Map<string, number>, mark: string): Draft {
  const { operation, body, method, intent } = draft;
  if (operation === undefined || body === undefined || method !== 'POST') return draft;
  return {
    ...draft,
    body: withFreshValues(operation, body, { sent: numbers, mark, isValid: intent.kind !== 'invalid' }),
  };
}

function marked(draft: Draft, mark: string): Draft {
  if (mark === '' || draft.body?.includes(MARK_OF_RUN) !== true) return draft;
  return { ...draft, body: draft.body.replaceAll(MARK_OF_RUN, nameOfMark(mark)) };
}

/** The path and query as they go over the wire. Throws NotTested where a path value would lead to another path. */
export function targetOf(draft: Draft): string {
  const path = filledPath(draft.path, draft.pathValues);
  const query = draft.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** The path of an operation with its parameters filled in. */
export function filledPath(path: string, values: Draft['pathValues']): string {
  return path.replaceAll(/\{([^}]+)\}/gu, (_, name: string) => segment(values[name] ?? ''));
}

/** Whoever stands between us and the target takes `..` for the folder above, encoded or not (RFC 3986 section 5.2.4). */
function segment(value: string): string {
  if (value === '.' || value === '..')
    throw new NotTested(
      'inconclusive',
      `the id ${JSON.stringify(value)} cannot stand in a path: it would lead elsewhere`,
    );
  return encoded(value);
}

/** Half of a surrogate pair has no bytes in UTF-8: what stands for it is U+FFFD. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}

function builder(draft: Draft): RequestBuilder {
  const jsonType = draft.operation?.requestBody?.mediaType ?? 'application/json';
  const change = (part: Partial<Draft>): RequestBuilder => builder({ ...draft, ...part });
  return {
    draft,
    query: (values) => change({ query: mergeQuery(draft.query, values) }),
    path: (values) => change({ pathValues: { ...draft.pathValues, ...values } }),
    header: (name, value) => change({ headers: { ...draft.headers, [name.toLowerCase()]: value } }),
    json: (body) => change({ body: JSON.stringify(body), headers: { ...draft.headers, 'content-type': jsonType } }),
    raw: (text, mediaType = jsonType) =>
      change({ body: text, headers: { ...draft.headers, 'content-type': mediaType } }),
    as: (...credentials) => change({ presented: credentials.map(presentedRole) }),
    wrongBy: (turn) =>
      draft.presented === undefined
        ? builder(draft)
        : change({ presented: draft.presented.map((one) => (one.kind === 'wrong' ? { ...one, turn } : one)) }),
    presenting: (name, headers) => change({ presented: [{ kind: 'headers', name, headers }] }),
    invalid: (reject, what) => change({ intent: { kind: 'invalid', reject, what } }),
    open: (what) => change({ intent: { kind: 'open', what } }),
    refusable: (what) => change({ intent: { kind: 'open', what, valid: true } }),
    senseless: (what) => change({ intent: { kind: 'open', what, senseless: true } }),
    at: (base) => change({ base, presented: [], intent: { kind: 'open', what: base } }),
    fresh: () => change({ fresh: true }),
    noRetry: () => change({ noRetry: true }),
    exclusive: () => change({ exclusive: true, fresh: true }),
    discardable: () => change({ discardable: true, fresh: true }),
    ahead: (behind) => change({ ahead: behind }),
    pure: () => change({ pure: true }),
    until: (until) => change({ until, fresh: true }),
  };
}

function mergeQuery(
  before: Draft['query'],
  values: Readonly<Record<string, QueryValue | readonly string[]>>,
): Draft['query'] {
  const kept = before.filter(([name]) => !Object.hasOwn(values, name));
  const added = Object.entries(values).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one)] as const),
  );
  return [...kept, ...added];
}

function presentedRole(text: Role): Presented {
  return isWrong(text) ? { kind: 'wrong', role: roleOf(text), turn: 0 } : { kind: 'role', role: text };
}
