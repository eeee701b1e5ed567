import { type Check, type CheckContext, check } from '../check/check.ts';
import { accepted, applicable, holds, isSuccess, statusOf } from '../check/judges.ts';
import { controlOf } from '../check/positive-control.ts';
import { jsonBodyOf, type RequestBuilder } from '../check/request.ts';
import { foresees, type Operation } from '../contract/operations.ts';
import { type OddSlot, oddSlots, withOdd } from '../generate/odd-values.ts';
import { type Exchange, isValid } from '../http/exchange.ts';
import { withPointer } from '../schema/pointer.ts';
import { SERVER_ERROR } from '../semantics.ts';
import { undoCreation } from './credential-cases.ts';
import type { DerivedCheck } from './rule.ts';
import { doesNotFailClause } from './status.ts';

/**
 * A number without a bound may be any number, and a text may hold anything: a target may refuse such a value, but must not
 * fail on it. The depth `deep` tries all of them. The depth `standard` tries the last value of each place, and only if what
 * it creates is deleted again: these values are stored. Not tried if that costs something or leaves something behind, nor if
 * the document foresees the status 500.
 */
export function oddValues(operation: Operation): readonly DerivedCheck[] {
  const { requestBody, node, permission, costly } = operation;
  const isKept = permission !== undefined && node['x-undo'] === undefined;
  if (requestBody === undefined || costly || isKept || foresees(operation, SERVER_ERROR)) return [];
  const clause = doesNotFailClause(operation);
  const all = oddCheck(clause.id, operation, 'odd-values', sendAllRanks);
  const stored = node['x-undo'] === undefined ? [] : [oddCheck(clause.id, operation, 'stored-values', sendLastRank)];
  return [
    { clause, checks: [{ ...all, depth: 'deep' }, ...stored.map((one) => ({ ...one, depth: 'standard' as const }))] },
  ];
}

type Ask = (tools: CheckContext, operation: Operation) => Promise<readonly Exchange[]>;

function oddCheck(clause: string, operation: Operation, variant: string, ask: Ask): Check {
  return check({
    clause,
    variant,
    act: async (tools) => ({ control: await controlOf(tools, operation.id), answers: await ask(tools, operation) }),
    given: ({ control }) => [accepted(control)],
    // A request that may be invalid counts only if it succeeds: its failure is a matter of another clause.
    judge: ({ answers }) => {
      const judged = answers.filter((one) => isSuccess(one) || (one.intent.kind === 'open' && isValid(one)));
      if (judged.length === 0) return [applicable(false, 'no value of the body is without a bound')];
      return judged.map((answer) =>
        holds((statusOf(answer) ?? 0) < SERVER_ERROR || foresees(operation, statusOf(answer) ?? 0), answer, {
          expected: 'a success or a refusal',
          actual: `status ${statusOf(answer)}`,
        }),
      );
    },
  });
}

/** Sends the last value of each place, at all places at once. */
async function sendLastRank(tools: CheckContext, operation: Operation): Promise<readonly Exchange[]> {
  const request = await tools.valid(operation.id);
  const last = slotsOf(tools, operation, request).map((slot) => ({ ...slot, values: slot.values.slice(-1) }));
  return last.length === 0 ? [] : sendTogether(tools, operation, request, [[last, 0]]);
}

function slotsOf({ contract }: CheckContext, { requestBody }: Operation, request: RequestBuilder): readonly OddSlot[] {
  const schema = requestBody?.schema ?? {};
  const body = jsonBodyOf(request);
  const fits = contract.validators.compile(schema);
  // A bound may stand elsewhere in the schema, such as in a variant of a union.
  const isUnbounded = ({ at, values }: OddSlot) =>
    values.every(({ value, valid }) => !valid || fits(withPointer(body, at, value)));
  return oddSlots(contract.document, schema, body).filter(isUnbounded);
}

/** Sends the values of each rank, at all places at once. */
async function sendAllRanks(tools: CheckContext, operation: Operation): Promise<readonly Exchange[]> {
  const request = await tools.valid(operation.id);
  return sendTogether(tools, operation, request, ranksOf(slotsOf(tools, operation, request)));
}

/** Sends the values of each rank at all their places at once. If that fails, it sends each place's value alone. */
async function sendTogether(
  tools: CheckContext,
  operation: Operation,
  request: RequestBuilder,
  kinds: readonly (readonly [readonly OddSlot[], number])[],
): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  const ask = async (some: readonly OddSlot[], rank: number): Promise<Exchange> => {
    const answer = await tools.send(oddRequest(request, some, rank));
    answers.push(await undoCreation(tools, operation, answer));
    return answer;
  };
  for (const [some, rank] of kinds) {
    const together = await ask(some, rank);
    if (statusOf(together) === undefined || (statusOf(together) ?? 0) < CLIENT_ERROR || some.length < 2) continue;
    for (const slot of some) await ask([slot], rank);
  }
  return answers;
}

const CLIENT_ERROR = 400;

/** Each rank of values with the places that have one. Valid and doubtful values are kept apart. */
function ranksOf(slots: readonly OddSlot[]): readonly (readonly [readonly OddSlot[], number])[] {
  return [true, false].flatMap((valid) => {
    const alike = slots.filter(({ values: [first] }) => first?.valid === valid);
    return (alike[0]?.values ?? []).map((_, rank) => [alike, rank] as const);
  });
}

/** The request with the odd values of that rank at these places. It is open if one of them may be invalid. */
function oddRequest(request: RequestBuilder, slots: readonly OddSlot[], rank: number): RequestBuilder {
  const odd = request.json(withOdd(jsonBodyOf(request), slots, rank));
  const what = slots.map(({ at, values }) => `${at} is ${values[rank]?.what}`).join('; ');
  return slots.every(({ values }) => values[rank]?.valid === true) ? odd.refusable(what) : odd.open(what);
}
