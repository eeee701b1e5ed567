import { requestTo } from '../check/request.ts';
import { NotShown } from '../check/verdict.ts';
import { type Contract, operationOf } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { bearsMark } from '../generate/mark.ts';
import { isObject } from '../schema/pointer.ts';
import type { Sink } from './journal.ts';
import { type Created, pathFrom, type Unanswered } from './ledger.ts';
import type { Session } from './session.ts';

/**
 * Takes back what a run created, the last first. Where that leaves a doubt, the list of what there is is asked for, and
 * whatever carries a text of a creation is taken back too: where its answer never came, where a refusal was none, and where
 * an id was that of something else. What cannot be taken back is named.
 */
export async function cleanUp(contract: Contract, session: Session, sink: Sink): Promise<void> {
  const known = [...session.ledger.remaining()].reverse();
  for (const created of known) await takeBack(contract, session, created);
  const doubtful = session.ledger.doubtful();
  await strikeOutTheGone(contract, session);
  const listed = new Set<string>();
  for (const asked of doubtful) if (await sweep(contract, session, asked, sink)) listed.add(asked.creation);
  const unseen = session.ledger.unanswered().filter(({ creation }) => !listed.has(creation));
  for (const { operation, path } of session.ledger.remaining()) {
    sink({ type: 'left-behind', operation, path });
    sink({
      type: 'note',
      text: `Clean-up failed: ${operation} ${JSON.stringify(path)} did not succeed, so it still exists. Delete it manually, or with: conform clean`,
    });
  }
  const staying = session.ledger.unremovable();
  for (const creation of new Set(staying.map((one) => one.creation))) {
    const ids = staying.flatMap((one) => (one.creation === creation ? [one.id] : []));
    for (const id of ids)
      sink({ type: 'left-behind', operation: creation, path: id === undefined ? {} : { id }, creation });
    sink({ type: 'note', text: leftForGood(creation, ids) });
  }
  const creations = new Set(unseen.map(({ creation }) => creation));
  for (const creation of creations) {
    const count = unseen.filter((one) => one.creation === creation).length;
    sink({
      type: 'note',
      text: `Clean-up is uncertain: the answers to ${count} requests of ${creation} never told what they created, and it could not be listed. Look for what came into being during this run, and delete it manually.`,
    });
  }
}

/** A process may die after the target has removed something and before it is written down: what is not listed is not there. */
async function strikeOutTheGone(contract: Contract, session: Session): Promise<void> {
  for (const { node } of contract.operations.values()) {
    const undo = node['x-undo'];
    const open = session.ledger.remaining().filter(({ operation }) => operation === undo?.operation);
    if (undo === undefined || open.length === 0) continue;
    const there = among(undo, await listOf(contract, session, undo), () => true);
    const known = new Set(there?.map(({ path }) => JSON.stringify(path)));
    for (const created of there === undefined ? [] : open)
      if (!known.has(JSON.stringify(created.path))) session.ledger.gone(created);
  }
}

/** So many ids are named in one sentence; the journal has all of them. */
const NAMED = 20;

function leftForGood(creation: string, ids: readonly (string | undefined)[]): string {
  const known = ids.filter((id) => id !== undefined);
  const named = known.slice(0, NAMED).join(', ') + (known.length > NAMED ? ` and ${known.length - NAMED} more` : '');
  const which = known.length === 0 ? 'without a known id' : `with the id ${named}`;
  return `Left behind: ${ids.length} created by ${creation}, ${which}. The contract has no operation that removes it: delete it in the service itself.`;
}

async function takeBack(contract: Contract, session: Session, { operation, path }: Created): Promise<void> {
  try {
    await session.takeBack(requestTo(operationOf(contract, operation)).path(path));
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
  }
}

/**
 * Takes back what the target lists under a text of these creations, and names what is called as one of them that had no
 * room for such a text. False where the target lists nothing.
 */
async function sweep(contract: Contract, session: Session, asked: Unanswered, sink: Sink): Promise<boolean> {
  const { undo, creation } = asked;
  if (asked.carries.length + asked.names.length === 0) return false;
  const before = await listOf(contract, session, undo);
  const found = bearing(undo, before, asked.carries);
  for (const created of found ?? []) {
    session.ledger.found(created);
    await takeBack(contract, session, created);
  }
  if (found === undefined) return false;
  const list = found.length === 0 ? before : await listOf(contract, session, undo);
  for (const created of bearing(undo, list, asked.carries) ?? []) session.ledger.found(created);
  const alike = bearing(undo, list, asked.names) ?? [];
  if (alike.length > 0) sink({ type: 'note', text: whoseIsIt(creation, asked.names, alike) });
  return true;
}

function whoseIsIt(creation: string, names: readonly string[], alike: readonly Created[]): string {
  const ids = alike.map(({ path }) => Object.values(path).join(' ')).slice(0, NAMED);
  return `Clean-up is uncertain: ${alike.length} of what ${creation} creates has a name that this run gave, too, for want of room for a better one (${[...new Set(names)].map((name) => JSON.stringify(name)).join(', ')}): ${ids.join(', ')}. Where nobody else made it, delete it manually.`;
}

/**
 * Enters into the ledger whatever the target lists under a name that the suite gives, whichever run made it: for a target
 * whose journals are lost. What cannot be listed is named.
 */
export async function findMarked(contract: Contract, session: Session, sink: Sink): Promise<void> {
  for (const operation of contract.operations.values()) {
    const undo = operation.node['x-undo'];
    if (undo === undefined) continue;
    const marks = marksOf(operation);
    const isOwn = (text: string): boolean => bearsMark(text) || marks.some((mark) => mark.test(text));
    const found = among(undo, await listOf(contract, session, undo), isOwn);
    for (const created of found ?? []) session.ledger.found(created);
    if (found === undefined)
      sink({ type: 'note', text: `Clean-up is uncertain: what ${operation.id} creates could not be listed.` });
  }
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

type Undo = Unanswered['undo'];

/** What the target lists of the things that are taken back so; undefined where it does not. */
async function listOf(contract: Contract, session: Session, undo: Undo): Promise<unknown> {
  const list = listingOf(contract, operationOf(contract, undo.operation));
  if (list === undefined) return undefined;
  try {
    const { outcome } = await session.takeBack(requestTo(list).fresh());
    return outcome.kind === 'failure' || outcome.status >= 300 ? undefined : outcome.body.json?.value;
  } catch (error) {
    if (error instanceof NotShown) return undefined;
    throw error;
  }
}

/** What lists the things of which the operation removes one: a GET of the path above. */
function listingOf({ operations }: Contract, removal: Operation): Operation | undefined {
  const above = removal.path.replace(/\/\{[^/]+\}$/u, '');
  return [...operations.values()].find(({ method, path }) => method === 'GET' && path === above);
}

/** What of a list has one of these texts in a member, by how it is taken back; undefined where that cannot be told. */
function bearing(undo: Undo, list: unknown, texts: readonly string[]): readonly Created[] | undefined {
  const own = new Set(texts);
  return among(undo, list, (text) => own.has(text));
}

function among(undo: Undo, list: unknown, isOwn: (text: string) => boolean): readonly Created[] | undefined {
  if (list === undefined) return undefined;
  const found = carrying(list, isOwn).map((item) => ({ operation: undo.operation, path: pathFrom(undo, item) }));
  return found.some(({ path }) => Object.values(path).includes('')) ? undefined : found;
}

/** The objects within a list that have such a text in a member. */
function carrying(body: unknown, isOwn: (text: string) => boolean): readonly object[] {
  if (Array.isArray(body))
    return body.filter(
      (item): item is object =>
        isObject(item) && Object.values(item).some((value) => typeof value === 'string' && isOwn(value)),
    );
  return isObject(body) ? Object.values(body).flatMap((member) => carrying(member, isOwn)) : [];
}
