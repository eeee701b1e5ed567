import { type CheckContext, check } from '../check/check.ts';
import { applicable, holds, isSuccess, statusOf } from '../check/judges.ts';
import { leewayOf } from '../check/leeway.ts';
import { controlOf, sentOnce } from '../check/positive-control.ts';
import { jsonBodyOf } from '../check/request.ts';
import { thingBodyOf } from '../check/thing-body.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { exampleBody, shortestBody } from '../generate/base.ts';
import type { Exchange } from '../http/exchange.ts';
import { atPointer, withPointer } from '../schema/pointer.ts';
import type { DerivedCheck } from './rule.ts';
import { isAnswer, notRefusedClause, refusalsOf } from './status.ts';

/**
 * A body with only the required members is valid. Tried if the operation needs no permission, creates what can be deleted, or
 * changes what this run has created. Only its top level is cut down, without its envelope: a nested member may be required by the value of another one.
 */
export function leastBody(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  const { requestBody, permission, id } = operation;
  if (
    requestBody === undefined ||
    (permission !== undefined && !isPlainChange(operation) && !isPlainCreation(operation))
  )
    return [];
  const example = exampleBody(contract, id);
  if (isSame(shortestOf(contract, operation, example), example)) return [];
  const clause = notRefusedClause(operation);
  const one = check({
    clause: clause.id,
    variant: 'least-body',
    act: async (tools) => ({ answer: await sendLeast(tools, operation, contract) }),
    judge: ({ answer }) => [
      holds(!isRefused(answer, operation, contract), answer, {
        expected: 'a body without the members that may be left out is taken',
        actual: `status ${statusOf(answer)}`,
      }),
      applicable(isServed(answer, operation), 'it was neither served nor refused as invalid'),
    ],
  });
  return [{ clause, checks: [one] }];
}

function isRefused(answer: Exchange, operation: Operation, contract: Contract): boolean {
  const isInvalid = refusalsOf(operation, contract).includes(statusOf(answer) ?? 0);
  return isInvalid && leewayOf(answer, operation, contract) === undefined;
}

/** In a plain document: does it change one resource, which this run has created? */
function isPlainChange({ plain, method }: Operation): boolean {
  return plain === true && (method === 'PATCH' || method === 'PUT');
}

/** In a plain document: does it create something that the run can delete again? */
function isPlainCreation({ plain, node }: Operation): boolean {
  return plain === true && node['x-undo'] !== undefined;
}

/** Sends the plain valid request first. If that fails, its answer is returned. */
async function sendLeast(tools: CheckContext, operation: Operation, contract: Contract): Promise<Exchange> {
  const control = await controlOf(tools, operation.id);
  if (!isSuccess(control)) return control;
  const request = await tools.valid(operation.id);
  const body = jsonBodyOf(request);
  const shortest = shortestOf(contract, operation, body);
  return isSame(shortest, body) ? control : sentOnce(tools, request.json(shortest));
}

/** A change names at least one member. */
function shortestOf(contract: Contract, operation: Operation, body: unknown): unknown {
  const at = operation.node['x-wrapped'] ?? '';
  const { schema = {} } = thingBodyOf(contract, operation) ?? {};
  return withPointer(
    body,
    at,
    shortestBody(contract.document, schema, atPointer(body, at), isPlainChange(operation) ? 1 : 0),
  );
}

function isServed({ outcome }: Exchange, operation: Operation): boolean {
  return outcome.kind === 'response' && isAnswer(outcome, operation);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
