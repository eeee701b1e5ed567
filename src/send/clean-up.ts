import { requestTo } from '../check/request.ts';
import { NotTested } from '../check/verdict.ts';
import { type Contract, operationOf } from '../contract/contract.ts';
import { hasSucceeded } from '../http/exchange.ts';
import type { Sink } from './journal.ts';
import type { Created, Unanswered } from './ledger.ts';
import { among, bearing, listedAt, namesOf, whyRefused } from './listed.ts';
import type { Session } from './session.ts';

/**
 * Takes back what a run created, the last first. Where that leaves a doubt, the list of what there is is asked for, and
 * whatever carries a text of a creation is taken back too: where its answer never came, where a refusal was none, and where
 * an id was that of something else. What cannot be taken back is named, with the reason and the `remedy`.
 */
export async function cleanUp(contract: Contract, session: Session, sink: Sink, remedy: string): Promise<void> {
  const known = [...session.ledger.remaining()].reverse();
  const whys = new Map<string, string>();
  for (const created of known) {
    const why = await takeBack(contract, session, created);
    if (why !== undefined) whys.set(JSON.stringify(created.path), why);
  }
  const doubtful = session.ledger.doubtful();
  const listed = await strikeOutTheGone(contract, session);
  const unlisted = new Map<string, string>();
  for (const asked of doubtful) {
    const why = await sweep(contract, session, asked, sink);
    if (why !== undefined) unlisted.set(asked.creation, why);
  }
  const unseen = session.ledger.unanswered().filter(({ creation }) => unlisted.has(creation));
  for (const { operation, path } of session.ledger.remaining()) {
    sink({ type: 'left-behind', operation, path });
    sink({
      type: 'note',
      text: `Clean-up failed: ${operation} ${JSON.stringify(path)} did not succeed (${whys.get(JSON.stringify(path)) ?? 'it is still listed'}), so it ${listed.has(JSON.stringify(path)) ? 'still exists' : 'may still exist'}. ${remedy}`,
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
      text: `Clean-up is uncertain: the ${count === 1 ? 'answer to one request' : `answers to ${count} requests`} of ${creation} never told what ${count === 1 ? 'it' : 'they'} created, and that could not be listed (${unlisted.get(creation)}). Look for what came into being during this run, and delete it manually.`,
    });
  }
}

/**
 * A process may die after the target has removed something and before it is written down: what is not listed is not there.
 * Answers the paths of what is.
 */
async function strikeOutTheGone(contract: Contract, session: Session): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const { node } of contract.operations.values()) {
    const undo = node['x-undo'];
    const open = session.ledger.remaining().filter(({ operation }) => operation === undo?.operation);
    if (undo === undefined || open.length === 0) continue;
    const there = among(undo, await listOf(contract, session, undo), () => true);
    const known = new Set(there?.map(({ path }) => JSON.stringify(path)));
    for (const created of there === undefined ? [] : open)
      if (known.has(JSON.stringify(created.path))) seen.add(JSON.stringify(created.path));
      else session.ledger.gone(created);
  }
  return seen;
}

/** So many ids are named in one sentence; the journal has all of them. */
const NAMED = 20;

function leftForGood(creation: string, ids: readonly (string | undefined)[]): string {
  const known = ids.filter((id) => id !== undefined);
  const named = known.slice(0, NAMED).join(', ') + (known.length > NAMED ? ` and ${known.length - NAMED} more` : '');
  const which = known.length === 0 ? 'without a known id' : `with the id ${named}`;
  return `Left behind: ${ids.length} created by ${creation}, ${which}. The contract has no operation that removes it: delete it in the service itself.`;
}

/** Answers why that did not succeed, or nothing. */
async function takeBack(
  contract: Contract,
  session: Session,
  { operation, path }: Created,
): Promise<string | undefined> {
  try {
    const answer = await session.takeBack(requestTo(operationOf(contract, operation)).path(path));
    return hasSucceeded(answer.outcome) ? undefined : whyRefused(answer);
  } catch (error) {
    if (error instanceof NotTested) return error.message;
    throw error;
  }
}

/**
 * Takes back what the target lists under a text of these creations, and names what is called as one of them that had no
 * room for such a text. Answers why that could not be, or nothing.
 */
async function sweep(contract: Contract, session: Session, asked: Unanswered, sink: Sink): Promise<string | undefined> {
  const { undo, creation } = asked;
  if (asked.carries.length + asked.names.length === 0) return 'it has no name to know it by';
  const before = await listedAt(contract, session, operationOf(contract, undo.operation));
  if ('why' in before) return before.why;
  const found = bearing(undo, before.list, asked.carries);
  for (const created of found ?? []) {
    session.ledger.found(created);
    await takeBack(contract, session, created);
  }
  if (found === undefined) return UNREADABLE;
  const list = found.length === 0 ? before.list : await listOf(contract, session, undo);
  for (const created of bearing(undo, list, asked.carries) ?? []) session.ledger.found(created);
  const alike = bearing(undo, list, asked.names) ?? [];
  if (alike.length > 0) sink({ type: 'note', text: whoseIsIt(creation, asked.names, alike) });
  return undefined;
}

const UNREADABLE = 'the list could not be read';

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
    const listed = await listedAt(contract, session, operationOf(contract, undo.operation));
    const found = 'why' in listed ? undefined : among(undo, listed.list, namesOf(operation));
    for (const created of found ?? []) session.ledger.found(created);
    if (found === undefined)
      sink({
        type: 'note',
        text: `Clean-up is uncertain: what ${operation.id} creates could not be listed (${'why' in listed ? listed.why : UNREADABLE}).`,
      });
  }
}

async function listOf(contract: Contract, session: Session, { operation }: Unanswered['undo']): Promise<unknown> {
  const listed = await listedAt(contract, session, operationOf(contract, operation));
  return 'why' in listed ? undefined : listed.list;
}
