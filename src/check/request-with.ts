import type { Contract } from '../contract/contract.ts';
import { isIdempotencyKey } from '../contract/idempotency.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import { requiredParameters, serializeParameter, valueOf } from '../generate/parameter-values.ts';
import { FRESH_KEY } from './fresh-values.ts';
import { withPrecondition } from './precondition.ts';
import { type RequestBuilder, requestTo } from './request.ts';
import { NotTested } from './verdict.ts';

/** A request with the required query, header and cookie parameters of the operation. */
export function requestWith(contract: Contract, operation: Operation): RequestBuilder {
  const whole = requiredParameters(operation).reduce((request, parameter) => {
    const value = valueOf(contract, parameter);
    if (value === undefined) throw noValue(operation, parameter);
    const parts = serializeParameter(parameter, value);
    if (parameter.in === 'query') return request.query(parts);
    const text = parts[parameter.name]?.[0] ?? '';
    if (isIdempotencyKey(parameter)) return request.header(parameter.name, FRESH_KEY);
    return parameter.in === 'header'
      ? request.header(parameter.name, text)
      : request.header('cookie', `${parameter.name}=${text}`);
  }, requestTo(operation));
  return withPrecondition(whole);
}

/** Why a request cannot be made. */
export function noValue({ id }: Operation, { name, in: place }: Parameter): NotTested {
  return new NotTested(
    'skip',
    `no value for the ${place} parameter ${name} of ${id} is known that fits its schema`,
    `give one that does: example: … at the parameter ${name} of ${id}`,
  );
}
