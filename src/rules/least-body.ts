import { type CheckContext, check } from '../check/check.ts';
import { applicable, holds, isSuccess, statusOf } from '../check/judges.ts';
import { controlOf, sentOnce } from '../check/positive-control.ts';
import { jsonBodyOf } from '../check/request.ts';
import type { Contract } from '../contract/contract.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Operation } from '../contract/operations.ts';
import { exampleBody } from '../generate/base.ts';
import type { Exchange } from '../http/exchange.ts';
import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import type { RequestRule } from './rule.ts';
import { isAnswer, notRefusedClause, refusalsOf } from './status.ts';

/**
 * A member that the schema does not require may be left out: the valid body without any of them is no invalid one. Asked
 * where a request creates nothing and needs no permission. What lies deeper may be required by the value of another member.
 */
export const leastBody: RequestRule = {
  derive(operation, contract) {
    const { requestBody, permission, id } = operation;
    if (requestBody === undefined || permission !== undefined) return [];
    const example = exampleBody(contract, id);
    if (isSame(least(contract.document, requestBody.schema, example), example)) return [];
    const clause = notRefusedClause(operation);
    return [
      {
        clause,
        checks: [
          check({
            clause: clause.id,
            variant: 'least-body',
            act: async (tools) => ({ answer: await askLeast(tools, operation, contract) }),
            judge: ({ answer }) => [
              holds(!refusalsOf(operation, contract).includes(statusOf(answer) ?? 0), answer, {
                expected: 'a body without the members that may be left out is taken',
                actual: `status ${statusOf(answer)}`,
              }),
              applicable(isServed(answer, operation), 'it was neither served nor refused as invalid'),
            ],
          }),
        ],
      },
    ];
  },
};

/** After the plain request, which shows that the operation serves anything. */
async function askLeast(
  tools: CheckContext,
  { id, requestBody }: Operation,
  { document }: Contract,
): Promise<Exchange> {
  const control = await controlOf(tools, id);
  if (requestBody === undefined || !isSuccess(control)) return control;
  const request = await tools.valid(id);
  const body = jsonBodyOf(request);
  const shortest = least(document, requestBody.schema, body);
  return isSame(shortest, body) ? control : sentOnce(tools, request.json(shortest));
}

/** The value without what its schema does not require; of a schema with alternatives, as it is. */
function least(document: ContractDocument, schema: Schema, value: unknown): unknown {
  const { properties = {}, required = [] } = follow<Schema>(document, schema, '').target;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => required.includes(name) || properties[name] === undefined),
  );
}

function isServed({ outcome }: Exchange, operation: Operation): boolean {
  return outcome.kind === 'response' && isAnswer(outcome, operation);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
