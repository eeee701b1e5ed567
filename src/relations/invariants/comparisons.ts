import { actualOf, expectedOf } from './actual.ts';
import { placeOf, placesOf, type Scope, type Situation, valueOf } from './operands.ts';
import {
  type Answer,
  areSameLength,
  hasNames,
  isAscending,
  isDistinct,
  isEqual,
  isNear,
  isOneOf,
  isOrdered,
  keepsMembers,
} from './operators.ts';
import { isOperator, type Operand, type Relation } from './relation.ts';

/** What an answer shows about a relation at one place. */
export type Outcome =
  | { readonly kind: 'holds' }
  /** The answer shows nothing: values to compare are missing, or too few. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'broken'; readonly at: string; readonly expected: string; readonly actual: string };

/**
 * The comparisons of one answer with a relation, one for each place. Each reads the answer only when it is called, so one
 * that reads a broken place (and throws `Hidden`) does not stop the others. Pure.
 */
export function comparisonsOf(relation: Relation, situation: Situation): readonly (() => Outcome)[] {
  const bases = relation.each === undefined ? [''] : [relation.each].flat();
  return bases
    .flatMap((pointer) => placesOf(pointer, situation.body))
    .flatMap((base) => comparisonsAt(relation, { ...situation, base }));
}

function comparisonsAt(relation: Relation, scope: Scope): readonly (() => Outcome)[] {
  if (!('all' in relation)) return [() => compare(relation, scope)];
  const { all, when } = relation;
  return all.map((part) => () => (applies(when, scope) ? compare(part, scope) : SILENT));
}

const SILENT: Outcome = { kind: 'silent' };

function applies(when: Relation | undefined, scope: Scope): boolean {
  return when === undefined || holds(when, scope) === true;
}

function compare(relation: Relation, scope: Scope): Outcome {
  if (!applies(relation.when, scope)) return SILENT;
  const answer = holds(relation, scope);
  if (answer === undefined) return SILENT;
  if (answer) return { kind: 'holds' };
  const at =
    operandsOf(relation)
      .map((operand) => placeOf(operand, scope))
      .find((place) => place !== undefined) ?? scope.base;
  return {
    kind: 'broken',
    at,
    expected: expectedOf(relation, scope),
    actual: actualOf(brokenPart(relation, scope), scope),
  };
}

/** If a relation has parts, the first one that does not hold, down to the innermost. Else the relation itself. */
function brokenPart(relation: Relation, scope: Scope): Relation {
  const parts = 'all' in relation ? relation.all : 'any' in relation ? relation.any : [];
  const broken = parts.find((part) => holdsIfApplicable(part, scope) === false);
  return broken === undefined ? relation : brokenPart(broken, scope);
}

function holds(relation: Relation, scope: Scope): Answer {
  const values = (operands: readonly Operand[]): readonly unknown[] => operands.map((one) => valueOf(one, scope));
  if ('equal' in relation) return isEqual(values(relation.equal), relation);
  if ('ascending' in relation) return isAscending(values(relation.ascending), relation);
  if ('below' in relation) return isAscending(values(relation.below), relation, true);
  if ('near' in relation) return isNear(values(relation.near), relation.within);
  if ('ordered' in relation) return isOrdered(valueOf(relation.ordered, scope), relation, relation);
  if ('distinct' in relation) return isDistinct(valueOf(relation.distinct, scope));
  if ('sameLength' in relation) return areSameLength(values(relation.sameLength));
  if ('oneOf' in relation) return isOneOf(values(relation.oneOf));
  if ('keeps' in relation) return keepsMembers(values(relation.keeps), relation);
  if ('names' in relation) return hasNames(values(relation.names));
  if ('present' in relation) return values(relation.present).every((value) => (value ?? null) !== null);
  if ('absent' in relation) return values(relation.absent).every((value) => (value ?? null) === null);
  const isAll = 'all' in relation;
  const answers = (isAll ? relation.all : relation.any).map((part) => holdsIfApplicable(part, scope));
  // If no part has anything to compare, the relation does not hold either: nothing was shown.
  if (answers.every((answer) => answer === undefined)) return undefined;
  return isAll ? !answers.includes(false) : answers.includes(true);
}

function holdsIfApplicable(relation: Relation, scope: Scope): Answer {
  return applies(relation.when, scope) ? holds(relation, scope) : undefined;
}

/** The operands of a relation, those of its parts included. */
export function operandsOf(relation: Relation): readonly Operand[] {
  if ('all' in relation) return relation.all.flatMap(operandsOf);
  if ('any' in relation) return relation.any.flatMap(operandsOf);
  return Object.entries(relation).flatMap(([name, value]) => (isOperator(name) ? (value as Operand) : []));
}
