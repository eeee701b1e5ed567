import type { CheckContext } from '../check/check.ts';
import { statusOf } from '../check/judges.ts';
import type { Contract } from '../contract/contract.ts';
import { type Operation, successOf } from '../contract/operations.ts';
import { statusFits } from '../contract/statuses.ts';
import type { FuzzedParameter } from '../generate/fuzz.ts';
import type { Exchange } from '../http/exchange.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';

/** A success that keeps to every clause about answers. A failure of the world is nobody's breach. */
export function isServed(tools: CheckContext, exchange: Exchange, operation: Operation): boolean {
  const status = statusOf(exchange);
  if (status === undefined || status === TOO_MANY) return true;
  return statusFits(status, successOf(operation).key) && tools.breaks(exchange).length === 0;
}

/** A refusal with the status that the document names. */
export function isRefused(exchange: Exchange, expected: string): boolean {
  const status = statusOf(exchange);
  return status === undefined || status === TOO_MANY || statusFits(status, expected);
}

const TOO_MANY = 429;

/** The seed of a search: it follows from the seed of the run and the check's id. */
export function seedFrom(tools: CheckContext): number {
  return Math.floor(tools.random() * 2 ** 31);
}

/** The query parameters of an operation with their schemas. */
export function queryParametersOf({ parameters }: Operation, { document }: Contract): readonly FuzzedParameter[] {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ parameter, schema: follow<Schema>(document, parameter.schema, '').target }));
}
