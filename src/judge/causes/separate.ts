import { statusOf } from '../../check/judges.ts';
import { groupBy, type Members } from '../../groups.ts';
import { type Exchange, requestKey } from '../../http/exchange.ts';
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
  const causes = [...found];
  const joinOrAdd = ([id, symptoms]: Broken, host: Explained | undefined): void => {
    if (host === undefined) causes.push(causeOf(id, symptoms));
    else host.joined.push(...symptoms);
  };
  const broken = [...groupBy(open, (one) => (isCompanion(one) ? undefined : one.clause.id))];
  const independent = broken.filter((one) => hostOf(one, broken) === undefined);
  // What may join another cause comes after it.
  for (const one of independent.filter(isDerived)) joinOrAdd(one, undefined);
  for (const one of independent.filter((some) => !isDerived(some)))
    joinOrAdd(one, causes.find(explains(one[1], isReadBy)));
  for (const one of broken.filter((some) => !independent.includes(some))) {
    const lead = hostOf(one, independent);
    joinOrAdd(one, lead === undefined ? undefined : causes.find(({ hypothesis }) => hypothesis.lead === lead));
  }
  return [...causes, ...joinCompanions(open.filter(isCompanion), causes)];
}

/** Adds each symptom to the cause that it goes along with. Those without one become causes, one for each clause. */
function joinCompanions(companions: readonly Symptom[], hosts: readonly Explained[]): readonly Explained[] {
  return [...groupBy(companions, ({ clause }) => clause.id)].flatMap(([id, symptoms]) => {
    const alone: Symptom[] = [];
    for (const symptom of symptoms) (hosts.find(explains([symptom], goesAlong))?.joined ?? alone).push(symptom);
    return alone.length === 0 ? [] : [causeOf(id, alone)];
  });
}

/** A clause that is broken by itself. */
function causeOf(id: string, symptoms: readonly Symptom[]): Explained {
  const isOwn = ({ clause }: Symptom): boolean => clause.id === id;
  const nature = { kind: 'clause' } as const;
  return { hypothesis: { id, nature, scope: 'place', lead: id, explains: isOwn }, symptoms, joined: [] };
}

function isDerived([, [{ clause }]]: Broken): boolean {
  return clause.origin === 'derived';
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
    named.find((one) => !isDenied(one, symptoms) && brokenClauses.some(([other]) => other === one)) ??
    brokenClauses.find(([other, its]) => other !== id && isHost({ symptoms: its }))?.[0]
  );
}

/** Does a symptom name only other clauses? Then this one alone does not explain them all. */
function isDenied(clause: string, symptoms: readonly Symptom[]): boolean {
  return symptoms.some(({ violation: { fallsWith } }) => fallsWith?.includes(clause) === false);
}

function goesAlong(symptom: Symptom, by: Symptom): boolean {
  const isNamed = symptom.violation.fallsWith?.includes(by.clause.id) === true;
  return isNamed || isSameRequest(symptom.exchange, by.exchange) || isToldSimpler(symptom, by);
}

/** The same request, perhaps sent again, with an answer of the same status. */
function isSameRequest(one: Exchange | undefined, other: Exchange | undefined): boolean {
  if (one === undefined || other === undefined || isSameExchange(one, other)) return isSameExchange(one, other);
  const isSameCaller = one.request.credentials.join() === other.request.credentials.join();
  return statusOf(one) === statusOf(other) && isSameCaller && requestKey(one) === requestKey(other);
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
