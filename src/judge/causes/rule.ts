import { isBroken } from '../../check/verdict.ts';
import { defined } from '../../defined.ts';
import { groupBy, type Members } from '../../groups.ts';
import type { CauseKind, Scope } from './cause.ts';
import { createFeatures, type FeatureName, type Features } from './features.ts';
import { isExercised, isHalf, isMost, type Seen } from './symptoms.ts';
import { type Case, type Hypothesis, just } from './theory.ts';

/**
 * One kind of cause: symptoms that have these features in common, where they are at least so many, and at least such a share of
 * all that was exercised of clauses with the same features.
 */
export interface CauseRule {
  /** The name of the rule, by which it can be switched off. */
  readonly rule: string;
  /** Which symptoms; all of those that have what is the same unless told. */
  readonly of?: (one: Features) => boolean;
  /** What they have in common. */
  readonly same: readonly FeatureName[];
  /** What the clauses have in common that make the whole of which there has to be a share. */
  readonly among?: readonly FeatureName[];
  /** What the share is counted in; clauses unless told. */
  readonly count?: Count;
  /** How far it may reach, the most general first, and how many there have to be: one of these is enough. */
  readonly service?: readonly Gate[];
  readonly operation?: readonly Gate[];
  readonly schema?: readonly Gate[];
  readonly place?: readonly Gate[];
  /** What else falls with it. */
  readonly falls?: (members: Members<Features>, open: readonly Features[]) => (one: Features) => boolean;
  /** With all that falls with it, it breaks so many clauses. */
  readonly minimum?: number;
  /** Undefined where it cannot be said what it would be. */
  readonly id: (common: Features, where: string, members: Members<Features>) => string | undefined;
  /** The clause that speaks for it, where that is not simply the gravest. */
  readonly lead?: (members: Members<Features>) => string | undefined;
  readonly nature: (common: Features, members: Members<Features>) => CauseKind;
}

/** So many of each at least, and such a share. */
export type Gate = { readonly [Name in Count]?: number } & { readonly share?: 'half' | 'most' | 'all' };

/** So many at least make a habit out of single faults: most of what was tried, or every other one where several operations do so. */
export const HABIT: readonly Gate[] = [
  { clauses: 3, share: 'most' },
  { clauses: 3, operations: 3, share: 'half' },
];

type Count = keyof typeof COUNTED;

const COUNTED = {
  clauses: ({ id }: Features) => id,
  operations: ({ operation }: Features) => operation,
  pointers: ({ clause }: Features) => clause.pointer,
  /** The schemas of values, whichever of their keywords is broken. */
  places: ({ clause: { pointer } }: Features) => pointer.slice(0, pointer.lastIndexOf('/')),
  members: ({ member }: Features) => member,
  empties: ({ leftOut, member }: Features) => (leftOut === 'empty' ? member : undefined),
  required: ({ id, keyword }: Features) => (keyword === 'required' ? id : undefined),
  rejects: ({ reject }: Features) => reject,
  credentials: ({ presented }: Features) => presented.join(),
};

/** A row with its features in common known to be there. */
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
    .map(({ clause, verdict }) => ({ clause: features({ clause, violation: NONE }), verdict }));
  return { ...seen, symptoms: seen.symptoms.map(features), exercised };
}

/** A clause by itself is broken in no way. */
const NONE = { expected: '', actual: '' };

/** The causes of one kind that would explain some of what nothing explains yet, the most general first. */
export function hypothesesOf(row: CauseRule, { symptoms, exercised }: Case): readonly Hypothesis[] {
  const own = symptoms.filter(row.of ?? (() => true));
  return SCOPES.flatMap((scope) => {
    const within: readonly FeatureName[] = scope === 'operation' ? ['operation'] : [];
    const [same, among] = [[...within, ...row.same], row.among && [...within, ...row.among]];
    const groups =
      row[scope] === undefined || own.length === 0 ? [] : [...groupBy(own, (one) => keyOf(one, same)).values()];
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
  const isSuch = Object.entries(least).every(([name, number]) => countOf(members, name as Count) >= number);
  if (share === undefined || !isSuch) return isSuch;
  if (share === 'all') return whole.every(({ verdict }) => isBroken(verdict));
  const all = countOf(
    whole.map(({ clause }) => clause),
    count,
  );
  return (share === 'half' ? isHalf : isMost)(countOf(members, count), all);
}

function countOf(some: readonly Features[], count: Count): number {
  return new Set(some.map(COUNTED[count]).filter((one) => one !== undefined)).size;
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
