import type { CheckContext } from '../../check/check.ts';
import { enough, holds, isSuccess, thingAt } from '../../check/judges.ts';
import { every } from '../../check/results.ts';
import { thingBodyOf } from '../../check/thing-body.ts';
import { operationOf } from '../../contract/contract.ts';
import { pickMembers } from '../../defined.ts';
import { textsLike } from '../../generate/values.ts';
import { type Exchange, inThing } from '../../http/exchange.ts';
import { withArticle } from '../../nouns.ts';
import { joinPointer } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import { readOnlyNames, schemasAt } from '../../schema/schemas-at.ts';
import { unlessHidden } from '../../schema/traps.ts';
import type { AspectAssertions, Body, Resource } from './declaration.ts';
import { isSameValue } from './kept.ts';
import { othersThan } from './other-values.ts';
import { type Change, changedBy, shownSchema, type Thing, withMark } from './things.ts';

/** The answers to a request that also gave members that only the service sets, and to opening the thing after it. */
export interface Assigned {
  readonly operation: string;
  readonly given: Body;
  readonly answers: readonly Exchange[];
}

const WHAT = 'members that only the service sets';

/**
 * Sends a creation once more with other values of the members that only the service sets, and each change with those that the
 * schema of its body calls read-only. There, others are members that the document does not know.
 */
export async function tryAssigning(
  tools: CheckContext,
  resource: Resource,
  { born, shown, changes }: { readonly born: Thing; readonly shown: Exchange; readonly changes: readonly Change[] },
  open: () => Promise<Exchange>,
): Promise<readonly Assigned[]> {
  const given = otherValues(tools, resource, shown);
  const attempt = async (operation: string, sent: Body, others: Body, path: Readonly<Record<string, string>> = {}) => {
    const body = withMark({ ...sent, ...others }, tools.mark);
    const schema = thingBodyOf(tools.contract, operationOf(tools.contract, operation))?.schema ?? false;
    // A schema may forbid members that it does not name.
    if (Object.keys(others).length === 0 || !tools.contract.validators.compile(schema)(body)) return [];
    const answer = await tools.send(tools.request(operation).path(path).thing(body).open(WHAT));
    const opened = isSuccess(answer) && Object.keys(path).length > 0 ? [await open()] : [];
    return [{ operation, given: others, answers: [answer, ...opened] }];
  };
  const found = [...(await attempt(resource.create.id, resource.plain, given))];
  const isKnown = (operation: string, name: string): boolean => {
    const { schema = {} } = thingBodyOf(tools.contract, operationOf(tools.contract, operation)) ?? {};
    return readOnlyNames(tools.contract.document, schema).includes(name);
  };
  for (const { operation, path, last } of changedBy(resource, changes)) {
    // Not another id: a service that takes it could not be asked to delete the thing.
    const beside = pickMembers(given, (name) => joinPointer('', name) !== resource.id && isKnown(operation, name));
    found.push(...(await attempt(operation, last.sent, beside, { [path]: born.id })));
  }
  return found;
}

/** Another value for each of these members that the thing shows. */
function otherValues(tools: CheckContext, resource: Resource, shown: Exchange): Body {
  const { document, validators } = tools.contract;
  const schema = shownSchema(tools.contract, resource);
  return Object.fromEntries(
    (resource.assigned ?? []).flatMap((place) => {
      const value = unlessHidden(() => thingAt(shown, place));
      const [node] = schemasAt(document, schema, place);
      if (node === undefined) return [];
      const own = follow<Schema>(document, node, '').target;
      const parts = (own.allOf ?? []).map((part) => follow<Schema>(document, part, '').target);
      const fits = validators.compile(own);
      const other = othersFor(tools, Object.assign({}, ...parts, own), value).find(
        (one) => fits(one) && !isSameValue(value, one),
      );
      return other === undefined ? [] : [[place.slice(1), other] as const];
    }),
  );
}

/** Added to a number, it gives one that a counter does not reach. */
const FAR = 1_000_003;

const OTHER_TEXTS: Readonly<Record<string, string>> = {
  'date-time': '2001-02-03T04:05:06Z',
  date: '2001-02-03',
  uuid: '0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d',
};

function othersFor({ contract, seed }: CheckContext, own: Schema, value: unknown): readonly unknown[] {
  if (own.enum !== undefined || typeof value === 'boolean') return othersThan(contract.document, own, value);
  if (typeof value === 'number') return [value + FAR];
  if (typeof value !== 'string') return [];
  if (own.format !== undefined) return [OTHER_TEXTS[own.format]];
  return own.pattern === undefined ? [`${value}0`] : textsLike(own.pattern, seed);
}

/** A value of a member that only the service sets is refused or ignored. */
export function questionOfAssigned({ name }: Resource, assigned: readonly Assigned[]): AspectAssertions {
  const none = `no request of ${withArticle(name)} is valid with a member that only the service sets`;
  return {
    given: [enough(assigned.length > 0, none)],
    judge: assigned.flatMap(({ given, answers }) =>
      answers.map((answer) =>
        every(Object.keys(given), 'member', (member) =>
          holds(!isSuccess(answer) || !isSameValue(thingAt(answer, `/${member}`), given[member], 0), answer, {
            expected: 'a value that the service sets, not that of the request',
            actual: given[member],
            at: inThing(answer, `/${member}`),
          }),
        ),
      ),
    ),
  };
}
