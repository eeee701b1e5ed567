import type { Assertion, CheckContext } from '../../check/check.ts';
import { accepted, at, enough, every, holds, isSuccess, notServed, statusOf } from '../../check/judges.ts';
import { defined } from '../../defined.ts';
import { exampleBody } from '../../generate/base.ts';
import { sampleOf } from '../../generate/values.ts';
import type { Exchange } from '../../http/exchange.ts';
import { atPointer, isObject, joinPointer, splitPointer } from '../../schema/pointer.ts';
import { namesIn, schemasAt } from '../../schema/schemas-at.ts';
import { type Aspect, type Body, othersOf, type Resource } from './declaration.ts';
import { echoed, isKept } from './kept.ts';
import type { Question } from './question.ts';
import { createThing, deleteThing, isThere, type Thing, thingOf, withMark } from './things.ts';

/** What opens by its id before and after it is changed, and after it is deleted: as far as the resource has that. */
export type Story = {
  readonly born: Thing;
  readonly first?: Exchange;
  readonly change?: { readonly sent: Body; readonly answer: Exchange };
  readonly second?: Exchange;
  readonly deletion?: Exchange;
  readonly last?: Exchange;
};

/** The aspects that a story shows. */
const TOLD = ['echoed', 'located', 'read', 'changed', 'gone'] as const satisfies readonly Aspect[];

export type Told = (typeof TOLD)[number];

export function isTold(aspect: Aspect): aspect is Told {
  return (TOLD as readonly Aspect[]).includes(aspect);
}

/** One thing that is created, opened, changed, opened, deleted, and asked for again; once per run. */
export function storyOf(tools: CheckContext, resource: Resource): Promise<Story> {
  return tools.shared(`story ${resource.create.id}`, () => tell(tools, resource));
}

async function tell(tools: CheckContext, resource: Resource): Promise<Story> {
  const full = await createFull(tools, resource);
  const born = isThere(resource, full) ? full : await createThing(tools, resource, resource.bodies.at(-1));
  const { reads, remove } = resource;
  if (reads === undefined || !isThere(resource, born)) return { born };
  const open = (isUpToDate: (answer: Exchange) => boolean) =>
    tools.send(
      tools
        .request(reads.operation)
        .path({ [reads.path]: born.id })
        .until(isUpToDate),
    );
  const first = await open(isSuccess);
  const sent = isSuccess(first) ? changeOf(tools, resource, born) : undefined;
  const changed = sent === undefined ? undefined : await change(tools, resource, born, sent);
  const second =
    sent === undefined
      ? undefined
      : await open((one) => fitsAt(one, placesOf(sent), (place) => atPointer(sent, place)));
  const deletion = remove === undefined ? undefined : await deleteThing(tools, resource, born.id);
  const last = deletion === undefined ? undefined : await open((one) => !isSuccess(one));
  return { born, first, ...defined({ change: changed, second, deletion, last }) };
}

async function change(tools: CheckContext, { changes }: Resource, { id }: Thing, sent: Body): Promise<Story['change']> {
  const { operation = '', path = '' } = changes ?? {};
  const request = tools
    .request(operation)
    .path({ [path]: id })
    .json(sent);
  return { sent, answer: await tools.send(request) };
}

/** With every member that the document names. It may be refused: what they mean together, the document may not say. */
async function createFull(tools: CheckContext, resource: Resource): Promise<Thing> {
  const { contract } = tools;
  const { id, requestBody } = resource.create;
  const schema = requestBody?.schema ?? {};
  const fits = contract.validators.compile(schema);
  const body = namesIn(contract.document, schema).reduce<Body>((whole, name) => {
    const [own] = name in whole ? [] : schemasAt(contract.document, schema, joinPointer('', name));
    const longer = own === undefined ? whole : { ...whole, [name]: sampleOf(contract.document, own) };
    return fits(longer) ? longer : whole;
  }, resource.plain);
  const marked = withMark(body, tools.mark) as Body;
  return thingOf(resource, await tools.send(tools.request(id).json(marked).refusable('every member of the body')));
}

/** A valid change in which each member has another value than it has, where another one is known. */
function changeOf(tools: CheckContext, { changes, create, marked }: Resource, { asked }: Thing): Body | undefined {
  const { contract } = tools;
  const operation = contract.operations.get(changes?.operation ?? '');
  const example = operation === undefined ? undefined : exampleBody(contract, operation.id);
  const base = operation?.method === 'PUT' ? asked : example;
  if (operation?.requestBody === undefined || !isObject(base)) return undefined;
  const { schema } = operation.requestBody;
  const fits = contract.validators.compile(schema);
  const changed = Object.entries(base).reduce<Body>((body, [name, value]) => {
    const [own] = schemasAt(contract.document, schema, joinPointer('', name));
    const isSame = isKept(value, asked[name], 0);
    const others = own === undefined || !isSame ? [] : othersOf(own, value, 1);
    return { ...body, [name]: others.find((one) => one !== value && fits({ ...body, [name]: one })) ?? value };
  }, base);
  const name = marked.slice(1);
  const body = name in changed ? { ...changed, [name]: withMark(`$mark ${create.id} changed`, tools.mark) } : changed;
  return fits(body) ? body : undefined;
}

/** The places of what was sent. */
function placesOf(sent: Body): readonly string[] {
  return Object.keys(sent).map((name) => joinPointer('', name));
}

type Expected = (place: string) => unknown;

/** Is there what ought to be there, at each of these places? What an operation never shows is open. */
function fitsAt(answer: Exchange, places: readonly string[], expected: Expected): boolean {
  return places.every((place) => isShown(answer, place, expected(place)));
}

function isShown(answer: Exchange, place: string, expected: unknown): boolean {
  const shown = isSuccess(answer) ? at(answer, place) : undefined;
  return shown === undefined || expected === undefined || isKept(shown, expected);
}

/** Each place of an answer shows what is expected there; `why` says for what reason. */
function shows(
  answer: Exchange,
  places: readonly string[],
  expected: Expected,
  why: string,
  isRight: (place: string) => boolean = (place) => isShown(answer, place, expected(place)),
): Assertion {
  return every(
    places,
    'member',
    (place): Assertion =>
      (judging) =>
        holds(isRight(place), answer, {
          expected: `${place.slice(1)} ${JSON.stringify(expected(place))}, ${why}`,
          actual: at(answer, place) ?? 'nothing',
          at: place,
        })(judging),
  );
}

/** What has to hold before an aspect is judged, and what the aspect asks. */
export function questionOfStory(aspect: Told, resource: Resource, story: Story): Question {
  const { born, first, deletion, last } = story;
  const { name, kept } = resource;
  const given = [accepted(born.answer)];
  if (aspect === 'echoed') return { given, judge: [echoed(resource, born)] };
  if (aspect === 'located') return { given, judge: [located(resource, born)] };
  if (first === undefined)
    return { given: [...given, enough(false, `no ${name} could be created and opened`)], judge: [] };
  const asCreated = shows(first, kept, (place) => at(born.answer, place), `as ${name} ${born.id} was created with`);
  if (aspect === 'read') return { given, judge: [accepted(first), asCreated] };
  given.push(accepted(first));
  if (aspect === 'changed') return questionOfChange(resource, first, story, given);
  if (deletion !== undefined) given.push(accepted(deletion));
  return { given, judge: last === undefined ? [] : [isGone(resource, born, last)] };
}

function isGone({ name }: Resource, { id }: Thing, last: Exchange): Assertion {
  if (!isSuccess(last)) return notServed(last);
  return holds(false, last, {
    expected: `no success, as ${name} ${id} was deleted`,
    actual: `reading it after its deletion has status ${String(statusOf(last))}`,
  });
}

/** Where something tells what it is and since when: no change of it changes that. */
const ORIGINS = ['id', 'createdAt', 'created_at', 'created', 'registeredAt', 'registered_at'].map((name) =>
  joinPointer('', name),
);

/** RFC 9110 section 10.2.2: Location of a 201 refers to what was created. How the path before its id begins is the service's own. */
function located({ name }: Resource, { answer, id }: Thing): Assertion {
  const location = answer.outcome.kind === 'response' ? answer.outcome.headers['location'] : undefined;
  const path = location?.replace(/[?#].*$/su, '').replace(/\/$/u, '') ?? '';
  return (judging) =>
    location === undefined
      ? undefined
      : holds(path.endsWith(`/${encodeURIComponent(id)}`), answer, {
          expected: `the path of ${name} ${id} in the header Location`,
          actual: location,
        })(judging);
}

/** What a change names is shown as it was sent; of one that names a part (PATCH) the rest as it was. */
function questionOfChange(
  resource: Resource,
  first: Exchange,
  { born, change, second }: Story,
  given: readonly Assertion[],
): Question {
  if (change === undefined || second === undefined)
    return { given: [...given, enough(false, `no change of a ${resource.name} is known that is valid`)], judge: [] };
  const { sent, answer } = change;
  const isNamed = (place: string): boolean => (splitPointer(place)[0] ?? '') in sent;
  const kept = answer.request.method === 'PATCH' ? resource.kept : [];
  const others = [...new Set([...kept, ...ORIGINS])].filter((place) => !isNamed(place));
  const [told, before] = [(place: string) => atPointer(sent, place), (place: string) => at(first, place)];
  const isSame = (place: string): boolean => isKept(at(second, place), before(place));
  return {
    given: [...given, accepted(answer), accepted(second)],
    judge: [
      ...[answer, second].map((one) =>
        shows(one, placesOf(sent), told, `as a change said of ${resource.name} ${born.id}`),
      ),
      shows(second, others, before, 'as it was before a change that did not name it', isSame),
    ],
  };
}
