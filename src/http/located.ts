import { withPointer } from '../schema/pointer.ts';
import { percentDecoded } from './base-url.ts';
import type { Answer } from './exchange.ts';

/**
 * What the answer to a creation says about the created resource: its JSON body. If a 201 has no body, an object with only the
 * id at the pointer, read from the end of the path in Location (RFC 9110, section 15.3.2); undefined if there is none.
 */
export function createdValue({ status, headers, body }: Answer, pointer: string): unknown {
  if (status !== 201 || body.size > 0) return body.json?.value;
  const id = /([^/]+)\/?$/u.exec(headers['location']?.replace(/[?#].*$/su, '') ?? '')?.[1];
  return id === undefined ? undefined : withPointer({}, pointer, percentDecoded(id));
}
