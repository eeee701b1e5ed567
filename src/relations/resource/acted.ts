import type { CheckContext } from '../../check/check.ts';
import { accepted, enough, holds, isSuccess, statusOf, thingAt } from '../../check/judges.ts';
import { exampleThing } from '../../check/thing-body.ts';
import { defined } from '../../defined.ts';
import type { Exchange } from '../../http/exchange.ts';
import { withArticle } from '../../nouns.ts';
import { oneByOne } from '../../turns.ts';
import type { AspectAssertions, Resource } from './declaration.ts';
import { isSameValue, isShown, shows } from './kept.ts';
import { createThing, isThere, openingOf } from './things.ts';

/** The answers to the creation of a thing, an action on it, opening it after that, and the action once more. */
export interface Acted {
  readonly operation: string;
  readonly states: readonly string[];
  readonly becomes: Readonly<Record<string, string>>;
  readonly refusals: readonly string[];
  readonly created: Exchange;
  readonly answer: Exchange;
  readonly opened: Exchange;
  readonly again?: Exchange;
}

/** Tries each action on a thing of its own: it may end what else can be done with it. A refused one shows nothing. */
export async function tryActions(tools: CheckContext, resource: Resource): Promise<readonly Acted[]> {
  const { actions = [], reads } = resource;
  return oneByOne(actions, async ({ operation, path, states, becomes = {}, refusals = [] }) => {
    const thing = await createThing(tools, resource);
    const body = exampleThing(tools.contract, operation);
    if (!isThere(resource, thing) || reads === undefined) return undefined;
    const bare = tools.request(operation).path({ [path]: thing.id });
    const request = body === undefined ? bare : bare.thing(body);
    const answer = await tools.send(request.refusable('an action on what was created'));
    if (!isSuccess(answer)) return undefined;
    const isUpToDate = (one: Exchange) =>
      isSuccess(one) && states.every((place) => isShown(one, place, becomes[place] ?? thingAt(answer, place)));
    const opened = await tools.send(openingOf(tools, resource, thing).until(isUpToDate));
    const again =
      refusals.length === 0 ? undefined : await tools.send(request.fresh().open('an action that was done already'));
    return { operation, states, becomes, refusals, created: thing.answer, answer, opened, ...defined({ again }) };
  });
}

function notTried({ name }: Resource): AspectAssertions {
  return { given: [enough(false, `no action on ${withArticle(name)} is known that is accepted`)], judge: [] };
}

/**
 * After an action the thing is no longer as it was created, where the action answered otherwise, or is named after what it does.
 * It may have moved on since.
 */
export function questionOfAction(resource: Resource, acted: readonly Acted[]): AspectAssertions {
  if (acted.length === 0) return notTried(resource);
  return {
    given: acted.flatMap(({ answer, opened }) => [accepted(answer), accepted(opened)]),
    judge: acted.flatMap(({ created, answer, opened, states, becomes }) => {
      const isNow = (place: string, value: unknown) => isSameValue(thingAt(opened, place), value);
      const hasMoved = (place: string) =>
        thingAt(created, place) === undefined || !isNow(place, thingAt(created, place));
      const isLeft = (expected: (place: string) => unknown, places: readonly string[], why: string) =>
        shows(opened, places, expected, why, (place) => isNow(place, expected(place)) || hasMoved(place));
      const action = `as an action on this ${resource.name}`;
      const named = Object.keys(becomes);
      return [
        isLeft((place) => thingAt(answer, place), states, `${action} answered`),
        ...(named.length === 0 ? [] : [isLeft((place) => becomes[place], named, `${action} is described`)]),
      ];
    }),
  };
}

/** An action on a thing for which it was done already gets the documented refusal. */
export function questionOfSecondAction(resource: Resource, acted: readonly Acted[]): AspectAssertions {
  const twice = acted.flatMap(({ again, refusals }) => (again === undefined ? [] : [{ again, refusals }]));
  if (twice.length === 0) return notTried(resource);
  return {
    given: [],
    judge: twice.map(({ again, refusals }) =>
      holds(refusals.includes(String(statusOf(again))), again, {
        expected: `status ${refusals.join(' or ')}, as it was done already`,
        actual: `status ${statusOf(again)}`,
      }),
    ),
  };
}
