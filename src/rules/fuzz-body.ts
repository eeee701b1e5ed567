import type { Check, CheckContext } from '../check/check.ts';
import { jsonBodyOf, type RequestBuilder } from '../check/request.ts';
import { NotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import { type Operation } from '../contract/operations.ts';
import { exampleBody, validExamples } from '../generate/base.ts';
import { queryParametersOf } from '../generate/fuzz.ts';
import {
  type BodyPlan,
  type BrokenBody,
  brokenBodies,
  placesOfBodies,
  type ValidRequest,
  validRequests,
} from '../generate/fuzz-body.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { acceptedCheck, combinedCheck, refusedCheck, tryRefusals } from './fuzz-checks.ts';
import { control } from './request-body.ts';
import { companionClause, type DerivedCheck, refusalLevel } from './rule.ts';

/**
 * The fuzz phase for JSON bodies, at the depth `deep`: combinations of valid members are accepted, combinations with one
 * thing broken are refused. Valid bodies are tried only if the operation needs neither a permission nor a credential.
 */
export function fuzzedBodies(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  if (operation.requestBody === undefined) return [];
  return [...acceptedFuzz(operation, contract), ...refusedFuzz(operation, contract)];
}

/** How many bodies are tried. If the operation needs a permission or a credential, only refusals are tried, and fewer. */
const RUNS = { free: 250, permitted: 150, signedIn: 40 } as const;

/** After this many wrongly accepted bodies the search ends, if each may leave something behind or cost something. */
const MAX_WRONGLY_ACCEPTED = 8;

function acceptedFuzz(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  if (operation.permission !== undefined || operation.security.length > 0) return [];
  const { pointer = '' } = operation.requestBody ?? {};
  const text =
    'Any combination of the members that a body may have is accepted, and its answer keeps to every clause about answers.';
  const clause = companionClause(operation, ['fuzz', 'body-accepted'], text, { pointer });
  const one = acceptedCheck<ValidRequest>(clause.id, operation, async (tools) => {
    if (isOpenBody(operation, contract)) throw new NotTested('skip', 'it is open which of several bodies is taken');
    const base = await tools.valid(operation.id);
    return {
      drawn: validRequests(planOf(tools, operation, base), queryParametersOf(operation, contract)),
      ask: async ({ body, query }) => base.json(body).query(query),
      runs: RUNS.free,
      isOpen: () => false,
    };
  });
  return [{ clause, checks: [one] }];
}

/** Is it still open which of several bodies the target takes? */
function isOpenBody({ requestBody }: Operation, { document }: Contract): boolean {
  const { anyOf, oneOf } = follow<Schema>(document, requestBody?.schema ?? {}, '').target;
  return anyOf !== undefined || oneOf !== undefined;
}

function refusedFuzz(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  if (breakablePlaces(operation, contract).length === 0) return [];
  const { pointer = '' } = operation.requestBody ?? {};
  const text = 'A body with one thing wrong is refused, whatever valid members stand beside it.';
  const clause = companionClause(operation, ['fuzz', 'body-refused'], text, {
    pointer,
    level: refusalLevel(operation),
  });
  return [{ clause, checks: [refusedCheck(clause.id, operation, refusalFinder(operation))] }];
}

/** Checks each keyword of the body again, beside valid values of the other members. */
export function combinedBodies(operation: Operation, contract: Contract): readonly Check[] {
  const find = refusalFinder(operation);
  return breakablePlaces(operation, contract).map((place) =>
    combinedCheck(`${operation.id}/body/${place}`, place, operation, find),
  );
}

function breakablePlaces(operation: Operation, contract: Contract): readonly string[] {
  if (operation.requestBody === undefined || operation.rejects['invalid-body'] === undefined) return [];
  return placesOfBodies(planFrom(contract, operation, [exampleBody(contract, operation.id)]));
}

function refusalFinder(operation: Operation) {
  return (tools: CheckContext) =>
    tools.shared(`fuzz body-refused ${operation.id}`, async () => {
      const base = await tools.valid(operation.id);
      return tryRefusals<BrokenBody>(tools, operation, {
        drawn: brokenBodies(planOf(tools, operation, base)),
        reject: 'invalid-body',
        ask: ({ body, what }) => base.json(body).invalid('invalid-body', what),
        control: await control(tools, operation),
        runs: runsFor(operation),
        failures: operation.permission === undefined ? undefined : MAX_WRONGLY_ACCEPTED,
      });
    });
}

function runsFor({ permission, security }: Operation): number {
  if (permission !== undefined) return RUNS.permitted;
  return security.length > 0 ? RUNS.signedIn : RUNS.free;
}

/** Starts from the target's own valid body, and from the document's examples if the body need not name what the target has. */
function planOf({ contract }: CheckContext, operation: Operation, base: RequestBuilder): BodyPlan {
  const own = jsonBodyOf(base);
  const examples =
    operation.requestBody?.media['x-template'] === undefined
      ? validExamples(operation).map((name) => exampleBody(contract, operation.id, name))
      : [];
  return planFrom(contract, operation, [own, ...examples]);
}

function planFrom(contract: Contract, operation: Operation, bases: readonly unknown[]): BodyPlan {
  const { schema = {}, pointer = '' } = operation.requestBody ?? {};
  return { document: contract.document, schema, pointer, fits: contract.validators.compile(schema), bases };
}
