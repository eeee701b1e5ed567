import type { ParameterNode } from './document.ts';

/** Is it the header whose value tells a repetition from a new request (draft-ietf-httpapi-idempotency-key-header)? */
export function isIdempotencyKey({ in: place, name }: Pick<ParameterNode, 'in' | 'name'>): boolean {
  return place === 'header' && /^(?:x-)?idempotency-key$/iu.test(name);
}
