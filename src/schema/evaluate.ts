import type { Schema, SchemaDocument } from './schema.ts';
import { isObject, joinPointer } from './pointer.ts';
import { createSteps, type Step, type Union, type Variants } from './compile.ts';
import type { Validators } from './validators.ts';

/** What one keyword says of one value: the raw material of derived clauses. */
export interface Observation {
  readonly place: readonly string[];
  readonly keyword: string;
  /** Where in the value it is broken; '' where it holds. */
  readonly pointer: string;
  readonly holds: boolean;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Judges a value keyword by keyword. Its overall answer is that of ajv (a property test holds this); ours adds the place. */
export interface Inspector {
  inspect(schema: Schema | boolean, value: unknown): readonly Observation[];
  /**
   * The same for a value that ajv accepts whole: nothing can be broken, so each keyword that occurs at a place is told
   * once, and of a long array a few elements are enough. Where ajv does not accept, every element is looked at.
   */
  survey(schema: Schema | boolean, value: unknown): readonly Observation[];
}

/** So many elements of a long array are looked at where nothing is broken. */
const SURVEYED = 12;

export function createInspector(document: SchemaDocument, validators: Validators): Inspector {
  const stepInto = createSteps(document, validators);
  const look = (schema: Schema | boolean, value: unknown, accepted?: Accepted): readonly Observation[] => {
    const found: Observation[] = [];
    walk({ accepted, found }, stepInto(schema), { value });
    return found;
  };
  return {
    inspect: (schema, value) => look(schema, value),
    survey: (schema, value) => look(schema, value, validators.compile(schema)(value) ? { told: new Map() } : undefined),
  };
}

/** For a value that ajv accepts: what was told of each step, as the kinds of values that it was told for. */
interface Accepted {
  readonly told: Map<Step, number>;
}

interface Walk {
  readonly accepted: Accepted | undefined;
  readonly found: Observation[];
}

interface Spot {
  readonly value: unknown;
  readonly outer?: Spot;
  readonly segment?: string;
}

function walk(context: Walk, step: Step, spot: Spot): void {
  const { accepted, found } = context;
  if (step.forbidden) found.push(observe(step.place, spot, 'absent', false, 'no such property'));
  const news = accepted === undefined || isNews(accepted, step, spot.value);
  if (news && !tellOwn(context, step, spot)) return;
  if (isObject(spot.value)) walkObject(context, step, spot, spot.value, news);
  if (Array.isArray(spot.value)) walkArray(context, step, spot, spot.value);
  for (const child of step.allOf) walk(context, child(), spot);
  for (const union of step.unions) walkUnion(context, union, step, spot);
  walkConditional(context, step, spot);
  const named = step.variants === undefined ? undefined : variantOf(step.variants, spot.value);
  if (named !== undefined) walk(context, named(), spot);
}

function walkConditional(context: Walk, { conditional }: Step, spot: Spot): void {
  if (conditional === undefined) return;
  const branch = conditional.test()(spot.value) ? conditional.met : conditional.unmet;
  if (branch !== undefined) walk(context, branch(), spot);
}

/** Where the property names no variant, its own keywords say so. */
function variantOf({ property, byValue }: Variants, value: unknown): (() => Step) | undefined {
  return isObject(value) ? byValue.get(String(value[property])) : undefined;
}

function isNews({ told }: Accepted, step: Step, value: unknown): boolean {
  const before = told.get(step) ?? 0;
  const kind = kindOf(value);
  told.set(step, before | kind);
  return (before & kind) === 0;
}

/** Keywords speak of a value by its kind; one bit for each. */
function kindOf(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (typeof value === 'number') return 2;
  if (Array.isArray(value)) return 4;
  return isObject(value) ? 8 : 16;
}

/** The keywords of the node itself; false where the type is wrong, for then nothing else can be said. */
function tellOwn({ accepted, found }: Walk, { assertions, place }: Step, spot: Spot): boolean {
  for (const { keyword, expected, appliesTo, holds } of assertions) {
    if (!appliesTo(spot.value)) continue;
    const met = accepted !== undefined || holds(spot.value);
    found.push(observe(place, spot, keyword, met, expected));
    if (!met && keyword === 'type') return false;
  }
  return true;
}

function walkObject(
  context: Walk,
  step: Step,
  spot: Spot,
  value: Readonly<Record<string, unknown>>,
  news: boolean,
): void {
  if (news)
    for (const { name, place } of step.required)
      context.found.push(observe(place, spot, 'required', Object.hasOwn(value, name), `a property ${name}`));
  for (const [name, child] of step.properties) {
    if (Object.hasOwn(value, name)) walk(context, child(), { value: value[name], outer: spot, segment: name });
    else if (news && child().forbidden)
      context.found.push(observe(child().place, spot, 'absent', true, 'no such property'));
  }
  if (step.rest === undefined) return;
  for (const [name, item] of Object.entries(value))
    if (!step.properties.has(name)) walk(context, step.rest(), { value: item, outer: spot, segment: name });
}

function walkArray(context: Walk, step: Step, spot: Spot, value: readonly unknown[]): void {
  if (step.items === undefined && step.prefix.length === 0) return;
  const stride = context.accepted === undefined ? 1 : Math.max(1, value.length / SURVEYED);
  value.forEach((item, index) => {
    if (Math.floor(index / stride) === Math.floor((index - 1) / stride) && index > 0) return;
    const child = step.prefix[index] ?? step.items;
    if (child !== undefined) walk(context, child(), { value: item, outer: spot, segment: String(index) });
  });
}

/**
 * A union holds when one member does. When none does, the member that was most nearly met tells what is wrong; when
 * several are equally near, the union itself is what was not met.
 */
function walkUnion(context: Walk, union: Union, { place }: Step, spot: Spot): void {
  const { only, keyword, members } = union;
  if (only !== undefined) {
    if (spot.value !== null) walk(context, only(), spot);
    return;
  }
  const plain = keyword === 'anyOf';
  const variants = `one of ${members.length} variants`;
  if (context.accepted !== undefined) {
    const met = members.find(({ accepts }) => accepts()(spot.value));
    if (!plain && met !== undefined) walk(context, met.step(), spot);
    context.found.push(observe(place, spot, keyword, true, variants));
    return;
  }
  const attempts = members.map(({ step }) => attempt(step(), spot)).sort((a, b) => compareAttempts(b, a));
  const [best, second] = attempts;
  if (best === undefined) return;
  const met = best.broken.length === 0;
  const clear = !plain && (met || second === undefined || compareAttempts(best, second) > 0);
  if (clear) context.found.push(...best.observations);
  if (met || !clear) context.found.push(observe(place, spot, keyword, met, variants));
}

interface Attempt {
  readonly observations: readonly Observation[];
  readonly broken: readonly Observation[];
  /** How deep the shallowest break lies: a break deep inside says that the variant itself was recognised. */
  readonly depth: number;
}

function attempt(member: Step, spot: Spot): Attempt {
  const observations: Observation[] = [];
  walk({ accepted: undefined, found: observations }, member, spot);
  const broken = observations.filter(({ holds }) => !holds);
  const depth = Math.min(Number.POSITIVE_INFINITY, ...broken.map(({ pointer }) => pointer.split('/').length));
  return { observations, broken, depth };
}

function compareAttempts(a: Attempt, b: Attempt): number {
  if (a.depth !== b.depth) return a.depth > b.depth ? 1 : -1;
  if (a.broken.length !== b.broken.length) return b.broken.length - a.broken.length;
  return a.broken.length === 0 ? 0 : a.observations.length - b.observations.length;
}

function observe(
  place: readonly string[],
  spot: Spot,
  keyword: string,
  holds: boolean,
  expected: unknown,
): Observation {
  return { place, keyword, pointer: holds ? '' : pointerTo(spot), holds, expected, actual: spot.value };
}

function pointerTo({ outer, segment }: Spot): string {
  return outer === undefined || segment === undefined ? '' : joinPointer(pointerTo(outer), segment);
}
