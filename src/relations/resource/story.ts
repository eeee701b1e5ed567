import type { CheckContext } from '../../check/check.ts';
import { isSuccess } from '../../check/judges.ts';
import { defined } from '../../defined.ts';
import { exampleBody } from '../../generate/base.ts';
import { sampleOf } from '../../generate/values.ts';
import type { Exchange } from '../../http/exchange.ts';
import { atPointer, isObject, joinPointer } from '../../schema/pointer.ts';
import { namesIn, schemasAt } from '../../schema/schemas-at.ts';
import { type Aspect, type Body, othersOf, type Resource } from './declaration.ts';
import { isAsOpened, isSameValue, isShown } from './kept.ts';
import { createThing, deleteThing, entriesOf, isThere, listThings, type Thing, thingOf, withMark } from './things.ts';

/** The answers to opening a thing, changing it and deleting it, as far as the resource allows these. */
export type Story = {
  readonly born: Thing;
  readonly first?: Exchange;
  readonly change?: { readonly sent: Body; readonly answer: Exchange };
  readonly second?: Exchange;
  /** The list after the change. */
  readonly relisting?: Exchange;
  readonly deletion?: Exchange;
  readonly last?: Exchange;
};

/** The aspects that a story shows. */
const STORY_ASPECTS = ['echoed', 'located', 'read', 'changed', 'relisted', 'gone'] as const satisfies readonly Aspect[];

export type StoryAspect = (typeof STORY_ASPECTS)[number];

export function isStoryAspect(aspect: Aspect): aspect is StoryAspect {
  return (STORY_ASPECTS as readonly Aspect[]).includes(aspect);
}

/** Creates a thing, opens it, changes it, opens it, deletes it and opens it again; once per run. */
export function storyOf(tools: CheckContext, resource: Resource): Promise<Story> {
  return tools.shared(`story ${resource.create.id}`, () => actOut(tools, resource));
}

async function actOut(tools: CheckContext, resource: Resource): Promise<Story> {
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
      : await open((one) => placesOf(sent).every((place) => isShown(one, place, atPointer(sent, place))));
  const relisting = second === undefined ? undefined : await relist(tools, resource, born, second);
  const deletion = remove === undefined ? undefined : await deleteThing(tools, resource, born.id);
  const last = deletion === undefined ? undefined : await open((one) => !isSuccess(one));
  return { born, first, ...defined({ change: changed, second, relisting, deletion, last }) };
}

async function change(tools: CheckContext, { changes }: Resource, { id }: Thing, sent: Body): Promise<Story['change']> {
  const { operation = '', path = '' } = changes ?? {};
  const request = tools
    .request(operation)
    .path({ [path]: id })
    .json(sent);
  return { sent, answer: await tools.send(request) };
}

/** Asks for the list until it shows the thing as it was opened last. */
async function relist(tools: CheckContext, resource: Resource, { id }: Thing, opened: Exchange) {
  if (resource.list === undefined || !isSuccess(opened)) return undefined;
  const isRight = (listing: Exchange): boolean =>
    entriesOf(resource, listing, id).every((entry) => resource.kept.every((place) => isAsOpened(entry, opened, place)));
  return listThings(tools, resource, { living: [id], isRight });
}

/** Creates one with all members of the schema. The target may refuse it, as the document may not say which go together. */
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

/** A valid change that gives each member another value if one is known. Undefined if no valid change is known. */
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
    const isSame = isSameValue(value, asked[name], 0);
    const others = own === undefined || !isSame ? [] : othersOf(own, value, 1);
    return { ...body, [name]: others.find((one) => one !== value && fits({ ...body, [name]: one })) ?? value };
  }, base);
  const name = marked.slice(1);
  const body = name in changed ? { ...changed, [name]: withMark(`$mark ${create.id} changed`, tools.mark) } : changed;
  return fits(body) ? body : undefined;
}

/** JSON Pointers to the members of what was sent. */
export function placesOf(sent: Body): readonly string[] {
  return Object.keys(sent).map((name) => joinPointer('', name));
}
