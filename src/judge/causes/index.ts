import type { Clause } from '../../contract/contract.ts';
import { groupBy } from '../../groups.ts';
import { LEVELS } from '../../schema/schema.ts';
import type { Steps } from '../../turns.ts';
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
 * The causes of all that is broken: general ones first, each as far as it explains something that no other does, and what
 * remains clause by clause. Pure: the same record gives the same causes, under the same ids.
 */
export function* findCauses(seen: Seen): Steps<readonly Cause[]> {
  const { results } = seen;
  const echoes = echoesOf(seen.symptoms);
  const { found, open } = yield* explain(seen, ({ violation }) => !echoes.has(violation));
  const all = separate(open, found);
  for (const symptom of seen.symptoms) {
    const letIn = echoes.get(symptom.violation);
    all.find(({ symptoms }) => symptoms.some(({ clause }) => clause.id === letIn))?.joined.push(symptom);
  }
  const joined = joinTwins(all, results);
  const order = new Map(results.map(({ clause }, index) => [clause.id, index]));
  const causes: Cause[] = [];
  for (const one of joined) {
    yield;
    causes.push(causeOf(one, order));
  }
  const owners = ownersOf(causes);
  // Those that had to read a place that a cause breaks.
  const hidden = groupBy(results, ({ verdict }) =>
    verdict.kind === 'inconclusive' ? owners.get(verdict.behind ?? '') : undefined,
  );
  return causes.map((cause) => ({ ...cause, hides: (hidden.get(cause) ?? []).map(({ clause }) => clause.id) }));
}

/** What the rules explain, each what none before it does, and what remains. */
function* explain(seen: Seen, isMeant: (symptom: Symptom) => boolean) {
  const found: Explained[] = [];
  const whole = createCase(seen);
  let open = whole.symptoms.filter(isMeant);
  for (const { find } of RULES) {
    yield;
    for (const hypothesis of find({ ...whole, symptoms: open })) {
      yield;
      const symptoms = open.filter(hypothesis.explains);
      if (clausesOf(symptoms).length < (hypothesis.minimum ?? 1)) continue;
      found.push({ hypothesis, symptoms, joined: [] });
      const settled = new Set(symptoms);
      open = open.filter((symptom) => !settled.has(symptom));
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
  const levels = symptoms.map(({ clause }) => clause.level);
  return {
    id: hypothesis.id,
    nature: hypothesis.nature,
    scope: hypothesis.scope,
    level: LEVELS.find((level) => levels.includes(level)) ?? 'MUST',
    lead,
    clauses: [lead, ...clauses.filter((id) => id !== lead)],
    operations: operationsOf(symptoms),
    exchanges: exchangesOf(symptoms, lead),
    hides: [],
  };
}

/** The gravest, and of these the most basic: how a body is written comes after whether there is to be one. */
function leadOf(clauses: readonly string[], byId: ReadonlyMap<string, Clause>): string {
  const rank = (id: string): number => {
    const { level, subject } = byId.get(id) ?? {};
    return (level === 'MUST' ? 0 : 10) + (LESS_BASIC[subject?.kind ?? 'route'] ?? 0);
  };
  return clauses.reduce((best, id) => (rank(id) < rank(best) ? id : best), clauses[0] ?? '');
}

/** What shows only in an answer that there is, and what merely goes along with anything else. */
const LESS_BASIC: Readonly<Partial<Record<NonNullable<Clause['subject']>['kind'], number>>> = {
  'media-type': 1,
  form: 2,
  answer: 3,
  companion: 4,
};

function exchangesOf(symptoms: readonly Symptom[], lead: string): readonly number[] {
  const ordered = [...symptoms].sort((a, b) => Number(b.clause.id === lead) - Number(a.clause.id === lead));
  return [...new Set(ordered.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange.seq])))];
}
