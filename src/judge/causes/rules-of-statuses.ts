import { defined } from '../../defined.ts';
import type { Members } from '../../groups.ts';
import { pathOf } from '../../http/base-url.ts';
import { isCredentialCase } from '../../http/exchange.ts';
import { redirectOf } from '../../http/redirect.ts';
import { NOTHING_THERE } from '../../semantics.ts';
import type { CauseKind } from './cause.ts';
import type { Features } from './features.ts';
import { rule, TOGETHER } from './rule.ts';

type Group = Members<Features>;

/** The statuses that would have been right. */
function dueOf({ refusal, expected = [] }: Features): readonly string[] {
  const due = refusal?.expected ?? [];
  return due.length === 0 ? expected : due;
}

/** The id of the fault; undefined if no status would have been right. */
function idOf(where: string, [first]: Group, kind: string): string | undefined {
  const [expected, { status }] = [dueOf(first), first];
  return expected.length === 0
    ? undefined
    : [where, 'refusal-status', expected.join('-'), status, kind].filter((one) => one !== '').join('/');
}

/**
 * What else is wrong with such an answer is part of the same fault, even for a clause that allows the status. If only one
 * operation has the fault, so are its answers alone.
 */
function fallsWithRefusals(members: Group): (one: Features) => boolean {
  const [{ refusal, isOfCredential, status, reject }] = members;
  const [seqs, operations] = [new Set(members.map(({ seq }) => seq)), new Set(members.map(({ asked }) => asked))];
  const isOfKind = (one: Features) =>
    refusal?.reject === '' || one.reject === reject || (isOfCredential && one.isOfCredential);
  // That such a redirect is not documented says nothing new. Other clauses about a status have refusals of their own.
  const isAboutStatus = (one: Features) =>
    one.status !== undefined && one.kind !== 'companion' && one.kind !== 'status';
  const isAlike = (one: Features) =>
    (operations.size > 1 || operations.has(one.asked)) &&
    one.reject !== undefined &&
    isOfKind(one) &&
    one.answered === status;
  return (one) => (one.seq !== undefined && seqs.has(one.seq)) || (!isAboutStatus(one) && isAlike(one));
}

function natureOfRefusals(members: Group): CauseKind {
  const [expected, { status: actual = 0 }] = [dueOf(members[0]), members[0]];
  const areOfCredentials = members.every(({ exchange }) => isCredentialCase(exchange));
  const reject = single(members.map(kindOfRefusal)) || (areOfCredentials ? 'credential' : undefined);
  const location = single(members.map(({ exchange }) => exchange && redirectOf(exchange.outcome))) || undefined;
  return { kind: 'refusal-status', expected, actual, ...defined({ reject, location }) };
}

/** The kind of bad request, or what an open request is about. */
function kindOfRefusal({ reject, exchange }: Features): string {
  return reject ?? (exchange?.intent.kind === 'open' ? exchange.intent.what : '');
}

/** The value if all are equal. */
function single<T>(values: readonly T[]): T | undefined {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
}

/** Valid requests for something below the path of the list that are answered as if it were not there, in several operations. */
function fallsWithLost([{ exchange }]: Group, open: readonly Features[]): (one: Features) => boolean {
  const below = exchange === undefined ? undefined : `${pathOf(exchange.request).replace(/\/$/u, '')}/`;
  const lost = open.filter(
    (one) =>
      one.isValid &&
      NOTHING_THERE.includes(one.status ?? 0) &&
      below !== undefined &&
      one.exchange !== undefined &&
      pathOf(one.exchange.request).startsWith(below),
  );
  return (one) => lost.includes(one) && lost.some(({ asked }) => asked !== one.asked);
}

/** Answers with a wrong status. */
export const RULES_OF_STATUSES = [
  rule({
    ...TOGETHER,
    rule: 'lostCreations',
    // The list does not have what was created, and whoever asks for it is told that it is not there: it was not stored.
    of: ({ clause, violation }) => clause.life === 'listed' && violation.at === undefined,
    same: ['id'],
    place: [{}],
    falls: fallsWithLost,
    minimum: 3,
  }),
  rule({
    ...TOGETHER,
    rule: 'servedInstead',
    // What is wrong with such a success alone, and not with answers to valid requests, is part of the same fault.
    of: ({ isServedInstead }) => isServedInstead,
    same: ['id'],
    operation: [{}],
    falls: (members, open) => {
      const requests = new Set(members.map(({ sent }) => sent));
      const elsewhere = new Set(open.filter(({ sent }) => !requests.has(sent)).map(({ id }) => id));
      return (one) => one.status === undefined && !elsewhere.has(one.id);
    },
    minimum: 2,
  }),
  rule({
    rule: 'wrongRefusals',
    // Refused with another status than the declared one: one fault, even if several kinds of mistake show it.
    of: ({ refusal, isUsual }) => refusal !== undefined && (refusal.actual < 500 || isUsual),
    same: ['refusal'],
    service: [{ operations: 2 }],
    operation: [{}],
    falls: fallsWithRefusals,
    minimum: 2,
    nature: (_common, members) => natureOfRefusals(members),
    id: ({ refusal: { reject } }, where, members) => idOf(where, members, reject),
  }),
  rule({
    rule: 'undocumentedSuccess',
    // A caller without access that is sent elsewhere is refused.
    of: ({ isOfCredential, status = 0 }) => !isOfCredential || status < 300,
    same: ['successes', 'status'],
    among: ['successes'],
    count: 'operations',
    // Three that do the same have one habit, however many others there are: a 204 for whatever has no body, say.
    service: [{ operations: 2, share: 'half' }, { operations: 3 }],
    operation: [{}],
    falls: (members) => {
      const [operations, [{ status }]] = [members.map(({ operation }) => operation), members];
      return (one) =>
        operations.includes(one.operation) &&
        one.status === status &&
        one.expected?.some((key) => key.startsWith('2')) === true;
    },
    id: ({ id, status }, where) => (where === 'service' ? `service/success-status/${status}` : id),
    lead: ([{ id }]) => id,
    nature: ({ successes, status }) => ({ kind: 'success-status', expected: successes, actual: status }),
  }),
];
