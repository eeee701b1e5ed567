import { permissionOf } from '../permissions.ts';
import { keepsRest } from './on-one.ts';
import { leavingOut, type Place } from './proposal.ts';

/** The text of each clause about the life of a resource, by aspect. */
const PROMISES = {
  unique: 'What is created has an id of its own.',
  listed: 'What is created is listed, as it was created.',
  dropped: 'What was deleted is no longer listed.',
  others: 'Deleting one leaves the others listed.',
  echoed: 'What is created is answered as it was sent.',
  located: 'The header Location leads to what was created.',
  taken: 'One more with the same unique values is refused.',
  read: 'What was created opens by its id, as it was created.',
  elsewhere: 'What was created opens only below its own parent.',
  changed: 'After a change it opens with what was sent, and with the rest as it was.',
  relisted: 'After a change the list shows it as it opens.',
  versioned: 'After a change it has another ETag, and another time of its last change.',
  guarded: 'A change is refused with 412 if its If-Match is out of date, and with 428 without one.',
  assigned: 'A value of a read-only member is refused or ignored.',
  repeatable: 'A repetition with the same idempotency key creates nothing more.',
  refused: 'A refused creation leaves nothing behind.',
  spared: 'A refused change or deletion has no effect.',
  untouched: 'Changing and deleting one leaves another as it was.',
  acted: 'After an action it opens as the action answered, and as the description of the action says.',
  finished: 'An action that was done already is refused.',
  gone: 'What was deleted no longer opens by its id.',
  again: 'What was deleted cannot be deleted again.',
} as const;

/** What PUT promises in place of `changed`, as it names all members, and POST: most do not say what happens to the rest. */
const CHANGED: Readonly<Record<string, string>> = {
  put: 'After it was replaced it opens with what was sent.',
  post: 'After a change it opens with what was sent.',
};

const CHANGED_TO_TAKEN = 'A change to the unique values of another is refused.';

type Life = keyof typeof PROMISES;

/** Clauses of the operation at `place` about what `create` creates. */
export function clausesOf(create: Place, place: Place, lives: readonly Life[]): object {
  return Object.fromEntries(lives.map((life) => [life, clauseOf(create, place, life)]));
}

function promiseOf(place: Place, create: Place, life: Life): string {
  if (life === 'changed' && !keepsRest(place)) return CHANGED[place.method] ?? PROMISES[life];
  return life === 'taken' && place.key !== create.key ? CHANGED_TO_TAKEN : PROMISES[life];
}

function clauseOf(create: Place, place: Place, life: Life) {
  const { key, method, node } = place;
  const promise = promiseOf(place, create, life);
  const permission = permissionOf(create.node, create.method);
  return {
    level: 'SHOULD',
    text: leavingOut(promise, `${node.operationId}/${life}`),
    section: `${method.toUpperCase()} ${key}`,
    needs: permission === undefined ? [] : [`allow:${permission}`],
    life,
  };
}
