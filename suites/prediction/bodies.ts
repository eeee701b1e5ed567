import { type CheckContext, isObject, jsonBodyOf, withPointer } from '../../src/check/index.ts';

/** The types with a predictor of their own, which works from the load and the retention time. */
export const PER_CLASS_TYPES = ['MEC', 'MES', 'MDC', 'MNRC', 'MMRC', 'MBES'] as const;

export const LOAD_FIELDS = ['codMgL', 'hrtHours'] as const;

/** The one type of which the contract says that it needs neither load nor retention time. */
export const WITHOUT_LOAD = 'MFC';

/** What the contract calls optional of the conditions, the load left out. */
const OPTIONAL_CONDITIONS = ['substrateConcentration', 'externalResistance', 'appliedVoltage', 'substrateId'] as const;

/** The full valid body of the document. */
export async function fullBody(tools: CheckContext): Promise<unknown> {
  return jsonBodyOf(await tools.valid('predict'));
}

export function forType(body: unknown, systemType: string): unknown {
  return withPointer(body, '/systemType', systemType);
}

/** Where a field stands that is beside the others in one form of the body and among the conditions in the other. */
export function conditionPointer(body: unknown, field: string): string {
  return isNested(body) ? `/conditions/${field}` : `/${field}`;
}

/** Where the material of the anode stands. */
export function materialPointer(body: unknown): string {
  return isNested(body) ? '/materials/anodeMaterial' : '/anodeMaterial';
}

export function isNested(body: unknown): boolean {
  return isObject(body) && isObject(body['conditions']);
}

export function without(body: unknown, ...pointers: readonly string[]): unknown {
  return pointers.reduce((rest, pointer) => withPointer(rest, pointer, undefined), body);
}

/**
 * A body without all that the contract calls optional for its type. In the flat form that is all but the type itself. Its
 * numbers are whole ones where they can be: these are numbers, too (JSON Schema 2020-12, section 6.1.1).
 */
export function minimalBody(body: unknown, systemType: string): unknown {
  if (!isNested(body)) return { systemType };
  const load = systemType === WITHOUT_LOAD ? LOAD_FIELDS : [];
  return wholeNumbers(
    without(
      forType(body, systemType),
      ...[...OPTIONAL_CONDITIONS, ...load].map((field) => conditionPointer(body, field)),
    ),
  );
}

/** From there on a whole number is about the same. */
const LARGE = 10;

function wholeNumbers(node: unknown): unknown {
  if (typeof node === 'number') return Math.abs(node) < LARGE ? node : Math.round(node);
  return isObject(node)
    ? Object.fromEntries(Object.entries(node).map(([name, value]) => [name, wholeNumbers(value)]))
    : node;
}
