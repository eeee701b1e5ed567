import type { Assertion, CheckContext } from '../../check/check.ts';
import { enough, holds, isSuccess, refusedSomehow, statusOf } from '../../check/judges.ts';
import { thingBodyOf } from '../../check/thing-body.ts';
import { operationOf } from '../../contract/contract.ts';
import { responseFor } from '../../contract/operations.ts';
import { pickMembers } from '../../defined.ts';
import { type Exchange, sentThing } from '../../http/exchange.ts';
import { atPointer, joinPointer } from '../../schema/pointer.ts';
import { VALUES_REFUSED } from '../../semantics.ts';
import { oneByOne } from '../../turns.ts';
import type { AspectAssertions, Resource } from './declaration.ts';
import { isSameValue, isShown } from './kept.ts';
import { type Change, changedBy, plainThing, type Thing, thingOf } from './things.ts';

/** The answer to a creation or change that gives a thing the unique values of another, the owner. */
export interface Doubled {
  readonly operation: string;
  readonly taken: readonly string[];
  readonly owner: Thing;
  readonly answer: Exchange;
}

/** Creates one from the very same body. The control comes first: a unique value that was not sent before is sent as it is. */
export async function createDouble(tools: CheckContext, resource: Resource, owner: Thing): Promise<readonly Doubled[]> {
  const { create, taken = [] } = resource;
  if (taken.length === 0) return [];
  await plainThing(tools, resource);
  const request = tools.request(create.id).thing(owner.asked).open('one more with the same values');
  return [{ operation: create.id, taken, owner, answer: await tools.send(request) }];
}

/** Tries to change a thing, as it was changed before, but to the unique values of their owner. */
export function changeToDouble(
  tools: CheckContext,
  resource: Resource,
  { id }: Thing,
  { owner, made }: { readonly owner: Thing | undefined; readonly made: readonly Change[] },
): Promise<readonly Doubled[]> {
  return oneByOne(changedBy(resource, made), async ({ operation, path, taken = [], last }) => {
    const { schema } = thingBodyOf(tools.contract, operationOf(tools.contract, operation)) ?? {};
    if (owner === undefined || taken.length === 0 || schema === undefined) return undefined;
    const values = pickMembers(owner.asked, (name) => taken.includes(joinPointer('', name)));
    const body = { ...last.sent, ...values };
    if (!tools.contract.validators.compile(schema)(body)) return undefined;
    const request = tools
      .request(operation)
      .path({ [path]: id })
      .thing(body)
      .open('a change to the values of another');
    return { operation, taken, owner, answer: await tools.send(request) };
  });
}

/** Unique values of another are refused. A creation may answer what is there already, and either may choose another value. */
export function questionOfDoubled(resource: Resource, doubled: readonly Doubled[]): AspectAssertions {
  const { name, create } = resource;
  const sent = doubled.filter(({ taken, owner, answer }) =>
    taken.every((at) => isSameValue(atPointer(sentThing(answer), at), atPointer(owner.asked, at))),
  );
  return {
    given: [enough(sent.length > 0, `no second ${name} with the same unique values was sent`)],
    judge: sent.map(({ operation, taken, owner, answer }) => {
      if (!isSuccess(answer)) return refusedAsTaken(answer);
      const made = thingOf(resource, answer).id;
      const members = taken.map((at) => at.slice(1)).join(' and ');
      const isOther = operation !== create.id || (made !== '' && made !== owner.id);
      return holds(!(isOther && taken.some((at) => isShown(answer, at, atPointer(owner.asked, at)))), answer, {
        expected: `a refusal (4xx), as ${name} ${owner.id} has it`,
        actual:
          operation === create.id
            ? `a second ${name} with the same ${members} was created`
            : `a ${name} was changed to the ${members} of another`,
      });
    }),
  };
}

/** A refusal. The document has a 409 for a value that is taken, so a status for values that it does not have is another. */
function refusedAsTaken(answer: Exchange): Assertion {
  return (judging) => {
    const status = statusOf(answer);
    const operation = operationOf(judging.contract, answer.operation ?? '');
    const isOther = VALUES_REFUSED.some((one) => one === status && responseFor(operation, one) === undefined);
    const words = { expected: 'a documented refusal, such as a 409', actual: `status ${status}`, status: ['409'] };
    return isOther ? holds(false, answer, words)(judging) : refusedSomehow(answer)(judging);
  };
}
