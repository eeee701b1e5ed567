import * as fc from 'fast-check';
import type { ContractDocument } from '../contract/document.ts';
import { withPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { bodyCases } from './body-cases.ts';
import { type BodySlot, bodySlots } from './body-slots.ts';
import { ABSENT, type Choice, choices } from './choices.ts';
import { type FuzzedParameter, type Query, validQueries } from './fuzz.ts';
import { type BodyCase, placeOf } from './input-case.ts';
import type { Broken } from './search.ts';

/** What bodies are generated from. */
export interface BodyPlan {
  readonly document: ContractDocument;
  readonly schema: Schema;
  readonly pointer: string;
  /** Does a body fit the schema of the operation, under every branch that is still open? */
  readonly fits: (body: unknown) => boolean;
  /** Valid bodies, the plainest first. If the schema leaves a value free, generated bodies use theirs. */
  readonly bases: readonly unknown[];
}

/** A body with exactly one fault that has to be refused, and which. */
export interface BrokenBody extends Broken {
  readonly body: unknown;
  readonly what: string;
}

/**
 * Any combination of optional members, with valid values. If the schema leaves a value free, it is that of an example or one
 * near it, so that the answer does not depend on rules that the contract does not state.
 */
function validBodies(plan: BodyPlan): fc.Arbitrary<unknown> {
  const slots = bodySlots(plan.document, firstVariantOf(plan), plan.bases);
  return choices(slots)
    .map((choice) => bodyOf(slots, choice))
    .filter((body) => plan.fits(encoded(body)));
}

/** A body with query parameters. */
export interface ValidRequest {
  readonly body: unknown;
  readonly query: Query;
}

export function validRequests(plan: BodyPlan, parameters: readonly FuzzedParameter[]): fc.Arbitrary<ValidRequest> {
  return fc.tuple(validQueries(parameters), validBodies(plan)).map(([query, body]) => ({ query, body }));
}

/** Valid bodies in which exactly one thing is broken. The break stays while the rest shrinks. */
export function brokenBodies(plan: BodyPlan): fc.Arbitrary<BrokenBody> {
  const breaks = breaksOf(plan, plan.bases[0]).map(labelOf);
  return fc
    .tuple(validBodies(plan), fc.noShrink(fc.constantFrom(...breaks)))
    .map(([body, label]) => breaksOf(plan, body).find((one) => labelOf(one) === label))
    .filter((one) => one !== undefined)
    .map((one) => ({ body: one.body, place: placeOf(one), what: one.what }));
}

export function placesOfBodies(plan: BodyPlan): readonly string[] {
  return [...new Set(breaksOf(plan, plan.bases[0]).map(placeOf))];
}

/** The body as the target reads it. */
export function encoded(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body)) as unknown;
}

function breaksOf(plan: BodyPlan, base: unknown): readonly BodyCase[] {
  return bodyCases(plan.document, firstVariantOf(plan), base, plan.pointer).filter(
    ({ side, body }) => side === 'refused' && !plan.fits(encoded(body)),
  );
}

function labelOf({ place, keyword, what }: BodyCase): string {
  return JSON.stringify([place, keyword, what]);
}

/** The schema of the body. While a conflict about the body is open, it is a union: its first variant is that of the base. */
function firstVariantOf({ document, schema }: BodyPlan): Schema {
  const { target } = follow<Schema>(document, schema, '');
  return target.anyOf?.[0] ?? target.oneOf?.[0] ?? target;
}

function bodyOf(slots: readonly BodySlot[], choice: Choice): unknown {
  return slots.reduce<unknown>((body, { at, values }, index) => {
    const value = values[choice[index] ?? ABSENT];
    return value === undefined ? body : withPointer(body, at, value);
  }, {});
}
