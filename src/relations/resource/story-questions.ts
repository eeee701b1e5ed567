import type { Assertion, Judging } from '../../check/check.ts';
import { accepted, enough, holds, isSuccess, notServed, statusOf, thingAt } from '../../check/judges.ts';
import { isBelowId } from '../../check/place.ts';
import { every } from '../../check/results.ts';
import { endsLike, segmentIn } from '../../contract/path-names.ts';
import { type Exchange, headerOf } from '../../http/exchange.ts';
import { withArticle } from '../../nouns.ts';
import { isUuid } from '../../schema/formats.ts';
import { atPointer, isObject, joinPointer, splitPointer } from '../../schema/pointer.ts';
import { questionOfAction, questionOfSecondAction } from './acted.ts';
import { questionOfAssigned } from './assigned.ts';
import type { AspectAssertions, Resource, StoryAspect } from './declaration.ts';
import { questionOfDoubled } from './doubled.ts';
import { echoed, isAsOpened, isSameValue, isShown, isUnchanged, shows } from './kept.ts';
import { pagesOf } from './list.ts';
import { questionOfSpared } from './refusals.ts';
import { questionOfRepetition } from './repeated.ts';
import { type Neighbour, placesOf, type Story } from './story.ts';
import { type Change, entriesOf, pageWith, placeOf, type Thing } from './things.ts';
import { isVisible, questionOfGuards, questionOfVersion } from './versions.ts';

/**
 * What must hold before an aspect is judged on a story, and the assertions that judge it. What is about changes is judged on
 * those by `operation`.
 */
export function storyAssertions(
  aspect: StoryAspect,
  resource: Resource,
  story: Story,
  operation?: string,
): AspectAssertions {
  const isAsked = (one: { readonly operation: string }) => operation === undefined || one.operation === operation;
  const asked = {
    changes: story.changes.filter(isAsked),
    guarded: story.guarded.filter(isAsked),
    assigned: story.assigned.filter(isAsked),
    acted: story.acted.filter(isAsked),
    doubled: story.doubled.filter(isAsked),
  };
  const { given, judge } = QUESTIONS[aspect](resource, { ...story, ...asked, asked: operation });
  return { given: [accepted(story.born.answer), ...given], judge };
}

/** A story, and the operation that is asked about. */
type Asked = Story & { readonly asked: string | undefined };

type Question = (resource: Resource, story: Asked) => AspectAssertions;

const QUESTIONS: Readonly<Record<StoryAspect, Question>> = {
  echoed: (resource, { born }) => ({ given: [], judge: [echoed(resource, born)] }),
  located: (resource, { born }) => ({ given: [], judge: [located(resource, born)] }),
  taken: (resource, { doubled }) => questionOfDoubled(resource, doubled),
  read: (resource, { born, first }) => {
    if (first === undefined) return notOpened(resource);
    const why = `as ${resource.name} ${born.id} was created with`;
    return {
      given: [],
      judge: [accepted(first), shows(first, resource.kept, (place) => thingAt(born.answer, place), why)],
    };
  },
  elsewhere: elsewhereQuestion,
  changed: ofChanges(questionOfChange),
  relisted: ofChanges(questionOfRelisting),
  versioned: (resource, story) =>
    ofChanges(questionOfVersion)(resource, { ...story, changes: story.changes.filter(isVisible) }),
  guarded: (resource, { guarded }) => questionOfGuards(resource, guarded),
  assigned: (resource, { assigned }) => questionOfAssigned(resource, assigned),
  repeatable: (resource, { repeated }) => questionOfRepetition(resource, repeated),
  untouched: (resource, { neighbour }) =>
    neighbour === undefined ? notOpened(resource) : questionOfOther(resource, neighbour),
  spared: (resource, { asked, born, spared }) => questionOfSpared(resource, asked, born, spared),
  acted: (resource, { acted }) => questionOfAction(resource, acted),
  finished: (resource, { acted }) => questionOfSecondAction(resource, acted),
  gone: (resource, { born, first, deletion, last }) => {
    if (first === undefined) return notOpened(resource);
    const deleted = deletion === undefined ? [] : [accepted(deletion)];
    return { given: [accepted(first), ...deleted], judge: last === undefined ? [] : [isGone(resource, born, last)] };
  },
};

/** What was created below one parent does not open below another. The mark tells it from a thing there with the same id. */
function elsewhereQuestion(resource: Resource, { born, first, elsewhere }: Story): AspectAssertions {
  const { name, within = '', marked } = resource;
  if (first === undefined) return notOpened(resource);
  if (elsewhere === undefined) return { given: [enough(false, `the target lists no other ${within}`)], judge: [] };
  const isSame = () => isSuccess(elsewhere) && isSameValue(thingAt(elsewhere, marked), thingAt(first, marked));
  return {
    given: [accepted(first)],
    judge: [
      (judging) =>
        holds(!isSame(), elsewhere, {
          expected: 'no success',
          actual: `${name} ${born.id} opens below another ${within} than the one it was created below`,
        })(judging),
    ],
  };
}

function notOpened({ name }: Resource): AspectAssertions {
  return { given: [enough(false, `no ${name} could be created and opened`)], judge: [] };
}

/** The same question about each change. */
function ofChanges(ask: (resource: Resource, change: Change, born: Thing) => AspectAssertions): Question {
  return (resource, { born, first, changes }) => {
    if (first === undefined) return notOpened(resource);
    const questions = changes.map((change) => ask(resource, change, born));
    const isKnown = enough(changes.length > 0, `no change of ${withArticle(resource.name)} is known that is valid`);
    return {
      given: [accepted(first), isKnown, ...questions.flatMap((one) => one.given)],
      judge: questions.flatMap((one) => one.judge),
    };
  };
}

/**
 * What was not asked to be changed or deleted opens as before. Judged is the text with the mark: a position or a flag that only
 * one may have can move.
 */
function questionOfOther({ name, marked }: Resource, { thing, before, after }: Neighbour): AspectAssertions {
  const why = `as before another ${name} was changed and deleted`;
  return {
    given: [accepted(before)],
    judge: [
      holds(isSuccess(after), after, {
        expected: `${name} ${thing.id} opens, ${why}`,
        actual: `status ${statusOf(after)}`,
      }),
      ...(isSuccess(after) ? [shows(after, [marked], (place) => thingAt(before, place), why)] : []),
    ],
  };
}

function isGone({ name }: Resource, { id }: Thing, last: Exchange): Assertion {
  if (!isSuccess(last)) return notServed(last);
  return holds(false, last, {
    expected: `no success, as ${name} ${id} was deleted`,
    actual: `reading it after its deletion has status ${String(statusOf(last))}`,
  });
}

/** Members for the identity and the creation time of a thing: a change must not alter them. */
const ORIGINS = ['id', 'createdAt', 'created_at', 'created', 'registeredAt', 'registered_at'].map((name) =>
  joinPointer('', name),
);

/**
 * RFC 9110 section 10.2.2: the Location of a 201 refers to what was created. Judged is the id at the end of its path, and that
 * the path ends like that of GET for it: what is before that may be of a proxy. What is below an id may have another path, too.
 */
function located({ name, create, reads }: Resource, { answer, id }: Thing): Assertion {
  const location = headerOf(answer, 'location');
  if (location === undefined) return () => undefined;
  const base = `http://service.local${answer.request.target}`;
  const path = URL.canParse(location, base) ? new URL(location, base).pathname.replace(/\/$/u, '') : '';
  const end = `/${encodeURIComponent(segmentIn(`${create.path}/{id}`, 'id', id))}`;
  // The letters of a UUID may have either case (RFC 9562 section 4).
  const isOfId = path.endsWith(end) || (isUuid(id) && path.toLowerCase().endsWith(end.toLowerCase()));
  const isLikeOne = ({ contract }: Judging): boolean => {
    const all = [...contract.operations.values()].filter(({ method }) => method === 'GET');
    const own = isBelowId(create) ? [] : all.filter(({ id: operation }) => operation === reads?.operation);
    return (own.length > 0 ? own : all).some((one) => endsLike(path, one.path));
  };
  return (judging) =>
    holds(isOfId && isLikeOne(judging), answer, {
      expected: `the path of ${name} ${id} in the header Location`,
      actual: location,
    })(judging);
}

/** Members that a change names have the sent values. Others stay: if it is partial all, else the identity and creation time. */
function questionOfChange(
  resource: Resource,
  { operation, sent, earlier, answer, before, after }: Change,
  born: Thing,
): AspectAssertions {
  const isNamed = (place: string): boolean => (splitPointer(place)[0] ?? '') in sent;
  const changed = placesOf(earlier).filter((place) => !isObject(atPointer(earlier, place)));
  const keepsRest = resource.changes.some((one) => one.operation === operation && one.partial === true);
  const kept = keepsRest || answer.request.method === 'PATCH' ? [...resource.kept, ...changed] : [];
  const others = [...new Set([...kept, ...ORIGINS])].filter((place) => !isNamed(place));
  const [sentValue, valueBefore] = [
    (place: string) => atPointer(sent, place),
    (place: string) => thingAt(before, place),
  ];
  // An answer of another media type, as XML, says nothing of members.
  const areReadable = [before, after].every((one) => thingAt(one, '') !== undefined);
  const isSame = (place: string): boolean => !areReadable || isUnchanged(thingAt(after, place), valueBefore(place));
  // Null may empty a member, or give it its default.
  const isTaken = (one: Exchange, place: string): boolean =>
    isShown(one, place, sentValue(place)) ||
    (sentValue(place) === null && !isSameValue(thingAt(one, place), valueBefore(place)));
  const why = `as a change said of ${resource.name} ${born.id}`;
  return {
    given: [accepted(answer), accepted(after)],
    judge: [
      ...[answer, after].map((one) => shows(one, placesOf(sent), sentValue, why, (place) => isTaken(one, place))),
      shows(after, others, valueBefore, 'as it was before a change that did not name it', isSame),
    ],
  };
}

/** After a change, the list shows the thing as opening it does. */
function questionOfRelisting(resource: Resource, { answer, after, relisting }: Change, born: Thing): AspectAssertions {
  if (relisting === undefined)
    return {
      given: [enough(false, `no list after a change of ${withArticle(resource.name)} was asked for`)],
      judge: [],
    };
  const isRelisted =
    (place: string): Assertion =>
    (judging) => {
      const [entry = {}] = entriesOf(resource, relisting, born.id);
      const page = pageWith(resource, relisting, born.id);
      return holds(isAsOpened(entry, after, place), page, {
        expected: `${place.slice(1)} ${JSON.stringify(thingAt(after, place))} in the list, as ${resource.name} ${born.id} is opened after a change`,
        actual: atPointer(entry, place) ?? 'nothing',
        ...placeOf(entry, page, resource.items ?? ''),
      })(judging);
    };
  return {
    given: [accepted(answer), accepted(after), ...pagesOf(relisting).map(accepted)],
    judge: [every(resource.kept, 'member', isRelisted)],
  };
}
