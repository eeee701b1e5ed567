import { requestWith } from '../check/request-with.ts';
import { NotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { bare } from '../contract/path-names.ts';
import { pathFrom } from '../contract/undo.ts';
import { startsWithMark } from '../generate/mark.ts';
import type { Exchange } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { isObject } from '../schema/pointer.ts';
import { type Created, namesInExamples, type Unanswered } from './ledger.ts';
import type { Session } from './session.ts';

type Undo = Unanswered['undo'];

/** The body of a list, or why it could not be read. */
export type Listed = { readonly list: unknown } | { readonly why: string };

/** Gets the list that belongs to a creating or removing operation: its path without a trailing id. */
export async function listedAt(contract: Contract, session: Session, { path }: Operation): Promise<Listed> {
  const { operations } = contract;
  const above = bare(path).replace(/\/\{[^/]+\}$/u, '');
  const list = [...operations.values()].find((one) => one.method === 'GET' && bare(one.path) === above);
  if (list === undefined) return { why: 'the contract has no operation that lists it' };
  try {
    const answer = await session.takeBack(requestWith(contract, list).fresh());
    const { outcome } = answer;
    return outcome.kind === 'failure' || outcome.status >= 300
      ? { why: `${list.id}: ${whyRefused(answer)}` }
      : { list: outcome.body.json?.value };
  } catch (error) {
    if (error instanceof NotTested) return { why: error.message };
    throw error;
  }
}

/** Why a request did not succeed, in words. Names the credential if that was refused. */
export function whyRefused({ outcome, request: { credentials } }: Exchange): string {
  if (outcome.kind === 'failure') return outcome.message.replace(/\.$/u, '');
  return isUnauthorized(outcome.status) && credentials.length > 0
    ? `${outcome.status}: the ${credentials.join(' and ')} credential was refused`
    : `status ${outcome.status}`;
}

/** A function that recognizes names that the suite, in any run, gives to what this operation creates. */
export function namesOf(operation: Operation): (text: string) => boolean {
  const patterns = namePatternsOf(operation);
  return (text) => startsWithMark(text) || patterns.some((pattern) => pattern.test(text));
}

/** Patterns of the names in the document's examples: the text before `$number`, and digits. */
function namePatternsOf(operation: Operation): readonly RegExp[] {
  return namesInExamples(operation).flatMap(([, text]) => {
    const [name = ''] = typeof text === 'string' ? text.split('$number') : [];
    return name === '' ? [] : [new RegExp(`^${name.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&')}\\d+$`, 'u')];
  });
}

/** The listed resources that have one of these texts in a member; undefined if a path to remove one cannot be made. */
export function bearing(undo: Undo, list: unknown, texts: readonly string[]): readonly Created[] | undefined {
  const own = new Set(texts);
  return among(undo, list, (text) => own.has(text));
}

/** The listed resources with a member that `isOwn` accepts; undefined if a path to remove one cannot be made. */
export function among(undo: Undo, list: unknown, isOwn: (text: string) => boolean): readonly Created[] | undefined {
  if (list === undefined) return undefined;
  const found = carrying(list, isOwn).map((item) => ({ operation: undo.operation, path: pathFrom(undo, item) }));
  return found.some(({ path }) => Object.values(path).includes('')) ? undefined : found;
}

/** The objects in lists within the body that have a string member that `isOwn` accepts. */
export function carrying(body: unknown, isOwn: (text: string) => boolean): readonly object[] {
  if (Array.isArray(body))
    return body.filter(
      (item): item is object =>
        isObject(item) && Object.values(item).some((value) => typeof value === 'string' && isOwn(value)),
    );
  return isObject(body) ? Object.values(body).flatMap((member) => carrying(member, isOwn)) : [];
}
