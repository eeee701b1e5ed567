import type { CheckContext } from '../check/check.ts';
import { isSuccess, statusOf } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import { unlessNotTested } from '../check/verdict.ts';
import type { Operation, RejectKind } from '../contract/operations.ts';
import { statusFits } from '../contract/statuses.ts';
import type { InputCase } from '../generate/input-case.ts';
import { countsOf } from '../groups.ts';
import type { Exchange } from '../http/exchange.ts';
import { getOrMake } from '../memoize.ts';
import { oneByOne } from '../turns.ts';
import { put } from './input-rows.ts';

/**
 * Group testing of refusals. One request (a round) carries several bad values. If its refusal names one of them, and the
 * refusal of another request with a right value there does not, the target refuses that value. Every other value is sent
 * alone. So a target that stops at the first bad value, echoes the request or always prints the same text costs one request
 * per value, and no finding rests on a request with two things wrong.
 */
export type Break = Pick<InputCase, 'path' | 'what'>;

/** Which breaks of an operation travel together. */
export interface Rounds<Case extends InputCase = InputCase> {
  readonly operation: Operation;
  readonly reject: RejectKind;
  readonly rounds: readonly (readonly Case[])[];
  /** A valid request with a value at every place that some round breaks. */
  readonly base: (tools: CheckContext, round: number) => Promise<RequestBuilder>;
}

/**
 * Puts each break into the first round whose other breaks lie apart from it. If that gives only one round, one break with a
 * rare name and nothing beneath it gets a round of its own, in which all the others are right. With several rounds, each
 * round leaves right what another one breaks.
 */
export function roundsOf<One extends Break>(breaks: readonly One[]): readonly (readonly One[])[] {
  const rounds = pack(breaks, undefined);
  return rounds.length > 1 ? rounds : pack(breaks, isolated(breaks));
}

function pack<One extends Break>(breaks: readonly One[], alone: One | undefined): readonly (readonly One[])[] {
  const rounds = packed(
    breaks.filter((candidate) => candidate !== alone),
    areApart,
  );
  return alone === undefined ? rounds : [...rounds, [alone]];
}

/** Puts each item into the first group whose other items all go with it. */
export function packed<T>(items: readonly T[], goTogether: (one: T, other: T) => boolean): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (const one of items) {
    const group = groups.find((others) => others.every((other) => goTogether(one, other)));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  return groups;
}

function isolated<One extends Break>(breaks: readonly One[]): One | undefined {
  const counts = countsOf(breaks.map(ownName));
  const weight = (one: One) => (counts.get(ownName(one)) ?? 0) * 100 + one.path.length;
  return breaks
    .filter((one) => breaks.every((other) => !isBeneath(other, one)))
    .toSorted((a, b) => weight(a) - weight(b))[0];
}

/** At the smallest depth, this many breaks that a refusal does not name are sent early. */
const UNNAMED_SENT_EARLY = 2;

/**
 * The refusal that shows a break: the one of its round if it names the break, else the one of a request with this break
 * alone. A break that is in no round is always sent alone.
 */
export async function refusalOf<Case extends InputCase>(
  tools: CheckContext,
  plan: Rounds<Case>,
  one: Case,
  alone: (one: Case) => Promise<Exchange>,
): Promise<Exchange> {
  const index = roundWith(plan, one);
  if (index < 0) return alone(one);
  const among = await refusedAmongOthers(tools, plan, one);
  // After a refusal that names at most one break, each break takes a request of its own.
  if (among === undefined && ((await namedTogether(tools, plan)) ?? 2) < 2) tools.defer();
  const answer = among ?? (await alone(one));
  await tools.shared(`left out of ${plan.operation.id} ${plan.reject} ${index}`, () =>
    unlessNotTested(() => sendUnnamed(tools, plan, index, alone)),
  );
  return answer;
}

/**
 * A round's refusal may name some breaks and not others. The target probably accepts those that it does not name, so some of
 * them are sent alone now, while requests are left.
 */
async function sendUnnamed<Case extends InputCase>(
  tools: CheckContext,
  plan: Rounds<Case>,
  index: number,
  alone: (one: Case) => Promise<Exchange>,
): Promise<void> {
  if (!(await listsWhatIsWrong(tools, plan))) return;
  const unnamed = await oneByOne(plan.rounds[index] ?? [], async (one) =>
    (await refusedAmongOthers(tools, plan, one)) === undefined ? one : undefined,
  );
  for (const one of tools.sample(unnamed, UNNAMED_SENT_EARLY)) await alone(one);
}

function roundWith({ rounds }: Rounds, one: InputCase): number {
  return rounds.findIndex((round) => round.includes(one));
}

/** The refusal of a break's round, if it shows that this break is refused. Undefined if the break has to be sent alone. */
async function refusedAmongOthers(tools: CheckContext, plan: Rounds, one: InputCase): Promise<Exchange | undefined> {
  const own = roundWith(plan, one);
  if (!(await listsWhatIsWrong(tools, plan))) return undefined;
  const answer = await sendRound(tools, plan, own);
  // After a server error the break is sent alone, and the error is reported on that request.
  if (plan.rounds[own]?.length === 1) return wasRefused(answer, plan) || isSuccess(answer) ? answer : undefined;
  return wasRefused(answer, plan) && names(answer, one) && (await isUnnamedIfRight(tools, plan, one))
    ? answer
    : undefined;
}

/**
 * Does a refusal leave this name out if its value is right? Yes if the last round names none of its right values: then the
 * texts follow the request. Else the rounds that leave this value right are searched, the last one first.
 */
async function isUnnamedIfRight(tools: CheckContext, plan: Rounds, one: Break): Promise<boolean> {
  if (await isNothingRightNamed(tools, plan)) return true;
  for (const [index, round] of [...plan.rounds.entries()].reverse()) {
    if (!isRightIn(one, round)) continue;
    const answer = await sendRound(tools, plan, index);
    if (wasRefused(answer, plan)) return !names(answer, one);
  }
  return false;
}

async function isNothingRightNamed(tools: CheckContext, plan: Rounds): Promise<boolean> {
  const last = plan.rounds.length - 1;
  const right = plan.rounds.flat().filter((one) => isRightIn(one, plan.rounds[last] ?? []));
  if (right.length === 0) return false;
  const answer = await sendRound(tools, plan, last);
  return wasRefused(answer, plan) && right.every((one) => !names(answer, one));
}

/** How many breaks the refusal of the first round with several of them names; undefined if that was no refusal. */
async function namedTogether(tools: CheckContext, plan: Rounds): Promise<number | undefined> {
  const first = plan.rounds.findIndex((round) => round.length > 1);
  if (first < 0) return undefined;
  return tools.shared(`first round of ${plan.operation.id} ${plan.reject}`, async () => {
    const answer = await sendRound(tools, plan, first);
    const named = plan.rounds[first]?.filter((one) => names(answer, one));
    return wasRefused(answer, plan) ? named?.length : undefined;
  });
}

/** Does that refusal name more than one? If not, no further round is sent. */
async function listsWhatIsWrong(tools: CheckContext, plan: Rounds): Promise<boolean> {
  return ((await namedTogether(tools, plan)) ?? 0) > 1;
}

function sendRound(tools: CheckContext, plan: Rounds, index: number): Promise<Exchange> {
  const round = plan.rounds[index] ?? [];
  const what = round.map((one) => one.what).join('; ');
  return tools.shared(`round of ${plan.operation.id} ${plan.reject} ${index}`, async () => {
    const base = await plan.base(tools, index);
    return tools.send(round.reduce(put, base).invalid(plan.reject, what));
  });
}

/** Has it an answer, with the status that the document gives for such a refusal? */
export function wasRefused(exchange: Exchange, { operation, reject }: Pick<Rounds, 'operation' | 'reject'>): boolean {
  const status = statusOf(exchange);
  return status !== undefined && statusFits(status, operation.rejects[reject] ?? '');
}

/** Does the answer contain the name as a whole word that does not begin a longer path? */
function names({ outcome }: Exchange, one: Break): boolean {
  if (outcome.kind !== 'response' || !outcome.body.text.includes(ownName(one))) return false;
  return patternOf(ownName(one)).test(outcome.body.text);
}

const patterns = new Map<string, RegExp>();

/** Compiled once per name: Unicode classes are slow to compile. */
function patternOf(name: string): RegExp {
  return getOrMake(patterns, name, () => {
    const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
    return new RegExp(String.raw`(?<![\p{L}\p{N}_-])${literal}(?![\p{L}\p{N}_-]|[./[]\p{L})`, 'u');
  });
}

function ownName({ path }: Break): string {
  return path.findLast((segment) => !/^\d+$/u.test(segment)) ?? '';
}

/** Neither lies within the other, and their names differ, so an answer can tell them apart. */
function areApart(one: Break, other: Break): boolean {
  return ownName(one) !== ownName(other) && !isWithin(one, other) && !isWithin(other, one);
}

/** The round breaks nothing at, around or within this place, and nothing of the same name. */
function isRightIn(one: Break, round: readonly Break[]): boolean {
  return round.every((other) => areApart(one, other));
}

function isWithin(inner: Break, outer: Break): boolean {
  return outer.path.every((segment, index) => inner.path[index] === segment);
}

function isBeneath(inner: Break, outer: Break): boolean {
  return inner.path.length > outer.path.length && isWithin(inner, outer);
}
