import { groupBy, type Members } from '../../groups.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isToldSimpler } from './simpler.ts';
import { isCompanion, type Symptom } from './symptoms.ts';
import type { Hypothesis } from './theory.ts';

/** A hypothesis with all that it explains, of which some clauses may be explained by others as well. */
export interface Explained {
  readonly hypothesis: Hypothesis;
  readonly symptoms: readonly Symptom[];
  /** What falls with it, and never speaks for it. */
  readonly joined: Symptom[];
}

type Broken = readonly [clause: string, symptoms: Members<Symptom>];

/**
 * What was found, and what nothing general explains: each clause by itself; but what is broken by whatever else an answer
 * breaks falls with that, and what a stated clause reads of a malformed place falls with what the document says of that place.
 */
export function separate(open: readonly Symptom[], found: readonly Explained[]): readonly Explained[] {
  const all = [...found];
  const add = (id: string, symptoms: readonly Symptom[], host?: Explained): void => {
    if (host !== undefined) host.joined.push(...symptoms);
    else if (symptoms.length > 0) all.push({ hypothesis: single(id), symptoms, joined: [] });
  };
  const byClause = ({ clause }: Symptom): string => clause.id;
  const own: readonly Broken[] = [...groupBy(open, (one) => (isCompanion(one) ? undefined : byClause(one)))];
  const isDerived = ([, [{ clause }]]: Broken): boolean => clause.origin === 'derived';
  const simplest = own.filter((one) => hostOf(one, own) === undefined);
  for (const [id, symptoms] of simplest.filter(isDerived)) add(id, symptoms);
  for (const [id, symptoms] of simplest.filter((one) => !isDerived(one)))
    add(id, symptoms, all.find(explains(symptoms, isReadBy)));
  for (const one of own.filter((some) => !simplest.includes(some))) {
    const lead = hostOf(one, simplest);
    add(...one, lead === undefined ? undefined : all.find(({ hypothesis }) => hypothesis.lead === lead));
  }
  const hosts = [...all];
  for (const [id, symptoms] of groupBy(open.filter(isCompanion), byClause)) {
    const rest = symptoms.filter((symptom) => {
      const host = hosts.find(explains([symptom], goesAlong));
      if (host !== undefined) add(id, [symptom], host);
      return host === undefined;
    });
    add(id, rest);
  }
  return all;
}

type Relation = (symptom: Symptom, by: Symptom) => boolean;

/** Has it a symptom for each of these that stands in this relation to it? */
function explains(symptoms: readonly Symptom[], relation: Relation) {
  return (one: Pick<Explained, 'symptoms'>): boolean =>
    symptoms.every((symptom) => one.symptoms.some((by) => relation(symptom, by)));
}

/** The clause that this one falls with: one that it names, or one that breaks in the same way by less. */
function hostOf([id, symptoms]: Broken, own: readonly Broken[]): string | undefined {
  const named = symptoms.flatMap(({ violation: { fallsWith = [] } }) => fallsWith);
  const isHost = explains(symptoms, isToldSimpler);
  return (
    named.find((one) => own.some(([other]) => other === one)) ??
    own.find(([other, its]) => other !== id && isHost({ symptoms: its }))?.[0]
  );
}

function goesAlong(symptom: Symptom, by: Symptom): boolean {
  const isNamed = symptom.violation.fallsWith?.includes(by.clause.id) === true;
  return isNamed || isSame(symptom.exchange, by.exchange) || isToldSimpler(symptom, by);
}

function isSame(one: Exchange | undefined, other: Exchange | undefined): boolean {
  return one !== undefined && one.seq === other?.seq;
}

/** Is what the document says of a place broken where the stated clause looked: there, or above it, or in the frame of the answer? */
function isReadBy({ exchange, violation: { at } }: Symptom, by: Symptom): boolean {
  const { subject } = by.clause;
  if (!isSame(exchange, by.exchange) || subject?.kind !== 'answer') return false;
  const { at: object = '' } = by.violation;
  // Of a member that is missing, where it would be.
  const place = subject.keyword === 'required' ? `${object}/${subject.place.at(-1) ?? ''}` : object;
  return at === undefined ? place === '' : at === place || at.startsWith(`${place}/`);
}

function single(id: string): Hypothesis {
  return { id, nature: { kind: 'clause' }, scope: 'place', lead: id, explains: ({ clause }) => clause.id === id };
}
