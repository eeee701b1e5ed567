import { isDeepStrictEqual } from 'node:util';
import { isSuccess } from '../../check/judges.ts';
import { isBroken } from '../../check/verdict.ts';
import { conflictOfClause } from '../../contract/clause-id.ts';
import type { Clause } from '../../contract/contract.ts';
import { groupByValue } from '../../groups.ts';
import { rejectOf } from '../../http/exchange.ts';
import { atPointer } from '../../schema/pointer.ts';
import { type Case, clausesOf, exercised, operationsOf, type Symptom, sentBody } from './symptoms.ts';
import { HABIT, type Hypothesis, isHalf, isMost, type Theory } from './theory.ts';

/** A bad value that was accepted, as one of the clauses about one place of a request shows it. */
function isAccepted({ clause, exchange, violation: { status } }: Symptom): boolean {
  return (
    partOf(clause) !== undefined &&
    rejectOf(exchange) !== undefined &&
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

/** What bad values have in common that are accepted, and what is said of it where that is one fault. */
interface Likeness<Common> {
  readonly commonOf: (clause: Clause) => Common | undefined;
  readonly isFault: (members: readonly Symptom[], tried: Case['results']) => boolean;
  readonly told: (common: Common) => Pick<Hypothesis, 'id' | 'nature' | 'scope' | 'minimum'>;
}

function alike<Common>(open: Case, { commonOf, isFault, told }: Likeness<Common>): readonly Hypothesis[] {
  return groupByValue(open.symptoms.filter(isAccepted), ({ clause }) => commonOf(clause)).flatMap(
    ({ common, members }) => {
      const isAlike = (clause: Clause) => isDeepStrictEqual(commonOf(clause), common);
      return isFault(members, exercised(open, isAlike))
        ? [{ ...told(common), explains: (one: Symptom) => isAccepted(one) && isAlike(one.clause) }]
        : [];
    },
  );
}

/** Bad values that are accepted: of one kind everywhere, of one keyword, or all those of one place. */
export const notValidated: Theory = (open) => [
  // Whatever a keyword asks for in one operation says more than one kind of it there, and that more than one object.
  ...alike(
    open,
    ofOneKind((operations) => operations > 1),
  ),
  ...alike(open, ofOneKeyword(keywordOf)),
  ...alike(
    open,
    ofOneKind((operations) => operations === 1),
  ),
  ...alike(open, ofOneKeyword(kindWithinOperation)),
  ...alike(open, ofOneKeyword(keywordWithin)),
  ...alike(open, OF_ONE_PLACE),
  ...madeOptional(open),
];

/** Values of another type are turned into the right one, say, wherever they come; in so many operations. */
function ofOneKind(isMeant: (operations: number) => boolean): Likeness<Omit<Part, 'name'>> {
  return {
    commonOf: kindOf,
    isFault: (members, tried) => isMeant(operationsOf(members).length) && isHabit(members, tried),
    told: ({ part, keyword, expected }) => ({
      id: `service/${part}-${keyword}${expected === '' ? '' : `-${expected}`}-not-validated`,
      nature: { kind: 'not-validated', part, keyword },
      scope: 'service',
      minimum: HABIT,
    }),
  };
}

/** A keyword of one operation's requests, of one kind of values in them, or of one object of their bodies. */
interface Keyword extends Pick<Part, 'part' | 'keyword'> {
  readonly operation: string | undefined;
  readonly expected?: string;
  readonly within?: string;
}

/** One keyword in one operation, of one kind there, or in one object of its body: its types are not checked, say. */
function ofOneKeyword(commonOf: (clause: Clause) => Keyword | undefined): Likeness<Keyword> {
  return {
    commonOf,
    isFault: isHabit,
    told: ({ operation, part, keyword, expected, within }) => ({
      id: `${operation}/${part}${within === undefined ? '' : `/${within}`}-${keyword}${expected === undefined ? '' : `-${expected}`}-not-validated`,
      nature: { kind: 'not-validated', part, keyword },
      scope: 'operation',
      minimum: HABIT,
    }),
  };
}

/** Whatever is wrong with one parameter or member, it is accepted. */
const OF_ONE_PLACE: Likeness<Place> = {
  commonOf: placeOf,
  isFault: (members, tried) => clausesOf(members).length > 1 && tried.every(({ verdict }) => isBroken(verdict)),
  told: ({ operation, part, name }) => ({
    id: `${operation}/${part}/${name}/not-validated`,
    nature: { kind: 'not-validated', part, name },
    scope: 'place',
    minimum: 2,
  }),
};

type Place = Pick<Part, 'part' | 'name'> & Pick<Clause, 'operation'>;

/** Bad values of one kind that an operation fails on wherever they come, though other bad values of it are refused. */
export const failsOnOneKind: Theory = (open) => {
  const kindOfFailure = ({ clause, exchange, violation: { status } }: Symptom) => {
    const [kind, reject] = [kindOf(clause), rejectOf(exchange)];
    if (kind === undefined || reject === undefined || status === undefined || status.actual < 500) return;
    const { expected, actual } = status;
    return { operation: clause.operation ?? '', kind, status: { expected, actual }, reject };
  };
  return groupByValue(open.symptoms, kindOfFailure).flatMap(({ common, members }): readonly Hypothesis[] => {
    const { operation, kind, status, reject } = common;
    const isOfKind = (clause: Clause) => clause.operation === operation && isDeepStrictEqual(kindOf(clause), kind);
    if (!isHabit(members, exercised(open, isOfKind))) return [];
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
export const nothingValidated: Theory = (open) => {
  const { symptoms } = open;
  const wholeOf = ({ clause }: Symptom) => {
    const part = partOf(clause)?.part;
    return part === undefined || clause.operation === undefined ? undefined : { operation: clause.operation, part };
  };
  return groupByValue(symptoms.filter(isAccepted), wholeOf).flatMap(
    ({ common: { operation, part }, members }): readonly Hypothesis[] => {
      const isAbout = (clause: Clause) => clause.operation === operation && partOf(clause)?.part === part;
      if (!isHabit(members, exercised(open, isAbout))) return [];
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
          lead: members[0].clause.id,
          explains: (one) =>
            (isAccepted(one) && isAbout(one.clause)) || isTaken(one) || conflicts.includes(one.clause.id),
        },
      ];
    },
  );
};

/** A bad value in this part of a request to the operation, whichever clause says so, that was answered with a success. */
function isTakenBad({ exchange }: Symptom, operation: string, part: Part['part']): boolean {
  return exchange?.operation === operation && rejectOf(exchange) === `invalid-${part}` && isSuccess(exchange);
}

/** A member that has to be there may be missing, or null, which is another way not to be there. */
function madeOptional({ symptoms }: Case): readonly Hypothesis[] {
  return groupByValue(symptoms.filter(isAccepted), ({ clause }) => placeOf(clause)).flatMap(
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

/** The same of one type alone: texts are turned into numbers, say, and other types are checked. */
function kindWithinOperation(clause: Clause): Keyword | undefined {
  const { expected } = kindOf(clause) ?? {};
  const keyword = keywordOf(clause);
  return keyword === undefined || expected === undefined || expected === '' ? undefined : { ...keyword, expected };
}

/** The same in one object of a body, as `conditions`. */
function keywordWithin(clause: Clause): Keyword | undefined {
  const within = partOf(clause)?.name.split('/').slice(0, -1).join('/') ?? '';
  const keyword = keywordOf(clause);
  return within === '' || keyword === undefined ? undefined : { ...keyword, within };
}

function placeOf(clause: Clause): Place | undefined {
  const { part, name } = partOf(clause) ?? {};
  return part === undefined || name === undefined ? undefined : { operation: clause.operation ?? '', part, name };
}

/** Most of what was tried; where it is so in several operations, every other one is enough. */
function isHabit(members: readonly Symptom[], tried: Case['results']): boolean {
  const broken = clausesOf(members).length;
  const isWide = operationsOf(members).length >= HABIT;
  return broken >= HABIT && (isWide ? isHalf : isMost)(broken, tried.length);
}
