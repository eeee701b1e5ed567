import type { Assertion } from '../../check/check.ts';
import { holds, thingAt } from '../../check/judges.ts';
import { every } from '../../check/results.ts';
import { atPointer } from '../../schema/pointer.ts';
import { where } from '../../schema/traps.ts';
import { isEqual } from '../invariants/operators.ts';
import type { Resource } from './declaration.ts';
import { isListed, isSameValue } from './kept.ts';
import type { Life } from './life.ts';
import { entriesIn, type Listed } from './list.ts';
import { entriesOf, idIn, pageWith, type Thing } from './things.ts';

/** A new thing is in the list once, with the values that it was created with. */
export function listedAs(resource: Resource, listing: Listed, { asked, answer, id }: Thing): readonly Assertion[] {
  const { kept, name, remove } = resource;
  const entries = () => entriesOf(resource, listing, id);
  const page = () => pageWith(resource, listing, id);
  return [
    (judging) => {
      // Throws `Hidden` if the id breaks the document: then it is unknown under which id it is listed.
      thingAt(answer, resource.id);
      const times = entries().length;
      // If things can be deleted, the aspect `follows` judges that each is listed only once.
      const isRight = remove === undefined ? times === 1 : times > 0;
      return holds(isRight, page(), {
        expected: 'it there once',
        actual: times === 0 ? `a list without ${name} ${id}` : `${name} ${id} in the list ${times} times`,
      })(judging);
    },
    every(kept, 'member', (place) => {
      const [entry] = entries();
      const sent = atPointer(asked, place);
      const listed = atPointer(entry, place);
      // What other entries show, and neither this one nor its answer does, is lost.
      const expected = thingAt(answer, place) ?? (isListed(resource, listing, place) ? sent : undefined);
      if (listed === undefined && resource.omits === true && !isListed(resource, listing, place))
        return () => undefined;
      // If the list shows what was sent and the answer to the creation does not, that answer is wrong and not the list.
      const isSame =
        entry === undefined || isSameValue(listed, expected) || (sent !== undefined && isSameValue(listed, sent));
      return holds(isSame, page(), {
        expected: `${place.slice(1)} ${JSON.stringify(expected)} in the list, as ${name} ${id} was created with`,
        actual: listed ?? 'nothing',
      });
    }),
  ];
}

/**
 * One request creates one thing: nothing else in the list has the mark that this one was created with. `made`: what the run
 * created otherwise. A service that mixes up callers may have given the mark to one of those, and another clause says so.
 */
export function createdOnce(
  resource: Resource,
  listing: Listed,
  { asked, id }: Thing,
  made: readonly string[],
): Assertion {
  const { marked, name } = resource;
  return (judging) => {
    const mark = atPointer(asked, marked);
    const isKnown = entriesOf(resource, listing, id).length > 0;
    const [other] = where(entriesIn(resource, listing), (entry) => atPointer(entry, marked) === mark).filter(
      (entry) => isKnown && !made.some((one) => isEqual([idIn(resource, entry), one], {}) === true),
    );
    return holds(other === undefined, pageWith(resource, listing, id), {
      expected: `one ${name} with the ${marked.slice(1)} ${JSON.stringify(mark)}, as one was created`,
      actual: `${name} ${other === undefined ? '' : String(idIn(resource, other))} has it as well`,
    })(judging);
  };
}

/** Every later list shows the same values of a thing as the first one. */
export function staysAsListed(resource: Resource, { listings }: Life, id: string): Assertion {
  return (judging) => {
    const shown = listings.flatMap(({ answer }) => entriesOf(resource, answer, id).map((entry) => ({ answer, entry })));
    const [first, ...later] = shown;
    for (const { answer, entry } of later)
      for (const place of resource.kept) {
        const [before, after] = [atPointer(first?.entry, place), atPointer(entry, place)];
        if (!isSameValue(after, before, 0))
          return holds(false, pageWith(resource, answer, id), {
            expected: `${place.slice(1)} ${JSON.stringify(before)}, as an earlier list says of ${resource.name} ${id}`,
            actual: after ?? 'nothing',
          })(judging);
      }
    return undefined;
  };
}
