import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { isObject } from '../schema/pointer.ts';
import { idText } from '../schema/traps.ts';
import type { RunEvent } from './journal.ts';
import { createsForGood } from './ledger.ts';
import { carrying, listedAt, namesOf } from './listed.ts';
import type { Session } from './session.ts';

/**
 * What is still there of what the contract has no operation to remove, a sentence for each operation that created it: of one
 * run, by its `events`, or else of any run, by the names that the suite gives. It is looked up where the target lists it.
 */
export async function stayingNotes(
  contract: Contract,
  session: Session,
  events: readonly RunEvent[] | undefined,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const operation of contract.operations.values()) {
    const made = events === undefined ? undefined : madeIn(events, operation.id);
    if (!createsForGood(operation) || made?.count === 0) continue;
    const listed = await listedAt(contract, session, operation);
    if ('why' in listed) notes.push(unlisted(operation, listed.why, made?.ids ?? []));
    else notes.push(...stillThere(operation, idsIn(listed.list, operation, made)));
  }
  return notes;
}

interface Made {
  readonly count: number;
  /** As far as they are known. */
  readonly ids: readonly string[];
  /** There may be more than are known. */
  readonly isOpen: boolean;
}

/** What a run created by this operation. */
function madeIn(events: readonly RunEvent[], creation: string): Made {
  const about = events.filter((event) => 'creation' in event && event.creation === creation);
  const told = about.filter(({ type }) => type === 'left-behind');
  const ids = told.flatMap((event) => ('path' in event ? Object.values(event.path) : []));
  const ended = events.some(({ type }) => type === 'end');
  return { count: ended ? told.length : about.length, ids, isOpen: !ended || ids.length < told.length };
}

/** The ids of what is listed and was made by the run; where that is not known, of what bears a name of the suite. */
function idsIn(list: unknown, operation: Operation, made: Made | undefined): readonly string[] {
  const idOf = (item: object): string => ('id' in item ? idText(item.id) : '') || 'without an id';
  const named = made?.isOpen === false ? [] : carrying(list, namesOf(operation)).map(idOf);
  const own = carrying(list, () => true).filter((item) => isObject(item) && made?.ids.includes(idOf(item)) === true);
  return [...new Set([...own.map(idOf), ...named])];
}

function stillThere({ id }: Operation, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const [are, them] = ids.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    `${ids.length} created by ${id} ${are} still listed, and the contract has no operation that removes ${them}: delete ${them} in the service itself. ${ids.length === 1 ? 'The id' : 'The ids'}: ${ids.join(', ')}`,
  ];
}

function unlisted({ id }: Operation, why: string, ids: readonly string[]): string {
  const known = ids.length === 0 ? '' : ` The run left: ${ids.join(', ')}`;
  return `What ${id} creates cannot be removed over the API, and could not be listed (${why}): look for it in the service itself.${known}`;
}
