import { ifMatchOf } from '../contract/precondition.ts';
import type { Draft, RequestBuilder } from './request.ts';

/** Takes the place of the ETag in a request that is not sent yet. The value for an unknown ETag follows it. */
const MARK = '$etag';

const IF_MATCH = 'if-match';

/** The request with a place for the current ETag, if it is a change that has the header If-Match. */
export function withPrecondition(request: RequestBuilder): RequestBuilder {
  const { operation, headers } = request.draft;
  if (operation === undefined || ifMatchOf(operation) === undefined) return request;
  return request.header(IF_MATCH, `${MARK}${headers[IF_MATCH] ?? ''}`);
}

/** Is the ETag still to be filled in? */
export function needsTag({ headers }: Pick<Draft, 'headers'>): boolean {
  return headers[IF_MATCH]?.startsWith(MARK) === true;
}

/** The request with this ETag, or with the value for an unknown one. Without either it has no If-Match. */
export function withTag(draft: Draft, tag: string | undefined): Draft {
  if (!needsTag(draft)) return draft;
  const { [IF_MATCH]: marked = '', ...headers } = draft.headers;
  const value = tag ?? marked.slice(MARK.length);
  return { ...draft, headers: value === '' ? headers : { ...headers, [IF_MATCH]: value } };
}
