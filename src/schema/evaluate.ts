import { createSteps, type Step, type Union, type Variants } from './compile.ts';
import { type Counts, createFindings, type Findings, inside, type Observation, type Spot } from './observed.ts';
import { isObject } from './pointer.ts';
import type { Schema, SchemaDocument } from './schema.ts';
import type { Validators } from './validators.ts';

/**
 * Judges a value keyword by keyword. Its overall answer is that of ajv (a property test holds this); ours adds the place.
 * Each keyword of each place of the schema is told at most twice, as kept by the first value that keeps it and as broken
 * by the first that breaks it: a list of 50,000 broken elements tells no more than one of five.
 */
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
    const found = createFindings();
    walk({ accepted, found }, stepInto(schema), { value, depth: 1 });
    return found.all();
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
  readonly found: Findings;
}

function walk(context: Walk, step: Step, spot: Spot): void {
  const { accepted, found } = context;
  if (step.forbidden) found.tell(step.place, 'absent', spot, false, 'no such property');
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
    found.tell(place, keyword, spot, met, expected);
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
      context.found.tell(place, 'required', spot, Object.hasOwn(value, name), `a property ${name}`);
  for (const [name, child] of step.properties) {
    if (Object.hasOwn(value, name)) walk(context, child(), inside(spot, name, value[name]));
    else if (news && child().forbidden) context.found.tell(child().place, 'absent', spot, true, 'no such property');
  }
  const others = Object.entries(value).filter(([name]) => !step.properties.has(name));
  if (step.closed && news) tellOthers(context.found, step, spot, others);
  if (step.rest !== undefined) for (const [name, item] of others) walk(context, step.rest(), inside(spot, name, item));
}

/** Of a closed object each property that has no place there, at its own pointer. */
function tellOthers(
  found: Findings,
  { place }: Step,
  spot: Spot,
  others: readonly (readonly [string, unknown])[],
): void {
  const tell = (at: Spot, holds: boolean) => found.tell(place, 'additionalProperties', at, holds, NO_OTHERS);
  if (others.length === 0) tell(spot, true);
  for (const [name, item] of others) tell(inside(spot, name, item), false);
}

const NO_OTHERS = 'no property that the schema does not name';

function walkArray(context: Walk, step: Step, spot: Spot, value: readonly unknown[]): void {
  if (step.items === undefined && step.prefix.length === 0) return;
  const stride = context.accepted === undefined ? 1 : Math.max(1, value.length / SURVEYED);
  value.forEach((item, index) => {
    if (Math.floor(index / stride) === Math.floor((index - 1) / stride) && index > 0) return;
    const child = step.prefix[index] ?? step.items;
    if (child !== undefined) walk(context, child(), inside(spot, String(index), item));
  });
}

/** What a union expects that is no enumeration throughout: any of so many members. */
export interface AnyOf {
  readonly variants: number;
  readonly names?: readonly string[] | undefined;
}

/**
 * A union holds when one member does. When none does, the member that was most nearly met tells what is wrong; when
 * several are equally near, the union itself is what was not met.
 */
function walkUnion(context: Walk, union: Union, { place }: Step, spot: Spot): void {
  const { only, keyword, members, values, names } = union;
  if (only !== undefined) {
    if (spot.value !== null) walk(context, only(), spot);
    return;
  }
  const plain = keyword === 'anyOf';
  const variants: unknown = values ?? ({ variants: members.length, names } satisfies AnyOf);
  if (context.accepted !== undefined) {
    const met = members.find(({ accepts }) => accepts()(spot.value));
    if (!plain && met !== undefined) walk(context, met.step(), spot);
    context.found.tell(place, keyword, spot, true, variants);
    return;
  }
  const attempts = members.map(({ step }) => attempt(step(), spot)).sort((a, b) => compareAttempts(b.counts, a.counts));
  const [best, second] = attempts;
  if (best === undefined) return;
  const met = best.counts.broken === 0;
  const clear = !plain && (met || second === undefined || compareAttempts(best.counts, second.counts) > 0);
  if (clear) context.found.take(best);
  if (met || !clear) context.found.tell(place, keyword, spot, met, variants);
}

function attempt(member: Step, spot: Spot): Findings {
  const found = createFindings();
  walk({ accepted: undefined, found }, member, spot);
  return found;
}

function compareAttempts(a: Counts, b: Counts): number {
  if (a.depth !== b.depth) return a.depth > b.depth ? 1 : -1;
  if (a.broken !== b.broken) return b.broken - a.broken;
  return a.broken === 0 ? 0 : a.observed - b.observed;
}
