import { requestTo } from '../check/request.ts';
import { NotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { pathFrom } from '../contract/undo.ts';
import { startsWithMark } from '../generate/mark.ts';
import type { Exchange } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { isObject } from '../schema/pointer.ts';
import type { Created, Unanswered } from './ledger.ts';
import type { Session } from './session.ts';

type Undo = Unanswered['undo'];

/** What a target lists, or why it does not. */
export type Listed = { readonly list: unknown } | { readonly why: string };

/** What the target lists beside the operation that creates or removes: a GET of the path, or of the one above an id. */
export async function listedAt({ operations }: Contract, session: Session, { path }: Operation): Promise<Listed> {
  const above = path.replace(/\/\{[^/]+\}$/u, '');
  const list = [...operations.values()].find((one) => one.method === 'GET' && one.path === above);
  if (list === undefined) return { why: 'the contract has no operation that lists it' };
  try {
    const answer = await session.takeBack(requestTo(list).fresh());
    const { outcome } = answer;
    return outcome.kind === 'failure' || outcome.status >= 300
      ? { why: `${list.id}: ${whyRefused(answer)}` }
      : { list: outcome.body.json?.value };
  } catch (error) {
    if (error instanceof NotTested) return { why: error.message };
    throw error;
  }
}

/** Why an answer is no success, in words: what is wrong with the credential, where that is what it says. */
export function whyRefused({ outcome, request: { credentials } }: Exchange): string {
  if (outcome.kind === 'failure') return outcome.message.replace(/\.$/u, '');
  return isUnauthorized(outcome.status) && credentials.length > 0
    ? `${outcome.status}: the ${credentials.join(' and ')} credential was refused`
    : `status ${outcome.status}`;
}

/** Does a text bear a name that the suite gives to what this operation creates, in whichever run? */
export function namesOf(operation: Operation): (text: string) => boolean {
  const marks = marksOf(operation);
  return (text) => startsWithMark(text) || marks.some((mark) => mark.test(text));
}

/** How the names begin that the document's examples give to what is created: up to their number. */
function marksOf({ requestBody }: Operation): readonly RegExp[] {
  const examples = Object.values(requestBody?.media.examples ?? {}).map(({ value }) => value);
  const texts = examples.flatMap((value) => (isObject(value) ? Object.values(value) : []));
  return texts.flatMap((text) => {
    const [name = '', ...rest] = typeof text === 'string' ? text.split('$number') : [];
    return rest.length === 0 || name === ''
      ? []
      : [new RegExp(`^${name.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&')}\\d+$`, 'u')];
  });
}

/** What of a list has one of these texts in a member, by how it is taken back; undefined where that cannot be told. */
export function bearing(undo: Undo, list: unknown, texts: readonly string[]): readonly Created[] | undefined {
  const own = new Set(texts);
  return among(undo, list, (text) => own.has(text));
}

/** The same of what any test of a text picks out. */
export function among(undo: Undo, list: unknown, isOwn: (text: string) => boolean): readonly Created[] | undefined {
  if (list === undefined) return undefined;
  const found = carrying(list, isOwn).map((item) => ({ operation: undo.operation, path: pathFrom(undo, item) }));
  return found.some(({ path }) => Object.values(path).includes('')) ? undefined : found;
}

/** The objects within a list that have such a text in a member. */
export function carrying(body: unknown, isOwn: (text: string) => boolean): readonly object[] {
  if (Array.isArray(body))
    return body.filter(
      (item): item is object =>
        isObject(item) && Object.values(item).some((value) => typeof value === 'string' && isOwn(value)),
    );
  return isObject(body) ? Object.values(body).flatMap((member) => carrying(member, isOwn)) : [];
}
