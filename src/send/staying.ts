import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { isObject } from '../schema/pointer.ts';
import { idText } from '../schema/traps.ts';
import type { RunEvent } from './journal.ts';
import { createsForGood } from './ledger.ts';
import { carrying, listedAt, namesOf } from './listed.ts';
import type { Session } from './session.ts';

/**
 * What still exists and cannot be removed over the API: a sentence for each operation that created it. With `events` it is about
 * that run, else about any run, by the names that the suite gives. It is looked up in the list of the target.
 */
export async function stayingNotes(
  contract: Contract,
  session: Session,
  events: readonly RunEvent[] | undefined,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const operation of contract.operations.values()) {
    const created = events === undefined ? undefined : creationsIn(events, operation.id);
    if (!createsForGood(operation) || created?.count === 0) continue;
    const listed = await listedAt(contract, session, operation);
    if ('why' in listed) notes.push(unlistedNote(operation, listed.why, created?.ids ?? []));
    else notes.push(...stillListedNote(operation, idsIn(listed.list, operation, created)));
  }
  return notes;
}

type Creations = ReturnType<typeof creationsIn>;

/** What a run created by this operation: how much, the known ids, and whether there may be more. */
function creationsIn(events: readonly RunEvent[], creation: string) {
  const related = events.filter((event) => 'creation' in event && event.creation === creation);
  const leftBehind = related.filter(({ type }) => type === 'left-behind');
  const ids = leftBehind.flatMap((event) => ('path' in event ? Object.values(event.path) : []));
  const hasEnded = events.some(({ type }) => type === 'end');
  return {
    count: hasEnded ? leftBehind.length : related.length,
    ids,
    isIncomplete: !hasEnded || ids.length < leftBehind.length,
  };
}

/** The listed ids that the run created. If not all of these are known, also those of items with a name that the suite gives. */
function idsIn(list: unknown, operation: Operation, created: Creations | undefined): readonly string[] {
  const idOf = (item: object): string => ('id' in item ? idText(item.id) : '') || 'without an id';
  const named = created?.isIncomplete === false ? [] : carrying(list, namesOf(operation)).map(idOf);
  const own = carrying(list, () => true).filter((item) => isObject(item) && created?.ids.includes(idOf(item)) === true);
  return [...new Set([...own.map(idOf), ...named])];
}

function stillListedNote({ id }: Operation, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const [are, them] = ids.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    `${ids.length} created by ${id} ${are} still listed, and the contract has no operation that removes ${them}: delete ${them} in the service itself. ${ids.length === 1 ? 'The id' : 'The ids'}: ${ids.join(', ')}`,
  ];
}

function unlistedNote({ id }: Operation, why: string, ids: readonly string[]): string {
  const known = ids.length === 0 ? '' : ` The run left: ${ids.join(', ')}`;
  return `What ${id} creates cannot be removed over the API, and could not be listed (${why}): look for it in the service itself.${known}`;
}
