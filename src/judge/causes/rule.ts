import { isBroken } from '../../check/verdict.ts';
import { defined } from '../../defined.ts';
import { groupBy, type Members } from '../../groups.ts';
import type { CauseKind, Scope } from './cause.ts';
import { createFeatures, type FeatureName, type Features } from './features.ts';
import { isExercised, isHalf, isMost, type Seen } from './symptoms.ts';
import { type Case, type Hypothesis, just } from './theory.ts';

/**
 * One kind of cause. Symptoms that share certain features are one cause if they are numerous enough, in number or as a share of
 * the exercised clauses with the same features.
 */
export interface CauseRule {
  /** The name by which the rule can be switched off. */
  readonly rule: string;
  /** Selects the symptoms that the rule considers; all by default. */
  readonly of?: (one: Features) => boolean;
  /** The features that must be defined and equal. */
  readonly same: readonly FeatureName[];
  /** A share is taken of the exercised clauses for which these features are equal. */
  readonly among?: readonly FeatureName[];
  /** What the share is counted in; clauses by default. */
  readonly count?: Count;
  /** The gates by scope, the most general first. Symptoms that pass one gate are a cause of this scope. */
  readonly service?: readonly Gate[];
  readonly operation?: readonly Gate[];
  readonly schema?: readonly Gate[];
  readonly place?: readonly Gate[];
  /** Recognizes further symptoms that it explains. */
  readonly falls?: (members: Members<Features>, open: readonly Features[]) => (one: Features) => boolean;
  /** The least number of clauses that it must break, including further symptoms. */
  readonly minimum?: number;
  /** The id of the cause; undefined if these symptoms are none. */
  readonly id: (common: Features, where: string, members: Members<Features>) => string | undefined;
  /** The clause that represents it, if not simply the strictest. */
  readonly lead?: (members: Members<Features>) => string | undefined;
  readonly nature: (common: Features, members: Members<Features>) => CauseKind;
}

/** The least number of each, and the least share. */
export type Gate = { readonly [Name in Count]?: number } & { readonly share?: 'half' | 'most' | 'all' };

/** Enough single faults for a common cause: most of what was tried, or half of it if three operations do the same. */
export const HABIT_GATES: readonly Gate[] = [
  { clauses: 3, share: 'most' },
  { clauses: 3, operations: 3, share: 'half' },
];

/** A fault of several clauses, represented by the first of them. */
export const TOGETHER = {
  id: ({ id }: Features) => id,
  lead: ([{ id }]: Members<Features>) => id,
  nature: () => ({ kind: 'clause' as const }),
};

type Count = keyof typeof COUNT_KEYS;

const COUNT_KEYS = {
  clauses: ({ id }: Features) => id,
  operations: ({ operation }: Features) => operation,
  pointers: ({ clause }: Features) => clause.pointer,
  /** The schemas of values: the pointer without its keyword. */
  places: ({ clause: { pointer } }: Features) => pointer.slice(0, pointer.lastIndexOf('/')),
  members: ({ member }: Features) => member,
  empties: ({ leftOut, member }: Features) => (leftOut === 'empty' ? member : undefined),
  required: ({ id, keyword }: Features) => (keyword === 'required' ? id : undefined),
  rejects: ({ reject }: Features) => reject,
  credentials: ({ presented }: Features) => presented.join(),
};

/** Types a rule so that its `same` features are known to be defined in `id` and `nature`. */
export function rule<const Name extends FeatureName>(
  row: Omit<CauseRule, 'same' | 'id' | 'nature'> & {
    readonly same: readonly Name[];
    readonly id: (common: Common<Name>, where: string, members: Members<Features>) => string | undefined;
    readonly nature: (common: Common<Name>, members: Members<Features>) => CauseKind;
  },
): CauseRule {
  return row as CauseRule;
}

type Common<Name extends FeatureName> = Features & { readonly [Same in Name]: Exclude<Features[Same], undefined> };

export function createCase(seen: Seen): Case {
  const features = createFeatures(seen);
  const exercised = seen.results
    .filter(isExercised)
    .map(({ clause, verdict }) => ({ clause: features({ clause, violation: NO_VIOLATION }), verdict }));
  return { ...seen, symptoms: seen.symptoms.map(features), exercised };
}

/** Stands in for a violation when the features of an exercised clause are read. */
const NO_VIOLATION = { expected: '', actual: '' };

/** The hypotheses of one rule for symptoms that nothing explains yet, the most general first. */
export function hypothesesOf(row: CauseRule, { symptoms, exercised }: Case): readonly Hypothesis[] {
  const chosen = symptoms.filter(row.of ?? (() => true));
  return SCOPES.flatMap((scope) => {
    const within: readonly FeatureName[] = scope === 'operation' ? ['operation'] : [];
    const [same, among] = [[...within, ...row.same], row.among && [...within, ...row.among]];
    const groups =
      row[scope] === undefined || chosen.length === 0 ? [] : [...groupBy(chosen, (one) => keyOf(one, same)).values()];
    const wholes = among && groups.length > 0 ? groupBy(exercised, (one) => keyOf(one.clause, among)) : undefined;
    return groups
      .filter((members) => {
        const whole = (among && wholes?.get(keyOf(members[0], among) ?? '')) ?? [];
        return row[scope]?.some((gate) => isEnough(gate, row.count ?? 'clauses', members, whole));
      })
      .flatMap((members) => hypothesisOf(row, scope, members, symptoms));
  });
}

const SCOPES: readonly Scope[] = ['service', 'operation', 'schema', 'place'];

function keyOf(one: Features, names: readonly FeatureName[]): string | undefined {
  const values = names.map((name) => one[name]);
  return values.includes(undefined) ? undefined : JSON.stringify(values);
}

function isEnough(
  { share, ...least }: Gate,
  count: Count,
  members: readonly Features[],
  whole: Case['exercised'],
): boolean {
  const hasMinimums = Object.entries(least).every(([name, number]) => countOf(members, name as Count) >= number);
  if (share === undefined || !hasMinimums) return hasMinimums;
  if (share === 'all') return whole.every(({ verdict }) => isBroken(verdict));
  const all = countOf(
    whole.map(({ clause }) => clause),
    count,
  );
  return (share === 'half' ? isHalf : isMost)(countOf(members, count), all);
}

function countOf(some: readonly Features[], count: Count): number {
  return new Set(some.map(COUNT_KEYS[count]).filter((one) => one !== undefined)).size;
}

function hypothesisOf(
  row: CauseRule,
  scope: Scope,
  members: Members<Features>,
  open: readonly Features[],
): readonly Hypothesis[] {
  const [first] = members;
  const id = row.id(first, scope === 'operation' ? (first.operation ?? '') : 'service', members);
  if (id === undefined) return [];
  const [isMember, falls] = [just(members), row.falls?.(members, open)];
  const [nature, explains] = [row.nature(first, members), (one: Features) => isMember(one) || falls?.(one) === true];
  return [{ id, nature, scope, explains, ...defined({ lead: row.lead?.(members), minimum: row.minimum }) }];
}
