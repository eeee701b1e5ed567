import { bestMatch, takesJson } from '../media-type.ts';
import { NOTHING_THERE } from '../semantics.ts';
import type { OperationNode } from './document.ts';
import { choosesId } from './undo.ts';

/** Statuses for a request with wrong content (RFC 9110, RFC 4918). */
const CONTENT_STATUSES = ['400', '415', '422'];
/** Those that fit a value in a path. */
const FORM_STATUSES = ['400', '422'];
/** Statuses for a caller without access. 404 hides what exists. */
const CALLER_STATUSES = ['401', '403', '404'];
/** Keys of responses that cover many statuses. */
export const GENERAL_KEYS: readonly string[] = ['4XX', '4xx', 'default'];
const NOT_FOUND_STATUSES = NOTHING_THERE.map(String);

/** The media type of a content that is JSON: the best match for `application/json`, else the first that can be JSON. */
export function jsonTypeOf(content: Readonly<Record<string, unknown>> = {}): string | undefined {
  const keys = Object.keys(content).filter(takesJson);
  return bestMatch(keys, 'application/json') ?? keys[0];
}

/**
 * The statuses of refusals for an operation without `x-rejects`: any documented status that fits the kind, or any 4xx if none
 * is documented. An unknown id has an entry only if a status for it is documented. `hasFreeId`: an id may be any text by the
 * document, so one that was made up may be refused for its form, too.
 */
export function rejectsByRule(node: OperationNode, hasFreeId = false): Readonly<Record<string, string>> {
  const { responses } = node;
  const isDocumented = (key: string) => responses[key] !== undefined;
  // A documented `4XX` or `default` covers the other statuses of the kind.
  const fitting = (known: readonly string[]) => {
    const documented = known.filter(isDocumented);
    return documented.length > 0 && GENERAL_KEYS.some(isDocumented) ? known : documented;
  };
  const content = fitting(CONTENT_STATUSES).join(OR) || ANY_REFUSAL;
  const notFound = isDocumented('404') ? NOT_FOUND_STATUSES.filter(isDocumented) : fitting(NOT_FOUND_STATUSES);
  const ofForm = hasFreeId ? FORM_STATUSES.filter(isDocumented) : [];
  // A 404 beside neither 401 nor 403 is most likely about an id. It does not say how a caller is refused.
  const ofCaller = fitting(CALLER_STATUSES);
  const caller = (ofCaller.join() === '404' ? CALLER_STATUSES : ofCaller).join(OR) || ANY_REFUSAL;
  return {
    // A wrong value of a parameter, such as a page, may be answered as the document says that anything is refused.
    'invalid-query': content === ANY_REFUSAL ? content : [content, ...furtherRefusals(responses)].join(OR),
    'invalid-path': fitting([...CONTENT_STATUSES, ...NOT_FOUND_STATUSES]).join(OR) || ANY_REFUSAL,
    'invalid-body': content,
    'malformed-json': content,
    'missing-credential': caller,
    'wrong-credential': caller,
    ...(notFound.length === 0 || choosesId(node) ? {} : { 'unknown-id': [...notFound, ...ofForm].join(OR) }),
  };
}

/** Statuses that say nothing about the content of a request, but about its caller, its form or its frequency. */
const OTHER_REFUSALS = ['401', '402', '403', '405', '406', '407', '408', '429'];

function furtherRefusals(responses: OperationNode['responses']): readonly string[] {
  const known = [...CONTENT_STATUSES, ...OTHER_REFUSALS];
  return Object.keys(responses).filter((key) => /^4\d\d$/u.test(key) && !known.includes(key));
}

/** Does the document declare a status for wrong content, or for errors in general? */
export function documentsRefusals({ responses }: OperationNode): boolean {
  return [...CONTENT_STATUSES, ...GENERAL_KEYS].some((key) => responses[key] !== undefined);
}

const ANY_REFUSAL = '4XX';

/** Separates alternative statuses. */
const OR = ' or ';

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
