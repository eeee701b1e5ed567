import { defined } from '../defined.ts';
/** The status of a refusal by the rate limit (RFC 6585 section 4). */
export const TOO_MANY_REQUESTS = 429;

/** The rate limit as a service reports it in one of the known header formats. */
export interface RateInfo {
  /** Requests per window. */
  readonly limit?: number;
  /** Requests left in the current window. */
  readonly remaining?: number;
  /** When the window ends, in milliseconds since the epoch. */
  readonly resetAtMs?: number;
  /** How long to wait, in milliseconds from now. */
  readonly retryAfterMs?: number;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Reads Retry-After, RateLimit and RateLimit-Policy (IETF, structured fields), RateLimit-Limit and its like, and the
 * X-RateLimit dialects. Header names are in lower case; `nowMs` is the time since the epoch. Malformed values are ignored.
 * Of several policies the one with the fewest remaining requests counts.
 */
export function readRateHeaders(headers: Headers, nowMs: number): RateInfo {
  const readings = [
    readStructured(headers, nowMs),
    ...['ratelimit', 'x-ratelimit', 'x-rate-limit'].map((prefix) => readPlain(headers, prefix, nowMs)),
  ];
  // Earlier dialects take precedence over later ones.
  const combined = readings.reduceRight<RateInfo>((all, reading) => ({ ...all, ...reading }), {});
  return { ...combined, ...defined({ retryAfterMs: retryAfter(headers, nowMs) }) };
}

function readPlain(headers: Headers, prefix: string, nowMs: number): RateInfo {
  return defined({
    limit: leadingNumber(headers[`${prefix}-limit`]),
    remaining: leadingNumber(headers[`${prefix}-remaining`]),
    resetAtMs: resetTime(headers, `${prefix}-reset`, nowMs),
  });
}

/** `100`, or as in earlier drafts with a policy after it: `100, 100;w=900`. */
function leadingNumber(text: string | undefined): number | undefined {
  return wholeNumber(/^\s*(\d+)\s*(?:[,;]|$)/u.exec(text ?? '')?.[1]);
}

const EPOCH_SECONDS_FROM = 1e9;
const EPOCH_MS_FROM = 1e12;

/** Services differ: seconds from now, seconds or milliseconds since the epoch (distinguished by size), or a date. */
function resetTime(headers: Headers, name: string, nowMs: number): number | undefined {
  const trimmed = (headers[name] ?? '').trim();
  const number = Number(trimmed);
  if (!/^\d{1,15}(?:\.\d+)?$/u.test(trimmed)) return onOurClock(dateTime(trimmed), headers, nowMs);
  if (number < EPOCH_SECONDS_FROM) return nowMs + number * 1000;
  return onOurClock(number >= EPOCH_MS_FROM ? number : number * 1000, headers, nowMs);
}

/**
 * A time that an answer gives, on our clock. The clock of the service may differ, so the time counts from the answer's Date.
 * Some services freeze that header: of both readings, the earlier one that still lies ahead counts.
 */
export function onOurClock(time: number | undefined, headers: Headers, nowMs: number): number | undefined {
  const date = httpDate(headers['date'] ?? '');
  if (time === undefined || date === undefined) return time;
  const ahead = [time, nowMs + time - date].filter((one) => one > nowMs);
  return ahead.length === 0 ? time : Math.min(...ahead);
}

function dateTime(text: string): number | undefined {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u.test(text)
    ? finite(Date.parse(text))
    : httpDate(text);
}

function retryAfter(headers: Headers, nowMs: number): number | undefined {
  const trimmed = (headers['retry-after'] ?? '').trim();
  const seconds = wholeNumber(/^\d+$/u.exec(trimmed)?.[0]);
  if (seconds !== undefined) return seconds * 1000;
  const date = onOurClock(httpDate(trimmed), headers, nowMs);
  return date === undefined ? undefined : Math.max(0, date - nowMs);
}

/** The three date formats of RFC 9110. The last one has no zone and means GMT. */
function httpDate(text: string): number | undefined {
  if (/^\w{3,9}, \d\d[ -]\w{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/u.test(text)) return finite(Date.parse(text));
  return /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/u.test(text) ? finite(Date.parse(`${text} GMT`)) : undefined;
}

/** `RateLimit: "burst";r=0;t=5` with `RateLimit-Policy: "burst";q=100;w=60`, or `RateLimit: limit=100, remaining=0, reset=5`. */
function readStructured(headers: Headers, nowMs: number): RateInfo {
  const items = parseItems(headers['ratelimit'] ?? '');
  const policies = parseItems(headers['ratelimit-policy'] ?? '');
  const tightest = items
    .filter(({ fields }) => fields.has('r'))
    .toSorted((a, b) => (a.fields.get('r') ?? 0) - (b.fields.get('r') ?? 0))[0];
  const fields = tightest?.fields ?? new Map(items.flatMap((item) => [...item.fields]));
  const policy = policies.find(({ name }) => name === tightest?.name) ?? policies[0];
  const resetIn = fields.get('t') ?? fields.get('reset');
  return defined({
    limit: policy?.fields.get('q') ?? fields.get('limit'),
    remaining: fields.get('r') ?? fields.get('remaining'),
    resetAtMs: resetIn === undefined ? undefined : nowMs + resetIn * 1000,
  });
}

/** The part of RFC 9651 that these headers use: names with integer parameters. Commas and semicolons may be quoted. */
function parseItems(text: string) {
  return splitOutsideQuotes(text, ',').map((item) => {
    const parts = splitOutsideQuotes(item, ';').map((part) => part.trim());
    const fields = parts.flatMap((part) => {
      const [, key, digits] = /^([a-z*][\w.*-]*)\s*=\s*(\d+)$/u.exec(part) ?? [];
      const value = wholeNumber(digits);
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    });
    return { name: parts[0] ?? '', fields: new Map(fields) };
  });
}

/** Splits a text; empty if a quote is not closed. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): readonly string[] {
  if (!/^(?:"(?:[^"\\]|\\.)*"|[^"])*$/u.test(text)) return [];
  const piece = separator === ',' ? /(?:"(?:[^"\\]|\\.)*"|[^",])+/gu : /(?:"(?:[^"\\]|\\.)*"|[^";])+/gu;
  return text.match(piece) ?? [];
}

/** Undefined for more than a number holds exactly: such a value is a mistake, or meant to make us wait for ever. */
function wholeNumber(digits: string | undefined): number | undefined {
  const number = Number(digits);
  return digits !== undefined && Number.isSafeInteger(number * 1000) ? number : undefined;
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
