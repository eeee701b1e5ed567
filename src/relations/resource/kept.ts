import type { Assertion } from '../../check/check.ts';
import { at, every, holds, isSuccess, objectsAt } from '../../check/judges.ts';
import type { Exchange } from '../../http/exchange.ts';
import { atPointer } from '../../schema/pointer.ts';
import { isEqual, isNear } from '../invariants/operators.ts';
import type { Body, Resource } from './declaration.ts';
import type { Thing } from './things.ts';

/** A second: stores differ in how fine they keep time. */
const CLOCK_GRAIN_MS = 1000;

/** A value that is no longer there is not kept; none, or null, leaves nothing to keep. */
export function isSameValue(listed: unknown, created: unknown, grainMs = CLOCK_GRAIN_MS): boolean {
  if (listed === undefined && created !== undefined && created !== null) return false;
  const values = [listed, created];
  const near = grainMs > 0 && values.every(isDateTime) ? isNear(values, grainMs) : undefined;
  return (near ?? isEqual(values, { as: 'set' })) !== false;
}

/** RFC 3339. */
function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt]\d\d:/u.test(value);
}

/** What the answer shows of what was sent, it shows as it was sent. */
export function echoed({ kept, name }: Resource, { asked, answer }: Thing): Assertion {
  return every(kept, 'member', (place) => {
    const [sent, shown] = [atPointer(asked, place), at(answer, place)];
    const same = sent === undefined || shown === undefined || isSameValue(shown, sent);
    return holds(same, answer, {
      expected: `${place.slice(1)} ${JSON.stringify(sent)}, as it was sent for the ${name}`,
      actual: shown,
      at: place,
    });
  });
}

/** Does any item of the list have a value there? */
export function isListed(resource: Resource, listing: Exchange, place: string): boolean {
  return objectsAt(listing, resource.items ?? '').some((entry) => (atPointer(entry, place) ?? null) !== null);
}

/** Does an answer show what is expected there? What it never shows is open. */
export function isShown(answer: Exchange, place: string, expected: unknown): boolean {
  const shown = isSuccess(answer) ? at(answer, place) : undefined;
  return shown === undefined || expected === undefined || isSameValue(shown, expected);
}

/** Does an entry of a list show what the opened thing shows? What either of them leaves out is open. */
export function isAsOpened(entry: Body, opened: Exchange, place: string): boolean {
  const [listed, shown] = [atPointer(entry, place), at(opened, place)];
  return listed === undefined || shown === undefined || isSameValue(listed, shown);
}
