import { createHash } from 'node:crypto';
import type { Operation, RejectKind } from '../contract/operations.ts';
import { isWrong, roleOf } from '../contract/roles.ts';
import { pickMembers } from '../defined.ts';
import { MARK_OF_RUN, nameOfMark } from '../generate/mark.ts';
import type { Exchange, Intent } from '../http/exchange.ts';
import { withPointer } from '../schema/pointer.ts';
import { withFreshKeys, withFreshValues, withOwnValues } from './fresh-values.ts';
import { encoded, filledPath } from './path.ts';
import type { Role } from './target.ts';

/** A credential to present: one of the target's, a well-formed but wrong one of that kind, or given headers. */
export type Presented =
  /** `beside`: sent only for its greater rate limit, and not named in reports. */
  | { readonly kind: 'role'; readonly role: Role; readonly beside?: true }
  | { readonly kind: 'wrong'; readonly role: Role; readonly turn: number }
  | { readonly kind: 'headers'; readonly name: string; readonly headers: Readonly<Record<string, string>> };

/** The number of ways in which a credential can be wrong: foreign values, near misses, and what careless code accepts. */
export const WAYS_TO_BE_WRONG = 6;

export type QueryValue = string | number | boolean | undefined;

/** A request before credentials and base URL are added. */
export interface Draft {
  readonly operation?: Operation;
  readonly method: string;
  readonly path: string;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly base?: string;
  /** undefined: what the operation requires. */
  readonly presented?: readonly Presented[];
  readonly intent: Intent;
  readonly fresh: boolean;
  readonly noRetry: boolean;
  readonly discardable: boolean;
  readonly ahead: number;
  readonly exclusive: boolean;
  readonly pure: boolean;
  readonly until?: (exchange: Exchange) => boolean | Promise<boolean>;
}

/** Builds a request. It is immutable: each method returns a new builder. */
export interface RequestBuilder {
  readonly draft: Draft;
  /** Sets query parameters. `undefined` removes one; a list repeats it. */
  query(values: Readonly<Record<string, QueryValue | readonly string[]>>): RequestBuilder;
  /** Sets values of its path. Others, such as the id of a parent that is not in it, are left out. */
  path(values: Readonly<Record<string, string>>): RequestBuilder;
  header(name: string, value: string): RequestBuilder;
  without(header: string): RequestBuilder;
  /** A JSON body. */
  json(body: unknown): RequestBuilder;
  /** The same with this thing, in an envelope if the operation has one (`x-wrapped`), as in `{"wall": {…}}`. */
  thing(thing: unknown): RequestBuilder;
  /** Sends the text as the body. Default media type: that of the operation's body, or JSON. */
  raw(text: string, mediaType?: string): RequestBuilder;
  /** Presents exactly these credentials, none for `as()`. `wrong bearer` is well-formed but not valid. */
  as(...credentials: readonly Role[]): RequestBuilder;
  /** Chooses in which way the wrong credentials are wrong. Default: 0, a foreign one. */
  wrongBy(turn: number): RequestBuilder;
  /** Presents these headers as a credential. Their values are treated as secrets. */
  presenting(name: string, headers: Readonly<Record<string, string>>): RequestBuilder;
  /** Marks the request as invalid in exactly one way. `kind` selects the expected status in the operation's `x-rejects`. */
  invalid(kind: RejectKind, what: string): RequestBuilder;
  /** Marks the request as one that the contract lets the service accept or refuse. */
  open(what: string): RequestBuilder;
  /** As `open`, for a valid request that may exceed an undocumented limit. It must not make the service fail. */
  refusable(what: string): RequestBuilder;
  /** As `open`, for values that cannot exist, such as a negative concentration. The answer only has to match the schemas. */
  senseless(what: string): RequestBuilder;
  /** Sends it to another base URL, to find out where the target is. Carries no credential. */
  at(base: string): RequestBuilder;
  /** Sends it even if the same safe request was sent before. */
  fresh(): RequestBuilder;
  /** Treats a 429 as an ordinary answer, for checks of rate limits. */
  noRetry(): RequestBuilder;
  /** Marks one of very many requests. Its answer is judged, but kept only if it breaks something. */
  discardable(): RequestBuilder;
  /** Sends it before waiting requests with a smaller number. */
  ahead(behind: number): RequestBuilder;
  /** Sends it, even if it was sent before, while no other request is under way. */
  exclusive(): RequestBuilder;
  /** Presents exactly the credentials that the operation requires, and none for a greater rate limit. */
  pure(): RequestBuilder;
  /** Repeats it for some seconds until the answer shows this. */
  until(shows: (exchange: Exchange) => boolean | Promise<boolean>): RequestBuilder;
}

/** The defaults of a draft. */
const DEFAULTS = {
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

/** The JSON body of a request under construction; null if it has none. */
export function jsonBodyOf({ draft }: RequestBuilder): unknown {
  return JSON.parse(draft.body ?? 'null');
}

export function requestTo(operation: Operation): RequestBuilder {
  const { method, path } = operation;
  return builder({ ...DEFAULTS, operation, method, path, intent: { kind: 'valid' } });
}

/** A request to a path that the document does not have. */
export function requestOutside(method: string, path: string): RequestBuilder {
  return builder({
    ...DEFAULTS,
    method,
    path,
    presented: [],
    intent: { kind: 'open', what: `${method} ${path} (not in the contract)` },
  });
}

/**
 * The draft with the next number of its operation in place of `$number` in its body, so that everything created has a unique
 * name. The digits of `mark` come first, so that names differ between runs.
 */
export function numbered(unmarked: Draft, numbers: Map<string, number>, mark = ''): Draft {
  const draft = withFreshKeys(fresh(marked(unmarked, mark), numbers, mark), numbers, mark);
  if (draft.body?.includes('$number') !== true) return draft;
  const series = seriesOf(draft);
  const number = (numbers.get(series) ?? 0) + 1;
  numbers.set(series, number);
  return { ...draft, body: draft.body.replaceAll('$number', `${mark}${invalidCodeOf(draft)}${number}`) };
}

/** The counter of a draft. Invalid requests are sent in any order, so their numbers do not depend on each other. */
function seriesOf(draft: Draft): string {
  return `${draft.operation?.id} ${invalidCodeOf(draft)}`;
}

/** For an invalid request, digits that distinguish it from others, between zeros; otherwise empty. */
function invalidCodeOf({ intent, presented, body, headers }: Draft): string {
  if (intent.kind !== 'invalid') return '';
  const digest = createHash('sha256')
    .update(JSON.stringify([intent, presented, body, headers]))
    .digest();
  return `0${digest.readUInt16BE(0)}0`;
}

/**
 * Unique values that nothing else has, so that a duplicate value never causes a refusal: fresh ones for each POST, and for each
 * thing that PUT or PATCH changes.
 */
function fresh(draft: Draft, numbers: Map<string, number>, mark: string): Draft {
  const { operation, body, method, intent, pathValues } = draft;
  if (operation === undefined || body === undefined) return draft;
  const how = { sent: numbers, mark, isValid: intent.kind !== 'invalid', mayRepeat: intent.kind === 'open' };
  if (method === 'POST') return { ...draft, body: withFreshValues(operation, body, how) };
  if ((method !== 'PUT' && method !== 'PATCH') || how.mayRepeat) return draft;
  return { ...draft, body: withOwnValues(operation, body, { ...how, owner: JSON.stringify(pathValues) }) };
}

function marked(draft: Draft, mark: string): Draft {
  if (mark === '' || draft.body?.includes(MARK_OF_RUN) !== true) return draft;
  return { ...draft, body: draft.body.replaceAll(MARK_OF_RUN, nameOfMark(mark)) };
}

/** The path and query as sent. Throws NotTested if a path value would change the path. */
export function targetOf(draft: Draft): string {
  const path = filledPath(draft.path, draft.pathValues);
  const query = draft.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return query === '' ? path : `${path}?${query}`;
}

function builder(draft: Draft): RequestBuilder {
  const jsonType = draft.operation?.requestBody?.mediaType ?? 'application/json';
  const change = (part: Partial<Draft>): RequestBuilder => builder({ ...draft, ...part });
  return {
    draft,
    query: (values) => change({ query: mergeQuery(draft.query, values) }),
    path: (values) => {
      const own = pickMembers(values, (name) => draft.path.includes(`{${name}}`));
      return change({ pathValues: { ...draft.pathValues, ...own } });
    },
    header: (name, value) => change({ headers: { ...draft.headers, [name.toLowerCase()]: value } }),
    without: (header) => change({ headers: pickMembers(draft.headers, (name) => name !== header.toLowerCase()) }),
    json: (body) => change({ body: JSON.stringify(body), headers: { ...draft.headers, 'content-type': jsonType } }),
    thing: (thing) => builder(draft).json(withPointer(undefined, draft.operation?.node['x-wrapped'] ?? '', thing)),
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
