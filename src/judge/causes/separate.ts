import { groupBy, type Members } from '../../groups.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isToldSimpler } from './simpler.ts';
import { isCompanion, type Symptom } from './symptoms.ts';
import type { Hypothesis } from './theory.ts';

/** A hypothesis with the symptoms that it explains. Another one may explain other symptoms of the same clause. */
export interface Explained {
  readonly hypothesis: Hypothesis;
  readonly symptoms: readonly Symptom[];
  /** Symptoms that fall with it. Their clauses never become its lead. */
  readonly joined: Symptom[];
}

type Broken = readonly [clause: string, symptoms: Members<Symptom>];

/**
 * Adds a cause for each clause with symptoms that no rule explains. Some fall with another cause instead: a companion with what
 * else the answer breaks, a stated clause with a malformed place that it reads, and any clause with one that it names.
 */
export function separate(open: readonly Symptom[], found: readonly Explained[]): readonly Explained[] {
  const all = [...found];
  const addOrJoin = (id: string, symptoms: readonly Symptom[], host?: Explained): void => {
    if (host !== undefined) host.joined.push(...symptoms);
    else if (symptoms.length > 0) all.push({ hypothesis: clauseHypothesis(id), symptoms, joined: [] });
  };
  const byClause = ({ clause }: Symptom): string => clause.id;
  const brokenClauses: readonly Broken[] = [...groupBy(open, (one) => (isCompanion(one) ? undefined : byClause(one)))];
  const isDerived = ([, [{ clause }]]: Broken): boolean => clause.origin === 'derived';
  const simplest = brokenClauses.filter((one) => hostOf(one, brokenClauses) === undefined);
  for (const [id, symptoms] of simplest.filter(isDerived)) addOrJoin(id, symptoms);
  for (const [id, symptoms] of simplest.filter((one) => !isDerived(one)))
    addOrJoin(id, symptoms, all.find(explains(symptoms, isReadBy)));
  for (const one of brokenClauses.filter((some) => !simplest.includes(some))) {
    const lead = hostOf(one, simplest);
    addOrJoin(...one, lead === undefined ? undefined : all.find(({ hypothesis }) => hypothesis.lead === lead));
  }
  const hosts = [...all];
  for (const [id, symptoms] of groupBy(open.filter(isCompanion), byClause)) {
    const rest = symptoms.filter((symptom) => {
      const host = hosts.find(explains([symptom], goesAlong));
      if (host !== undefined) addOrJoin(id, [symptom], host);
      return host === undefined;
    });
    addOrJoin(id, rest);
  }
  return all;
}

type Relation = (symptom: Symptom, by: Symptom) => boolean;

/** Tells whether a cause has, for each of these symptoms, one that stands in this relation to it. */
function explains(symptoms: readonly Symptom[], relation: Relation) {
  return (one: Pick<Explained, 'symptoms'>): boolean =>
    symptoms.every((symptom) => one.symptoms.some((by) => relation(symptom, by)));
}

/** The clause that this one falls with: one that it names, or one that fails in the same way with simpler requests. */
function hostOf([id, symptoms]: Broken, brokenClauses: readonly Broken[]): string | undefined {
  const named = symptoms.flatMap(({ violation: { fallsWith = [] } }) => fallsWith);
  const isHost = explains(symptoms, isToldSimpler);
  return (
    named.find((one) => brokenClauses.some(([other]) => other === one)) ??
    brokenClauses.find(([other, its]) => other !== id && isHost({ symptoms: its }))?.[0]
  );
}

function goesAlong(symptom: Symptom, by: Symptom): boolean {
  const isNamed = symptom.violation.fallsWith?.includes(by.clause.id) === true;
  return isNamed || isSameExchange(symptom.exchange, by.exchange) || isToldSimpler(symptom, by);
}

function isSameExchange(one: Exchange | undefined, other: Exchange | undefined): boolean {
  return one !== undefined && one.seq === other?.seq;
}

/** Is the derived clause `by` broken at the place that the stated clause read, or above it? No place means the whole answer. */
function isReadBy({ exchange, violation: { at } }: Symptom, by: Symptom): boolean {
  const { subject } = by.clause;
  if (!isSameExchange(exchange, by.exchange) || subject?.kind !== 'answer') return false;
  const { at: object = '' } = by.violation;
  // If a member is missing, the place where it would be.
  const place = subject.keyword === 'required' ? `${object}/${subject.place.at(-1) ?? ''}` : object;
  return at === undefined ? place === '' : at === place || at.startsWith(`${place}/`);
}

function clauseHypothesis(id: string): Hypothesis {
  return { id, nature: { kind: 'clause' }, scope: 'place', lead: id, explains: ({ clause }) => clause.id === id };
}
