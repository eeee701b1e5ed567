import { isDeepStrictEqual } from 'node:util';
import { isSuccess } from '../../check/judges.ts';
import { isBroken } from '../../check/verdict.ts';
import { conflictOfClause } from '../../contract/clause-id.ts';
import type { Clause } from '../../contract/contract.ts';
import { atPointer } from '../../schema/pointer.ts';
import { type Case, clausesOf, groupedBy, isExercised, operationsOf, type Symptom, sentBody } from './symptoms.ts';
import { type Hypothesis, isHalf, isMost, type Theory } from './theory.ts';

/** So many places at least make a habit out of single faults. */
const HABIT = 3;

/** A bad value that was accepted, as one of the clauses about one place of a request shows it. */
function isAccepted({ clause, exchange, violation: { status } }: Symptom): boolean {
  return (
    partOf(clause) !== undefined &&
    exchange?.intent.kind === 'invalid' &&
    status !== undefined &&
    status.actual >= 200 &&
    status.actual < 300
  );
}

interface Part {
  readonly part: 'query' | 'path' | 'body';
  readonly name: string;
  readonly keyword: string;
  /** Of a type whether it is a number, be it whole or not: how a text is turned into one is one line of code. */
  readonly expected: string;
}

/** The place of a request that a clause is about; that an id is known is no matter of what is valid. */
function partOf({ subject }: Clause): Part | undefined {
  if (subject?.kind === 'parameter' && subject.keyword === 'unknown') return undefined;
  if (subject?.kind === 'parameter')
    return { part: subject.in, name: subject.name, keyword: subject.keyword, expected: expectedOf(subject) };
  return subject?.kind === 'request-body'
    ? { part: 'body', name: subject.place, keyword: subject.keyword, expected: expectedOf(subject) }
    : undefined;
}

function expectedOf({ keyword, expected }: { readonly keyword: string; readonly expected: unknown }): string {
  if (keyword !== 'type') return '';
  const type = [expected].flat().find((one) => one !== 'null');
  return type === 'integer' ? 'number' : String(type);
}

/** Bad values that are accepted: of one kind everywhere, of one keyword, or all those of one place. */
export const notValidated: Theory = (open) => {
  const kinds = ofOneKind(open);
  const [wide, narrow] = [kinds.filter(({ isWide }) => isWide), kinds.filter(({ isWide }) => !isWide)];
  // Whatever a keyword asks for in one operation says more than one kind of it there, and that more than one object.
  return [
    ...wide,
    ...ofOneKeyword(open, keywordOf),
    ...narrow,
    ...ofOneKeyword(open, keywordWithin),
    ...ofOnePlace(open),
    ...madeOptional(open),
  ];
};

/** Bad values of one kind that an operation fails on wherever they come, though other bad values of it are refused. */
export const failsOnOneKind: Theory = ({ symptoms, results }) => {
  const kindOfFailure = ({ clause, exchange, violation: { status } }: Symptom) => {
    const kind = kindOf(clause);
    if (kind === undefined || exchange?.intent.kind !== 'invalid' || status === undefined || status.actual < 500)
      return;
    const { expected, actual } = status;
    return { operation: clause.operation ?? '', kind, status: { expected, actual }, reject: exchange.intent.reject };
  };
  return groupedBy(symptoms, kindOfFailure).flatMap(({ common, members }): readonly Hypothesis[] => {
    const { operation, kind, status, reject } = common;
    const isOfKind = (clause: Clause) => clause.operation === operation && isDeepStrictEqual(kindOf(clause), kind);
    const tried = results.filter((one) => isOfKind(one.clause) && isExercised(one));
    if (!isHabit(members, tried)) return [];
    const name = [kind.part, kind.keyword, kind.expected].filter((word) => word !== '').join('-');
    return [
      {
        id: `${operation}/refusal-status/${status.expected.join('-')}/${status.actual}/${name}`,
        nature: { kind: 'refusal-status', ...status, reject },
        scope: 'operation',
        minimum: HABIT,
        explains: (one) => isDeepStrictEqual(kindOfFailure(one), common),
      },
    ];
  });
};

/** Nothing of an operation's query, or of its body, is looked at. */
export const nothingValidated: Theory = ({ symptoms, results }) => {
  const placeOf = ({ clause }: Symptom) => {
    const part = partOf(clause)?.part;
    return part === undefined || clause.operation === undefined ? undefined : { operation: clause.operation, part };
  };
  return groupedBy(symptoms.filter(isAccepted), placeOf).flatMap(
    ({ common: { operation, part }, members }): readonly Hypothesis[] => {
      const tried = results.filter(
        (one) => one.clause.operation === operation && partOf(one.clause)?.part === part && isExercised(one),
      );
      if (!isHabit(members, tried)) return [];
      const isTaken = (one: Symptom) => isTakenBad(one, operation, part);
      // Where bad values are taken, those of either branch of a conflict are.
      const conflicts = clausesOf(
        symptoms.filter((one) => conflictOfClause(one.clause.id) !== undefined && isTaken(one)),
      );
      return [
        {
          id: `${operation}/${part}-not-validated`,
          nature: { kind: 'not-validated', part },
          scope: 'operation',
          minimum: HABIT,
          ...(members[0] === undefined ? {} : { lead: members[0].clause.id }),
          explains: (one) =>
            (isAccepted(one) && one.clause.operation === operation && partOf(one.clause)?.part === part) ||
            isTaken(one) ||
            conflicts.includes(one.clause.id),
        },
      ];
    },
  );
};

/** A bad value in this part of a request to the operation, whichever clause says so, that was answered with a success. */
function isTakenBad({ exchange }: Symptom, operation: string, part: Part['part']): boolean {
  if (exchange?.operation !== operation || exchange.intent.kind !== 'invalid') return false;
  return exchange.intent.reject === `invalid-${part}` && isSuccess(exchange);
}

/** Values of another type are turned into the right one, say, wherever they come. */
function ofOneKind({ symptoms, results }: Case): readonly (Hypothesis & { readonly isWide: boolean })[] {
  return groupedBy(symptoms.filter(isAccepted), ({ clause }) => kindOf(clause)).flatMap(({ common, members }) => {
    const { part, keyword, expected } = common;
    const isOfKind = (clause: Clause) => isDeepStrictEqual(kindOf(clause), common);
    const tried = results.filter((one) => isOfKind(one.clause) && isExercised(one));
    if (!isHabit(members, tried)) return [];
    return [
      {
        id: `service/${part}-${keyword}${expected === '' ? '' : `-${expected}`}-not-validated`,
        nature: { kind: 'not-validated', part, keyword } as const,
        scope: 'service' as const,
        isWide: operationsOf(members).length > 1,
        minimum: HABIT,
        explains: (one: Symptom) => isAccepted(one) && isOfKind(one.clause),
      },
    ];
  });
}

/** A keyword of one operation's requests, or of one object of their bodies. */
interface Keyword extends Pick<Part, 'part' | 'keyword'> {
  readonly operation: string | undefined;
  readonly within?: string;
}

/** One keyword, whatever it asks for, in one operation or in one object of its body: its types are not checked, say. */
function ofOneKeyword(
  { symptoms, results }: Case,
  keywordOf: (clause: Clause) => Keyword | undefined,
): readonly Hypothesis[] {
  return groupedBy(symptoms.filter(isAccepted), ({ clause }) => keywordOf(clause)).flatMap(
    ({ common, members }): readonly Hypothesis[] => {
      const { operation, part, keyword, within } = common;
      const isOfKeyword = (clause: Clause) => isDeepStrictEqual(keywordOf(clause), common);
      const tried = results.filter((one) => isOfKeyword(one.clause) && isExercised(one));
      if (!isHabit(members, tried)) return [];
      return [
        {
          id: `${operation}/${part}${within === undefined ? '' : `/${within}`}-${keyword}-not-validated`,
          nature: { kind: 'not-validated', part, keyword },
          scope: 'operation',
          minimum: HABIT,
          explains: (one) => isAccepted(one) && isOfKeyword(one.clause),
        },
      ];
    },
  );
}

/** Whatever is wrong with one parameter or member, it is accepted. */
function ofOnePlace({ symptoms, results }: Case): readonly Hypothesis[] {
  return groupedBy(symptoms.filter(isAccepted), ({ clause }) => placeOf(clause)).flatMap(
    ({ common, members }): readonly Hypothesis[] => {
      const { operation, part, name } = common;
      const isOfPlace = (clause: Clause) => isDeepStrictEqual(placeOf(clause), common);
      const tried = results.filter((one) => isOfPlace(one.clause) && isExercised(one));
      if (clausesOf(members).length < 2 || !tried.every(({ verdict }) => isBroken(verdict))) return [];
      return [
        {
          id: `${operation}/${part}/${name}/not-validated`,
          nature: { kind: 'not-validated', part, name },
          scope: 'place',
          minimum: 2,
          explains: (one) => isAccepted(one) && isOfPlace(one.clause),
        },
      ];
    },
  );
}

/** A member that has to be there may be missing, or null, which is another way not to be there. */
function madeOptional({ symptoms }: Case): readonly Hypothesis[] {
  return groupedBy(symptoms.filter(isAccepted), ({ clause }) => placeOf(clause)).flatMap(
    ({ common, members }): readonly Hypothesis[] => {
      const lead = members.find(({ clause }) => partOf(clause)?.keyword === 'required');
      const isMissing = (one: Symptom) => one.clause.id === lead?.clause.id || isNull(one, common.name);
      if (lead === undefined || !members.every(isMissing)) return [];
      return [
        {
          id: `${common.operation}/${common.part}/${common.name}/optional`,
          nature: { kind: 'clause' },
          scope: 'place',
          minimum: 2,
          lead: lead.clause.id,
          explains: (one) => isAccepted(one) && isDeepStrictEqual(placeOf(one.clause), common) && isMissing(one),
        },
      ];
    },
  );
}

/** Was a null sent there? */
function isNull({ exchange }: Symptom, name: string): boolean {
  return exchange !== undefined && atPointer(sentBody(exchange), `/${name}`) === null;
}

function kindOf(clause: Clause): Omit<Part, 'name'> | undefined {
  const { part, keyword, expected } = partOf(clause) ?? {};
  return part === undefined || keyword === undefined || expected === undefined
    ? undefined
    : { part, keyword, expected };
}

function keywordOf(clause: Clause): Keyword | undefined {
  const { part, keyword } = partOf(clause) ?? {};
  return part === undefined || keyword === undefined ? undefined : { operation: clause.operation, part, keyword };
}

/** The same in one object of a body, as `conditions`. */
function keywordWithin(clause: Clause): Keyword | undefined {
  const within = partOf(clause)?.name.split('/').slice(0, -1).join('/') ?? '';
  const keyword = keywordOf(clause);
  return within === '' || keyword === undefined ? undefined : { ...keyword, within };
}

function placeOf(clause: Clause): (Pick<Part, 'part' | 'name'> & Pick<Clause, 'operation'>) | undefined {
  const { part, name } = partOf(clause) ?? {};
  return part === undefined || name === undefined ? undefined : { operation: clause.operation ?? '', part, name };
}

/** Most of what was tried; where it is so in several operations, every other one is enough. */
function isHabit(members: readonly Symptom[], tried: Case['results']): boolean {
  const broken = clausesOf(members).length;
  const isWide = operationsOf(members).length >= HABIT;
  return broken >= HABIT && (isWide ? isHalf : isMost)(broken, tried.length);
}
