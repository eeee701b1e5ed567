import { groupBy } from '../../groups.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isToldSimpler } from './simpler.ts';
import { isCompanion, type Symptom } from './symptoms.ts';
import type { Hypothesis } from './theory.ts';

/** A hypothesis with all that it explains, of which some clauses may be explained by others as well. */
export interface Explained {
  readonly hypothesis: Hypothesis;
  readonly symptoms: readonly Symptom[];
  /** What falls with it, and never speaks for it. */
  readonly joined?: readonly Symptom[];
}

/**
 * What nothing general explains: each clause by itself; but what is broken by whatever else an answer breaks falls with
 * that, and what a stated clause reads of a malformed place falls with what the document says of that place.
 */
export function separate(open: readonly Symptom[], found: readonly Explained[]) {
  const own = [
    ...groupBy(
      open.filter((one) => !isCompanion(one)),
      ({ clause }) => clause.id,
    ),
  ];
  const simplest = own.filter(([id, symptoms]) => hostOf(id, symptoms, own) === undefined);
  const derived = simplest.filter(([, symptoms]) => symptoms[0]?.clause.origin === 'derived');
  const stated = simplest.filter(([, symptoms]) => symptoms[0]?.clause.origin === 'stated');
  const before = [...found, ...derived.map(([id, symptoms]) => ({ hypothesis: single(id), symptoms }))];
  const companions = new Map<number, Symptom[]>();
  const join = (index: number, symptoms: readonly Symptom[]): void =>
    void companions.set(index, [...(companions.get(index) ?? []), ...symptoms]);
  const alone: Explained[] = [];
  for (const [id, symptoms] of stated) {
    const host = before.findIndex((one) =>
      symptoms.every((symptom) => one.symptoms.some((of) => isReadBy(symptom, of))),
    );
    if (host >= 0) join(host, symptoms);
    else alone.push({ hypothesis: single(id), symptoms });
  }
  for (const [id, symptoms] of own.filter((one) => !simplest.includes(one))) {
    const lead = hostOf(id, symptoms, simplest);
    const host = [...before, ...alone].findIndex(({ hypothesis }) => hypothesis.lead === lead);
    if (lead !== undefined && host >= 0) join(host, symptoms);
    else alone.push({ hypothesis: single(id), symptoms });
  }
  const hosts = [...before, ...alone];
  for (const [id, symptoms] of groupBy(open.filter(isCompanion), ({ clause }) => clause.id)) {
    const rest = symptoms.filter((symptom) => {
      const host = hosts.findIndex((one) =>
        one.symptoms.some(
          (of) =>
            isSame(of.exchange, symptom.exchange) ||
            isToldSimpler(symptom, of) ||
            symptom.violation.fallsWith?.includes(of.clause.id) === true,
        ),
      );
      if (host >= 0) join(host, [symptom]);
      return host < 0;
    });
    // The same failure of the same operation, by a request of which nothing else is known, is no second one.
    const like = hosts.findIndex(
      ({ symptoms: of }) => rest.length > 0 && rest.every((one) => of.some((by) => failsAlike(one, by))),
    );
    if (like >= 0) join(like, rest);
    else if (rest.length > 0) alone.push({ hypothesis: single(id), symptoms: rest });
  }
  return { single: [...before.slice(found.length), ...alone], companions };
}

/** The clause that this one falls with. */
function hostOf(
  id: string,
  symptoms: readonly Symptom[],
  own: readonly (readonly [string, readonly Symptom[]])[],
): string | undefined {
  const named = symptoms.flatMap(({ violation: { fallsWith = [] } }) => fallsWith);
  return (
    named.find((one) => own.some(([other]) => other === one)) ??
    saidBefore(id, symptoms, own) ??
    simplerThan(id, symptoms, own)
  );
}

/** A clause before this one that says the same, word for word, of the same places of the same answers. */
function saidBefore(
  id: string,
  symptoms: readonly Symptom[],
  own: readonly (readonly [string, readonly Symptom[]])[],
): string | undefined {
  const place = own.findIndex(([other]) => other === id);
  const before = place < 0 ? own : own.slice(0, place);
  return before.find(([, its]) => symptoms.every((symptom) => its.some((by) => saysTheSame(symptom, by))))?.[0];
}

function saysTheSame(one: Symptom, other: Symptom): boolean {
  const { at, expected, actual } = one.violation;
  return (
    isSame(one.exchange, other.exchange) &&
    at !== undefined &&
    at === other.violation.at &&
    expected === other.violation.expected &&
    actual === other.violation.actual
  );
}

/** The clause that is broken in the same way by requests with less in them, whatever breaks this one; undefined where there is none. */
function simplerThan(
  id: string,
  symptoms: readonly Symptom[],
  own: readonly (readonly [string, readonly Symptom[]])[],
): string | undefined {
  return own.find(
    ([other, its]) => other !== id && symptoms.every((symptom) => its.some((by) => isToldSimpler(symptom, by))),
  )?.[0];
}

function failsAlike(one: Symptom, other: Symptom): boolean {
  const status = one.violation.status?.actual;
  return (
    status !== undefined &&
    status >= 500 &&
    status === other.violation.status?.actual &&
    one.clause.operation === other.clause.operation
  );
}

function isSame(one: Exchange | undefined, other: Exchange | undefined): boolean {
  return one !== undefined && one.seq === other?.seq;
}

/** Is what the document says of a place broken where the stated clause looked: there, or above it, or in the frame of the answer? */
function isReadBy(stated: Symptom, derived: Symptom): boolean {
  if (!isSame(stated.exchange, derived.exchange) || derived.clause.subject?.kind !== 'answer') return false;
  const [at, place] = [stated.violation.at, brokenPlace(derived)];
  if (at === undefined) return place === '';
  return at === place || at.startsWith(`${place}/`);
}

/** Where it is broken: of a member that is missing, where it would be. */
function brokenPlace({ clause: { subject }, violation: { at = '' } }: Symptom): string {
  return subject?.kind === 'answer' && subject.keyword === 'required' ? `${at}/${subject.place.at(-1) ?? ''}` : at;
}

function single(id: string): Hypothesis {
  return { id, nature: { kind: 'clause' }, scope: 'place', lead: id, explains: ({ clause }) => clause.id === id };
}
