import { bestMatch, takesJson } from '../media-type.ts';
import { NOTHING_THERE } from '../semantics.ts';
import type { OperationNode } from './document.ts';

/** The statuses that RFC 9110 and RFC 4918 have for a request whose content is at fault. */
const OF_CONTENT = ['400', '415', '422'];
/** Those for who may not ask; some hide what there is. */
const OF_CALLERS = ['401', '403', '404'];
const OF_NOTHING = NOTHING_THERE.map(String);

/** The key under which a content is JSON: that of `application/json` in its most specific form, else the first that can be JSON. */
export function jsonTypeOf(content: Readonly<Record<string, unknown>> = {}): string | undefined {
  const keys = Object.keys(content).filter(takesJson);
  return bestMatch(keys, 'application/json') ?? keys[0];
}

/**
 * How an operation refuses where the document does not say it for suites: with any documented status that fits the kind,
 * with any 4xx where none is documented. Whether an unknown id is refused is not known where no status for it is documented.
 */
export function rejectsByRule({ responses }: OperationNode): Readonly<Record<string, string>> {
  const documented = (known: readonly string[]) => known.filter((key) => responses[key] !== undefined).join(OR);
  const content = documented(OF_CONTENT) || ANY;
  const nothing = documented(OF_NOTHING);
  return {
    'invalid-query': content,
    'invalid-path': [documented(OF_CONTENT), nothing].filter((keys) => keys !== '').join(OR) || ANY,
    'invalid-body': content,
    'malformed-json': content,
    'missing-credential': documented(OF_CALLERS) || ANY,
    'wrong-credential': documented(OF_CALLERS) || ANY,
    ...(nothing === '' ? {} : { 'unknown-id': nothing }),
  };
}

/** Does the document name a status for a request whose content is at fault, or for errors in general? */
export function documentsRefusals({ responses }: OperationNode): boolean {
  return [...OF_CONTENT, '4XX', '4xx', 'default'].some((key) => responses[key] !== undefined);
}

const ANY = '4XX';

/** Between the statuses of which any will do. */
const OR = ' or ';

/** The statuses, or ranges of them, of which any will do. */
export function statusesIn(keys: string): readonly string[] {
  return keys.split(OR);
}

/** Does a status fit a key of the document's responses: itself, or its range (`4XX`)? Of several any will do. */
export function statusFits(status: number, keys: string): boolean {
  return statusesIn(keys).some((key) => key === String(status) || isRangeOf(key, status));
}

/** Is the key a range (`4XX`) with this status in it? */
export function isRangeOf(key: string, status: number): boolean {
  return key.toUpperCase() === `${Math.floor(status / 100)}XX`;
}
