import { createSteps, type Step, type Union, type Variants } from './compile.ts';
import { type Counts, createFindings, type Findings, inside, type Observation, type Spot } from './observed.ts';
import { isObject } from './pointer.ts';
import type { Schema, SchemaDocument } from './schema.ts';
import type { Validators } from './validators.ts';

/**
 * Judges a value keyword by keyword. It agrees with ajv on whether a value is valid (a property test checks this) and adds the
 * places. Each keyword at each place of the schema gives at most two observations: for the first value that fits it, and for
 * the first that breaks it. So a list of 50,000 broken elements gives no more than one of five.
 */
export interface Inspector {
  inspect(schema: Schema | boolean, value: unknown): readonly Observation[];
  /**
   * The same, but faster for a value that ajv accepts: nothing is broken, so each keyword at a place is observed once, and only
   * a few elements of a long array are visited. If ajv does not accept the value, every element is visited.
   */
  survey(schema: Schema | boolean, value: unknown): readonly Observation[];
}

/** About this many elements of a long array are visited if nothing is broken. */
const MAX_SURVEYED = 12;

export function createInspector(document: SchemaDocument, validators: Validators): Inspector {
  const stepInto = createSteps(document, validators);
  const look = (schema: Schema | boolean, value: unknown, accepted?: Accepted): readonly Observation[] => {
    const found = createFindings();
    walk({ accepted, found }, stepInto(schema), { value, depth: 1 });
    return found.all();
  };
  return {
    inspect: (schema, value) => look(schema, value),
    survey: (schema, value) => look(schema, value, validators.compile(schema)(value) ? { seen: new Map() } : undefined),
  };
}

/** For a value that ajv accepts: the kinds of values that each step has seen, as bits of `kindOf`. */
interface Accepted {
  readonly seen: Map<Step, number>;
}

interface Walk {
  readonly accepted: Accepted | undefined;
  readonly found: Findings;
}

function walk(context: Walk, step: Step, spot: Spot): void {
  const { accepted, found } = context;
  if (step.forbidden) found.tell(step.place, 'absent', spot, false, 'no such property');
  const isNew = accepted === undefined || isNewKind(accepted, step, spot.value);
  if (isNew && !judgeOwn(context, step, spot)) return;
  if (isObject(spot.value)) walkObject(context, step, spot, spot.value, isNew);
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

/** The variant that the property selects. If it selects none, the keywords of the property report that. */
function variantOf({ property, byValue }: Variants, value: unknown): (() => Step) | undefined {
  return isObject(value) ? byValue.get(String(value[property])) : undefined;
}

function isNewKind({ seen }: Accepted, step: Step, value: unknown): boolean {
  const before = seen.get(step) ?? 0;
  const kind = kindOf(value);
  seen.set(step, before | kind);
  return (before & kind) === 0;
}

/** The kind of a value, as one bit. It decides which keywords apply. */
function kindOf(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (typeof value === 'number') return 2;
  if (Array.isArray(value)) return 4;
  return isObject(value) ? 8 : 16;
}

/** Judges the keywords of the node itself. False if the type is wrong: then nothing else can be judged. */
function judgeOwn({ accepted, found }: Walk, { assertions, place }: Step, spot: Spot): boolean {
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
  isNew: boolean,
): void {
  if (isNew)
    for (const { name, place } of step.required)
      context.found.tell(place, 'required', spot, Object.hasOwn(value, name), `a property ${name}`);
  for (const [name, child] of step.properties) {
    if (Object.hasOwn(value, name)) walk(context, child(), inside(spot, name, value[name]));
    else if (isNew && child().forbidden) context.found.tell(child().place, 'absent', spot, true, 'no such property');
  }
  const others = Object.entries(value).filter(([name]) => !step.properties.has(name));
  if (step.closed && isNew) judgeOthers(context.found, step, spot, others);
  if (step.rest !== undefined) for (const [name, item] of others) walk(context, step.rest(), inside(spot, name, item));
}

/** Reports each unknown property of a closed object as broken, at its own pointer. */
function judgeOthers(
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
  const stride = context.accepted === undefined ? 1 : Math.max(1, value.length / MAX_SURVEYED);
  value.forEach((item, index) => {
    if (Math.floor(index / stride) === Math.floor((index - 1) / stride) && index > 0) return;
    const child = step.prefix[index] ?? step.items;
    if (child !== undefined) walk(context, child(), inside(spot, String(index), item));
  });
}

/** What a union expects if not all members are enumerations: any of this many variants. */
export interface AnyOf {
  readonly variants: number;
  readonly names?: readonly string[] | undefined;
  /** What is broken of the variant that the value is probably meant to be. */
  readonly nearest?: Observation | undefined;
}

function walkUnion(context: Walk, union: Union, { place }: Step, spot: Spot): void {
  const { only, keyword, members, values, names } = union;
  const tell = (holds: boolean, nearest?: Observation) => {
    const variants = { variants: members.length, names, nearest } satisfies AnyOf;
    context.found.tell(place, keyword, spot, holds, values ?? variants);
  };
  if (only === undefined && context.accepted === undefined) judgeUnion(context, union, spot, tell);
  else if (only === undefined) walkAccepted(context, union, spot, tell);
  else if (spot.value !== null) walk(context, only(), spot);
}

/** Is it clear which member of a union a value is meant to be? Not in a plain union, which is judged as a whole. */
function hasMeantMember({ conflict }: Union): boolean {
  return conflict !== undefined;
}

/** For a value that ajv accepts: visits the member that it is of. */
function walkAccepted(context: Walk, union: Union, spot: Spot, tell: (holds: boolean) => void): void {
  const met = hasMeantMember(union) ? union.members.find(({ accepts }) => accepts()(spot.value)) : undefined;
  if (met !== undefined) walk(context, met.step(), spot);
  tell(true);
}

/**
 * A union holds if one member does. If none does, the member that fits best says what is wrong. If several fit equally, or if
 * the union is a plain one, the union itself is broken.
 */
function judgeUnion(
  { found }: Walk,
  union: Union,
  spot: Spot,
  tell: (holds: boolean, nearest?: Observation) => void,
): void {
  const attempts = union.members.map(({ step }) => attempt(step(), spot));
  const [best, second] = attempts.sort((a, b) => compareAttempts(b.counts, a.counts));
  if (best === undefined) return;
  const holds = best.counts.broken === 0;
  const isBestAlone = holds || second === undefined || compareAttempts(best.counts, second.counts) > 0;
  const isTaken = isBestAlone && hasMeantMember(union);
  if (isTaken) found.take(best);
  if (holds) tell(true);
  else if (!isTaken) {
    const nearest = meantOf(attempts) ?? (isBestAlone ? best : undefined);
    tell(
      false,
      nearest?.all().find((one) => !one.holds),
    );
  }
}

/** The one variant whose constant the value has, such as its `kind`. */
function meantOf(attempts: readonly Findings[]): Findings | undefined {
  const meant = attempts.filter((one) => one.all().some(({ keyword, holds }) => keyword === 'const' && holds));
  return meant.length === 1 ? meant[0] : undefined;
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
