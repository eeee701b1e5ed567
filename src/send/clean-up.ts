import type { RequestBuilder } from '../check/request.ts';
import { requestWith } from '../check/request-with.ts';
import { NotTested } from '../check/verdict.ts';
import { type Contract, operationOf } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { present } from '../defined.ts';
import { groupBy } from '../groups.ts';
import { hasSucceeded } from '../http/exchange.ts';
import type { Sink } from './journal.ts';
import { type Created, keyOf, type Unanswered, type Unremovable } from './ledger.ts';
import { among, bearing, listedAt, namesOf, whyRefused } from './listed.ts';
import type { Session } from './session.ts';

/**
 * Removes what a run created, the newest first. In doubt it also asks for the list of what exists, and removes whatever carries
 * a text of a creating request: an answer may have been lost, a refusal may have created something all the same, and an id
 * may have been that of something else. What cannot be removed is named, with the reason and the `remedy`.
 */
export async function cleanUp(contract: Contract, session: Session, sink: Sink, remedy: string): Promise<void> {
  const note = (text: string): void => sink({ type: 'note', text });
  const newestFirst = [...session.ledger.remaining()].reverse();
  const reasons = new Map<string, string>();
  for (const created of newestFirst) {
    const why = await takeBack(contract, session, created);
    if (why !== undefined) reasons.set(keyOf(created), why);
  }
  const doubtful = session.ledger.doubtful();
  const stillListed = await noteVanished(contract, session);
  const unlistedReasons = new Map<string, string>();
  for (const asked of doubtful) {
    const why = await takeBackListed(contract, session, asked, sink);
    if (why !== undefined) unlistedReasons.set(asked.creation, why);
  }
  const unconfirmed = session.ledger.unanswered().filter(({ creation }) => unlistedReasons.has(creation));
  const failed = session.ledger.remaining().map(({ operation, path }) => {
    const key = keyOf({ operation, path });
    const [one, several] = stillListed.has(key)
      ? ['still exists', 'still exist']
      : ['may still exist', 'may still exist'];
    return { operation, path, why: reasons.get(key) ?? 'it is still listed', one, several };
  });
  for (const { operation, path } of failed) sink({ type: 'left-behind', operation, path });
  for (const alike of groupBy(failed, ({ path: _path, ...rest }) => JSON.stringify(rest)).values()) {
    const [{ operation, why, one, several }] = alike;
    const paths = named(alike.map(({ path }) => JSON.stringify(path)));
    const exists = alike.length === 1 ? `it ${one}` : `they ${several}`;
    note(`Clean-up failed: ${operation} ${paths} did not succeed (${why}), so ${exists}. ${remedy}`);
  }
  noteUnremovable(session.ledger.unremovable(), sink);
  const creations = new Set(unconfirmed.map(({ creation }) => creation));
  for (const creation of creations) {
    const count = unconfirmed.filter((one) => one.creation === creation).length;
    note(
      `Clean-up is uncertain: the ${count === 1 ? 'answer to one request' : `answers to ${count} requests`} of ${creation} never told what ${count === 1 ? 'it' : 'they'} created, and that could not be listed (${unlistedReasons.get(creation)}). Look for what came into being during this run, and delete it manually.`,
    );
  }
}

/** Names what no operation of the contract removes. */
function noteUnremovable(unremovable: readonly Unremovable[], sink: Sink): void {
  for (const creation of new Set(unremovable.map((one) => one.creation))) {
    const ids = unremovable.flatMap((one) => (one.creation === creation ? [one.id] : []));
    for (const id of ids)
      sink({ type: 'left-behind', operation: creation, path: id === undefined ? {} : { id }, creation });
    sink({ type: 'note', text: leftBehindNote(creation, ids) });
  }
}

/**
 * Marks what is no longer listed as gone: a process may die after the target removed something and before that is written
 * down. Returns the keys of what is still listed.
 */
async function noteVanished(contract: Contract, session: Session): Promise<ReadonlySet<string>> {
  const stillListed = new Set<string>();
  for (const { node } of contract.operations.values()) {
    const undo = node['x-undo'];
    const remaining = session.ledger.remaining().filter(({ operation }) => operation === undo?.operation);
    if (undo === undefined || remaining.length === 0) continue;
    const listed = among(undo, await listOf(contract, session, undo), () => true);
    const listedKeys = new Set(listed?.map(keyOf));
    for (const created of listed === undefined ? [] : remaining)
      if (listedKeys.has(keyOf(created))) stillListed.add(keyOf(created));
      else session.ledger.gone(created);
  }
  return stillListed;
}

/** At most this many ids are named in one sentence. The journal has all of them. */
const MAX_NAMED_IDS = 20;

/** The first ones of many texts, and how many more there are. */
function named(texts: readonly string[]): string {
  const more = texts.length - MAX_NAMED_IDS;
  return texts.slice(0, MAX_NAMED_IDS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function leftBehindNote(creation: string, ids: readonly (string | undefined)[]): string {
  const unknown = ids.filter((id) => id === undefined).length;
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  const which = present(
    known.length > 0 && `with the ${known.length === 1 ? 'id' : 'ids'} ${named(known)}`,
    unknown > 0 && `${unknown === ids.length ? '' : `${unknown} `}without a known id`,
  ).join('; ');
  const it = ids.length === 1 ? 'it' : 'them';
  return `Left behind: ${ids.length} created by ${creation}, ${which}. The contract has no operation that removes ${it}: delete ${it} in the service itself.`;
}

/** Removes one resource. Returns why that failed; undefined if it succeeded. */
async function takeBack(
  contract: Contract,
  session: Session,
  { operation, path }: Created,
): Promise<string | undefined> {
  try {
    const request = withForce(contract, operationOf(contract, operation)).path(path);
    const answer = await session.takeBack(request);
    return hasSucceeded(answer.outcome) ? undefined : whyRefused(answer);
  } catch (error) {
    if (error instanceof NotTested) return error.message;
    throw error;
  }
}

/** The request for a deletion. Where it has a flag for that, it also removes what the run made below (AIP-135). */
function withForce(contract: Contract, deletion: Operation): RequestBuilder {
  const flag = deletion.parameters.find(({ in: place, name }) => place === 'query' && FORCE.test(name));
  const request = requestWith(contract, deletion);
  return flag === undefined ? request : request.query({ [flag.name]: true });
}

const FORCE = /^(?:force|recursive|cascade)$/iu;

/**
 * Removes what is listed with a text of these creating requests. Some of them had no room for such a text: what has the same
 * name as one of those is only named in a note. Returns why the list could not be read; undefined if it was.
 */
async function takeBackListed(
  contract: Contract,
  session: Session,
  asked: Unanswered,
  sink: Sink,
): Promise<string | undefined> {
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
  const sameNamed = bearing(undo, list, asked.names) ?? [];
  if (sameNamed.length > 0) sink({ type: 'note', text: uncertainOwnerNote(creation, asked.names, sameNamed) });
  return undefined;
}

const UNREADABLE = 'the list could not be read';

function uncertainOwnerNote(creation: string, names: readonly string[], sameNamed: readonly Created[]): string {
  const ids = sameNamed.map(({ path }) => Object.values(path).join(' ')).slice(0, MAX_NAMED_IDS);
  return `Clean-up is uncertain: ${sameNamed.length} of what ${creation} creates has a name that this run gave, too, for want of room for a better one (${[...new Set(names)].map((name) => JSON.stringify(name)).join(', ')}): ${ids.join(', ')}. Where nobody else made it, delete it manually.`;
}

/**
 * Enters into the ledger whatever the target lists under a name that the suite gives, whichever run created it: for a target
 * whose journals are lost. A note names each operation whose creations cannot be listed.
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
