import { bestMatch, takesJson } from '../media-type.ts';
import { NOTHING_THERE } from '../semantics.ts';
import type { OperationNode } from './document.ts';

/** Statuses for a request with wrong content (RFC 9110, RFC 4918). */
const CONTENT_STATUSES = ['400', '415', '422'];
/** Statuses for a caller without access. 404 hides what exists. */
const CALLER_STATUSES = ['401', '403', '404'];
const NOT_FOUND_STATUSES = NOTHING_THERE.map(String);

/** The media type of a content that is JSON: the best match for `application/json`, else the first that can be JSON. */
export function jsonTypeOf(content: Readonly<Record<string, unknown>> = {}): string | undefined {
  const keys = Object.keys(content).filter(takesJson);
  return bestMatch(keys, 'application/json') ?? keys[0];
}

/**
 * The statuses of refusals for an operation without `x-rejects`: any documented status that fits the kind, or any 4xx if none
 * is documented. An unknown id has an entry only if a status for it is documented.
 */
export function rejectsByRule({ responses }: OperationNode): Readonly<Record<string, string>> {
  const documented = (known: readonly string[]) => known.filter((key) => responses[key] !== undefined).join(OR);
  const content = documented(CONTENT_STATUSES) || ANY_REFUSAL;
  const notFound = documented(NOT_FOUND_STATUSES);
  return {
    'invalid-query': content,
    'invalid-path': [documented(CONTENT_STATUSES), notFound].filter((keys) => keys !== '').join(OR) || ANY_REFUSAL,
    'invalid-body': content,
    'malformed-json': content,
    'missing-credential': documented(CALLER_STATUSES) || ANY_REFUSAL,
    'wrong-credential': documented(CALLER_STATUSES) || ANY_REFUSAL,
    ...(notFound === '' ? {} : { 'unknown-id': notFound }),
  };
}

/** Does the document declare a status for wrong content, or for errors in general? */
export function documentsRefusals({ responses }: OperationNode): boolean {
  return [...CONTENT_STATUSES, '4XX', '4xx', 'default'].some((key) => responses[key] !== undefined);
}

const ANY_REFUSAL = '4XX';

/** Separates alternative statuses. */
const OR = ' or ';

/** The alternative statuses, or ranges of them. */
export function statusesIn(keys: string): readonly string[] {
  return keys.split(OR);
}

/** Does the status match one of the alternative keys: the exact status, or its range (`4XX`)? */
export function statusFits(status: number, keys: string): boolean {
  return statusesIn(keys).some((key) => key === String(status) || isRangeOf(key, status));
}

/** Is the key a range (`4XX`) that contains this status? */
export function isRangeOf(key: string, status: number): boolean {
  return key.toUpperCase() === `${Math.floor(status / 100)}XX`;
}
