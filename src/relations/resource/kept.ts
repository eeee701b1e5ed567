import { isEqual, isNear } from '../invariants/operators.ts';

/** A second: stores differ in how fine they keep time. */
const CLOCK_GRAIN_MS = 1000;

/** A value that is no longer there is not kept; none, or null, leaves nothing to keep. */
export function isKept(listed: unknown, created: unknown, grainMs = CLOCK_GRAIN_MS): boolean {
  if (listed === undefined && created !== undefined && created !== null) return false;
  const values = [listed, created];
  const near = grainMs > 0 && values.every(isDateTime) ? isNear(values, grainMs) : undefined;
  return (near ?? isEqual(values, { as: 'set' })) !== false;
}

/** RFC 3339. */
function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt]\d\d:/u.test(value);
}
