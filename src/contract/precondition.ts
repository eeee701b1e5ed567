import type { Schema } from '../schema/schema.ts';
import type { Operation, Parameter } from './operations.ts';
import { isNumber, plainName } from './recognise/shape.ts';

/** The statuses of a change whose If-Match is not the current ETag, or is missing (RFC 9110 section 15.5.13, RFC 6585). */
const REFUSALS: readonly number[] = [412, 428];

const CHANGES: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

/** The header parameter If-Match of a change in a plain document; undefined if it has none. */
export function ifMatchOf({ plain, method, parameters }: Operation): Parameter | undefined {
  if (plain !== true || !CHANGES.includes(method)) return undefined;
  return parameters.find(isIfMatch);
}

export function isIfMatch({ in: place, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  return place === 'header' && name.toLowerCase() === 'if-match';
}

/** May the status refuse a change only for its If-Match? */
export function isOfPrecondition(operation: Operation, status: number): boolean {
  return REFUSALS.includes(status) && ifMatchOf(operation) !== undefined;
}

/**
 * Does the member of a body name the version of a thing? The service sets it, and may refuse a change that has another (AIP-154,
 * the optimistic lock of a database).
 */
export function isVersion(name: string, schema: Schema): boolean {
  const plain = plainName(name);
  return plain === 'etag' || (isNumber(schema) && /^(?:(?:lock|row)?version|revision|rev)$/u.test(plain));
}
