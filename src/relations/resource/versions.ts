import type { Assertion, CheckContext } from '../../check/check.ts';
import { accepted, enough, holds, statusOf, thingAt } from '../../check/judges.ts';
import { operationOf } from '../../contract/contract.ts';
import { ifMatchOf } from '../../contract/precondition.ts';
import { defined } from '../../defined.ts';
import { type Exchange, headerOf, inThing } from '../../http/exchange.ts';
import { withArticle } from '../../nouns.ts';
import { oneByOne } from '../../turns.ts';
import { type AspectAssertions, type OnOne, type Resource } from './declaration.ts';
import { isSameValue } from './kept.ts';
import { type Change, changedBy, type Thing, withMark } from './things.ts';

/** The answers to a change whose If-Match is out of date, or missing, by the status that the document has for it. */
export interface Guarded {
  readonly operation: string;
  readonly status: string;
  readonly answer: Exchange;
}

/** Tries changes without the current ETag, as far as the operation documents how these are refused (RFC 9110 section 13.1.1). */
export async function tryOtherTags(
  tools: CheckContext,
  resource: Resource,
  { id }: Thing,
  made: readonly Change[],
): Promise<readonly Guarded[]> {
  const guarded = await oneByOne(changedBy(resource, made), async ({ operation, path, last }) => {
    const before = headerOf(last.before, 'etag');
    if (before === undefined || before === headerOf(last.after, 'etag')) return undefined;
    // Not what is there already: a service may accept a change that has been made (RFC 9110 section 13.1.1).
    const name = resource.marked.slice(1);
    const body = name in last.sent ? { ...last.sent, [name]: withMark('$mark too late', tools.mark) } : last.sent;
    const request = tools
      .request(operation)
      .path({ [path]: id })
      .thing(body);
    const attempts = [
      ['412', request.header('if-match', before).open('a change with an ETag that is out of date')],
      ['428', request.without('if-match').open('a change without If-Match')],
    ] as const;
    return oneByOne(attempts, async ([status, attempt]) =>
      isDocumented(tools, operation, status) ? { operation, status, answer: await tools.send(attempt) } : undefined,
    );
  });
  return guarded.flat();
}

function isDocumented({ contract }: CheckContext, id: OnOne['operation'], status: string): boolean {
  const operation = operationOf(contract, id);
  return ifMatchOf(operation) !== undefined && operation.responses.some(({ key }) => key === status);
}

/** A change without the current ETag gets the documented refusal. */
export function questionOfGuards({ name }: Resource, guarded: readonly Guarded[]): AspectAssertions {
  return {
    given: [enough(guarded.length > 0, `no change of ${withArticle(name)} is known that shows a new ETag`)],
    judge: guarded.map(({ status, answer }) =>
      holds(String(statusOf(answer)) === status, answer, {
        expected: `status ${status}, as ${status === '412' ? 'the If-Match is out of date' : 'there is no If-Match'}`,
        actual: `status ${statusOf(answer)}`,
      }),
    ),
  };
}

/**
 * After a change, what names its version is another: the ETag (RFC 9110 section 8.8.1), or the time of the change, if that is
 * told in more than whole seconds.
 */
export function questionOfVersion({ versions = [] }: Resource, change: Change): AspectAssertions {
  const { answer, before, after } = change;
  const [then, now] = [before, after].map((one) => headerOf(one, 'etag'));
  return {
    given: [accepted(answer), accepted(after)],
    judge: [isOther('ETag', then, now, after), ...versions.map((place) => isOtherAt(place, change))],
  };
}

function isOtherAt(place: string, { before, after }: Change): Assertion {
  return (judging) => isOther(place.slice(1), thingAt(before, place), thingAt(after, place), after, place)(judging);
}

function isOther(what: string, then: unknown, now: unknown, after: Exchange, place?: string): Assertion {
  return holds(!(isPrecise(now) && now === then), after, {
    expected: `another ${what} than before the change`,
    actual: place === undefined ? `${what} ${String(now)}` : now,
    ...defined({ at: place && inThing(after, place) }),
  });
}

/** Does the thing show another value after the change than before? */
export function isVisible({ sent, before, after }: Change): boolean {
  return Object.keys(sent).some(
    (member) => !isSameValue(thingAt(after, `/${member}`), thingAt(before, `/${member}`), 0),
  );
}

/** A time in whole seconds may be the same after a quick change. */
function isPrecise(value: unknown): boolean {
  return typeof value === 'string' && (!/^\d{4}-/u.test(value) || /\.\d*[1-9]/u.test(value));
}
