import type { Assertion } from '../../check/check.ts';
import { accepted, answeredWith, enough, holds, isSuccess, notServed, thingAt } from '../../check/judges.ts';
import { every, provided } from '../../check/results.ts';
import { pathOf } from '../../http/base-url.ts';
import { type Exchange, inThing } from '../../http/exchange.ts';
import { plural } from '../../nouns.ts';
import { type Aspect, type AspectAssertions, nothingThere, type Resource, type StoryAspect } from './declaration.ts';
import type { Life, Listing } from './life.ts';
import { isWhole, type Listed, pagesOf } from './list.ts';
import { createdOnce, listedAs, staysAsListed } from './listed.ts';
import { entriesOf, pageWith, placeOf } from './things.ts';

type LifeAspect = Exclude<Aspect, 'refused' | StoryAspect>;

/** What must hold before an aspect is judged on a life, and the assertions that judge it. */
export function lifeAssertions(aspect: LifeAspect, resource: Resource, life: Life): AspectAssertions {
  return ASSERTIONS[aspect](resource, life);
}

const ASSERTIONS: Readonly<Record<LifeAspect, (resource: Resource, life: Life) => AspectAssertions>> = {
  unique: (resource, life) => ({
    given: allAccepted(life.born),
    judge: resource.unique.map((place) => allDifferAt(life, place)),
  }),
  opens: ({ name }, { born, uses }) => ({
    given: allAccepted(born),
    judge: uses.map(({ answer }) => acceptedWith(name, answer)),
  }),
  listed: (resource, life) => ({
    given: [...allAccepted(life.born), ...life.sought.flatMap(({ listing }) => isShown(resource, listing))],
    judge: [
      ...life.sought.flatMap(({ listing, thing, isAlone }) => [
        ...listedAs(resource, listing, thing),
        ...(isAlone === true ? [createdOnce(resource, listing, thing, life.made)] : []),
      ]),
      ...life.born.map(({ id }) => staysAsListed(resource, life, id)),
    ],
  }),
  dropped: (resource, life) => ({
    given: areShown(resource, life.listings),
    judge: life.listings.filter(({ gone }) => gone.length > 0).map((listing) => dropped(resource, life, listing)),
  }),
  follows: (resource, { born, listings, deletions }) => ({
    given: [...allAccepted(born), ...areShown(resource, listings), ...allAccepted(deletions)],
    judge: listings.map((listing) => listsExactly(resource, listing)),
  }),
  dead: (resource, life) => ({
    given: [],
    judge: life.dead.map(({ id, answer }) =>
      provided([...usesOf(life, id), deletionOf(resource, life, id, succeeded)], notServed(answer)),
    ),
  }),
  again: (resource, life) => ({
    given: [],
    judge: life.again.map(({ id, answer }) =>
      provided([deletionOf(resource, life, id)], answeredWith(answer, ...nothingThere(resource))),
    ),
  }),
  others: (resource, life) => ({
    given: [
      ...allAccepted([...life.born, ...life.uses]),
      ...areShown(resource, life.listings.slice(0, 2)),
      ...allAccepted(life.deletions.slice(0, 1)),
    ],
    judge: othersStay(resource, life),
  }),
};

/** A request with what was created as its credential is accepted. */
function acceptedWith(name: string, answer: Exchange): Assertion {
  return (judging) => {
    const result = accepted(answer)(judging);
    if (result?.kind !== 'violation') return result;
    const { method } = answer.request;
    return { ...result, expected: `${result.expected} for ${method} ${pathOf(answer.request)} with the new ${name}` };
  };
}

function allAccepted(some: readonly { readonly answer: Exchange }[]): readonly Assertion[] {
  return some.map(({ answer }) => accepted(answer));
}

function areShown(resource: Resource, listings: readonly Listing[]): readonly Assertion[] {
  return listings.flatMap(({ answer }) => isShown(resource, answer));
}

function isShown(resource: Resource, listing: Listed): readonly Assertion[] {
  return [...pagesOf(listing).map(accepted), isFull(resource, listing)];
}

/** Is the list complete? Otherwise a missing thing may be on another page. */
function isFull(resource: Resource, listing: Listed): Assertion {
  return (judging) => enough(isWhole(resource, listing), 'the listing has more items than the run read of it')(judging);
}

function allDifferAt({ born, different }: Life, place: string): Assertion {
  const last = born.at(-1)?.answer;
  if (last === undefined) return enough(false, 'nothing was created');
  return holds(different[place] === born.length, last, {
    expected: `${born.length} different values for ${born.length} of them`,
    actual: plural(different[place] ?? 0, 'different value'),
    at: inThing(last, place),
  });
}

/** Its credential was accepted while it existed. */
function usesOf({ uses }: Life, id: string): readonly Assertion[] {
  return allAccepted(uses.filter((one) => one.id === id));
}

function deletionOf(resource: Resource, { born, deletions }: Life, id: string, isDone = accepted): Assertion {
  const thing = born.find((one) => one.id === id);
  const deletion = deletions.find((one) => one.id === id);
  if (deletion === undefined) return enough(false, `${id} was not deleted`);
  return (judging) => {
    // Throws `Hidden` if the id breaks the document: then it is unknown what was deleted by it.
    if (thing !== undefined) thingAt(thing.answer, resource.id);
    return isDone(deletion.answer)(judging);
  };
}

/** Any success counts, even a wrong status: the caller then trusts that the deleted credential opens nothing any more. */
function succeeded(deletion: Exchange): Assertion {
  return isSuccess(deletion) ? () => undefined : accepted(deletion);
}

/** No deleted thing is listed. A thing counts only if its deletion succeeded, and if the first list had it if required. */
function dropped(resource: Resource, life: Life, { answer, gone }: Listing): Assertion {
  const [{ answer: first, living }] = life.listings;
  const wasListed = (id: string): Assertion =>
    listedIn(resource, first, id, true, {
      expected: `${resource.name} ${id} in the list before it is deleted`,
      actual: `${resource.name} ${id} is not in the list`,
    });
  return every(gone, `deleted ${resource.name}`, (id) =>
    provided(
      [deletionOf(resource, life, id), ...(living.includes(id) ? [wasListed(id)] : [])],
      listedIn(resource, answer, id, false, {
        expected: `no deleted ${resource.name} in the list`,
        actual: `${resource.name} ${id} is still in the list`,
      }),
    ),
  );
}

function listedIn(
  resource: Resource,
  listing: Listed,
  id: string,
  isThere: boolean,
  texts: { readonly expected: string; readonly actual: string },
): Assertion {
  return (judging) => {
    const [entry] = entriesOf(resource, listing, id);
    const page = pageWith(resource, listing, id);
    const place = entry === undefined ? {} : placeOf(entry, page, resource.items ?? '');
    return holds((entry !== undefined) === isThere, page, { ...texts, ...place })(judging);
  };
}

/** Each thing is listed once if it exists, and not at all if it was deleted. */
export function listsExactly(resource: Resource, { answer, living, gone }: Listing): Assertion {
  return (judging) => {
    const times = (id: string) => entriesOf(resource, answer, id).length;
    const wrongIds = [...living.filter((id) => times(id) !== 1), ...gone.filter((id) => times(id) !== 0)];
    return holds(wrongIds.length === 0, pagesOf(answer)[0], {
      expected: 'what was created is listed once, what was deleted is not',
      actual: wrongIds.map((id) => `${resource.name} ${id}: ${times(id)} times`).join(', '),
    })(judging);
  };
}

function othersStay(resource: Resource, { listings: [full, changed], usesAfter }: Life): readonly Assertion[] {
  const remaining =
    changed === undefined ? [] : full.living.filter((id) => changed.living.includes(id) && !changed.gone.includes(id));
  return [
    ...remaining.map(
      (id): Assertion =>
        (judging) =>
          // Another clause reports what was not listed before.
          changed === undefined || entriesOf(resource, full.answer, id).length === 0
            ? undefined
            : holds(entriesOf(resource, changed.answer, id).length > 0, pagesOf(changed.answer)[0], {
                expected: `${resource.name} ${id} in the list, for another was deleted`,
                actual: `${resource.name} ${id} is not in the list`,
              })(judging),
    ),
    ...allAccepted(usesAfter),
  ];
}
