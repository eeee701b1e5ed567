import type { Clause } from '../../contract/contract.ts';
import { groupBy } from '../../groups.ts';
import { mapInSteps, type Steps } from '../../turns.ts';
import { ownersOf } from './behind.ts';
import type { Cause } from './cause.ts';
import { echoesOf } from './echoes.ts';
import { createCase } from './rule.ts';
import { RULES } from './rules.ts';
import { type Explained, separate } from './separate.ts';
import { clausesOf, operationsOf, type Seen, type Symptom } from './symptoms.ts';
import { joinTwins } from './twin-listings.ts';

export { withCauses } from './behind.ts';
export type { Cause, CauseKind, Scope } from './cause.ts';
export { type Seen, type Symptom, symptomsOf } from './symptoms.ts';

/**
 * The causes of everything that is broken. General causes come first, each for what no earlier one explains. What remains
 * becomes a cause per clause. Pure: the same record gives the same causes with the same ids.
 */
export function* findCauses(seen: Seen): Steps<readonly Cause[]> {
  const { results } = seen;
  const echoes = echoesOf(seen.symptoms);
  const { found, open } = yield* explain(seen, ({ violation }) => !echoes.has(violation));
  const all = separate(open, found);
  for (const symptom of seen.symptoms) {
    const acceptingClause = echoes.get(symptom.violation);
    all.find(({ symptoms }) => symptoms.some(({ clause }) => clause.id === acceptingClause))?.joined.push(symptom);
  }
  const joined = joinTwins(all, results);
  const order = new Map(results.map(({ clause }, index) => [clause.id, index]));
  const causes = yield* mapInSteps(joined, (one) => causeOf(one, order));
  const owners = ownersOf(causes);
  // The clauses that could not be judged because of a cause.
  const hidden = groupBy(results, ({ verdict }) =>
    verdict.kind === 'inconclusive' ? owners.get(verdict.behind ?? '') : undefined,
  );
  return causes.map((cause) => ({ ...cause, hides: (hidden.get(cause) ?? []).map(({ clause }) => clause.id) }));
}

/** Tries each rule on the symptoms that no earlier rule explains. Returns the causes and the symptoms that remain. */
function* explain(seen: Seen, isIncluded: (symptom: Symptom) => boolean) {
  const found: Explained[] = [];
  const fullCase = createCase(seen);
  let open = fullCase.symptoms.filter(isIncluded);
  for (const { find } of RULES) {
    yield;
    for (const hypothesis of find({ ...fullCase, symptoms: open })) {
      yield;
      const symptoms = open.filter(hypothesis.explains);
      if (clausesOf(symptoms).length < (hypothesis.minimum ?? 1)) continue;
      found.push({ hypothesis, symptoms, joined: [] });
      const explained = new Set(symptoms);
      open = open.filter((symptom) => !explained.has(symptom));
    }
  }
  return { found, open };
}

function causeOf({ hypothesis, symptoms: own, joined }: Explained, order: ReadonlyMap<string, number>): Cause {
  const place = (id: string): number => order.get(id) ?? 0;
  const symptoms = [...own, ...joined];
  const clauses = [...clausesOf(symptoms)].sort((a, b) => place(a) - place(b));
  const byId = new Map(symptoms.map(({ clause }) => [clause.id, clause]));
  const lead = hypothesis.lead ?? leadOf(clausesOf(own), byId);
  return {
    id: hypothesis.id,
    nature: hypothesis.nature,
    scope: hypothesis.scope,
    lead,
    clauses: [lead, ...clauses.filter((id) => id !== lead)],
    operations: operationsOf(symptoms),
    exchanges: exchangesOf(symptoms, lead),
    hides: [],
  };
}

/** The strictest clause, and of several the most basic one: that there is a body comes before how it is written. */
function leadOf(clauses: readonly string[], byId: ReadonlyMap<string, Clause>): string {
  const rank = (id: string): number => {
    const { level, subject } = byId.get(id) ?? {};
    return (level === 'MUST' ? 0 : 10) + (LESS_BASIC[subject?.kind ?? 'route'] ?? 0);
  };
  return clauses.reduce((best, id) => (rank(id) < rank(best) ? id : best), clauses[0] ?? '');
}

/** Less basic kinds of clauses: about the content of an answer, or broken only together with others. */
const LESS_BASIC: Readonly<Partial<Record<NonNullable<Clause['subject']>['kind'], number>>> = {
  'media-type': 1,
  form: 2,
  answer: 3,
  companion: 4,
};

function exchangesOf(symptoms: readonly Symptom[], lead: string): readonly number[] {
  const ordered = [...symptoms].sort((a, b) => Number(b.clause.id === lead) - Number(a.clause.id === lead));
  return [...new Set(ordered.flatMap(({ exchange }) => exchange?.seq ?? []))];
}
