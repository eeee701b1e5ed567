import type { Assertion, CheckContext } from '../../check/check.ts';
import { accepted, enough, holds, refusedSomehow, statusOf, thingAt } from '../../check/judges.ts';
import { sentOnce } from '../../check/positive-control.ts';
import { jsonBodyOf, type RequestBuilder } from '../../check/request.ts';
import { present } from '../../defined.ts';
import { casesOf, isBreak } from '../../generate/body-cases.ts';
import { type Exchange, inThing, isRefusal, saysNothingThere, sentThing } from '../../http/exchange.ts';
import { withArticle } from '../../nouns.ts';
import { atPointer, splitPointer } from '../../schema/pointer.ts';
import { where } from '../../schema/traps.ts';
import { oneByOne } from '../../turns.ts';
import type { Aspect, AspectAssertions, Body, Resource } from './declaration.ts';
import { entriesIn, isWhole, type Listed, pagesOf } from './list.ts';
import { type Change, changedBy, entriesOf, listThings, plainThing, type Thing, withMark } from './things.ts';

/** Creations that have to be refused, sent once per run, if the document promises that they leave nothing behind. */
export function refusedCreations(tools: CheckContext, resource: Resource): Promise<readonly Exchange[]> {
  const { create, plain, refused } = resource;
  if (!isPromised(tools, create.id, 'refused')) return Promise.resolve([]);
  return tools.shared(`refused ${create.id}`, () =>
    sendRefused(tools, resource, tools.request(create.id), plain, refused),
  );
}

/** Is there a clause of this operation about the aspect that this run tests? */
function isPromised({ contract, isWanted }: CheckContext, operation: string, aspect: Aspect): boolean {
  return [...contract.stated.values()].some(
    (one) => one.life === aspect && one.operation === operation && isWanted(one.id),
  );
}

/** Sends what has to be refused: a body with one thing wrong, if there is a body, and the same without a credential. */
function sendRefused(
  tools: CheckContext,
  { create, marked }: Resource,
  request: RequestBuilder,
  body?: Body,
  declared?: Resource['refused'],
): Promise<readonly Exchange[]> {
  const { operation = create } = request.draft;
  const own = withMark(body ?? {}, tools.mark) as Body;
  const valid = body === undefined ? request : request.thing(own);
  const depth = splitPointer(operation.node['x-wrapped'] ?? '').length;
  const broken = casesOf(operation, tools.contract, jsonBodyOf(valid)).find(
    (one) => isBreak(one) && one.path[depth] !== undefined && one.path[depth] !== marked.slice(1),
  );
  const bad =
    declared === undefined
      ? broken && request.json(broken.body).invalid('invalid-body', broken.what)
      : request
          .thing({ ...own, ...(withMark(declared.body, tools.mark) as Body) })
          .invalid('invalid-body', declared.what);
  const { rejects, roles } = operation;
  const attempts = present(
    rejects['invalid-body'] !== undefined && bad,
    roles.length > 0 &&
      roles.every((needed) => needed.length > 0) &&
      rejects['missing-credential'] !== undefined &&
      valid.as().invalid('missing-credential', 'no credential'),
  );
  return oneByOne(attempts, (attempt) => sentOnce(tools, attempt));
}

/** A refused creation leaves nothing behind: no entry of the list has its mark. */
export function questionOfCreations(
  resource: Resource,
  { refusals, listing }: { readonly refusals: readonly Exchange[]; readonly listing: Listed },
): AspectAssertions {
  const refused = refusals.filter(({ outcome }) => isRefusal(outcome));
  return {
    given: [...oneRefused(resource, refusals), ...pagesOf(listing).map(accepted)],
    judge: refused.map((refusal) => (judging) => {
      const mark = markOf(resource, refusal);
      const left = where(entriesIn(resource, listing), (entry) => atPointer(entry, resource.marked) === mark).length;
      const texts = { expected: `no ${resource.name} ${String(mark)} after a refusal`, actual: `${left} of them` };
      return holds(left === 0, pagesOf(listing)[0], texts)(judging);
    }),
  };
}

/** Something was refused. If nothing was, another clause says so. */
function oneRefused({ name }: Resource, refusals: readonly Exchange[]): readonly Assertion[] {
  const none = `no request about ${withArticle(name)} is known that has to be refused`;
  return [
    enough(refusals.length > 0, none),
    ...(refusals.some(({ outcome }) => isRefusal(outcome)) ? [] : refusals.map(refusedSomehow)),
  ];
}

function markOf({ marked }: Resource, request: Exchange): unknown {
  return atPointer(sentThing(request), marked);
}

/** What was tried with a thing and had to be refused, by operation, and the answer to opening it afterwards. */
export interface Spared {
  readonly refusals: readonly Exchange[];
  readonly after: Exchange;
}

/** Tries to change and to delete a thing in ways that have to be refused. Each change has a mark of its own. */
export async function tryRefused(
  tools: CheckContext,
  resource: Resource,
  { id }: Thing,
  { changes, open }: { readonly changes: readonly Change[]; readonly open: () => Promise<Exchange> },
): Promise<Spared | undefined> {
  const { remove, marked } = resource;
  const sentBefore = changedBy(resource, changes).map(({ last, ...one }) => ({ ...one, sent: last.sent }));
  const deleting =
    remove === undefined ? [] : [{ operation: remove.operation.id, path: remove.parameter, sent: undefined }];
  const promised = [...sentBefore, ...deleting].filter(({ operation }) => isPromised(tools, operation, 'spared'));
  const refusals = await oneByOne(promised, ({ operation, path, sent }) => {
    const body = sent && { ...sent, [marked.slice(1)]: '$mark $number' };
    return sendRefused(tools, resource, tools.request(operation).path({ [path]: id }), body);
  });
  return refusals.flat().length === 0 ? undefined : { refusals: refusals.flat(), after: await open() };
}

/** A refused change changes nothing, and a refused deletion deletes nothing. */
export function questionOfSpared(
  resource: Resource,
  operation: string | undefined,
  { id }: Thing,
  spared: Spared | undefined,
): AspectAssertions {
  const { name, marked, remove } = resource;
  const refusals = spared?.refusals.filter((one) => one.operation === operation) ?? [];
  if (spared === undefined) return { given: oneRefused(resource, refusals), judge: [] };
  const { after } = spared;
  if (operation === remove?.operation.id) {
    const texts = { expected: `${name} ${id}, as its deletion was refused`, actual: `status ${statusOf(after)}` };
    return { given: oneRefused(resource, refusals), judge: [holds(!saysNothingThere(after.outcome), after, texts)] };
  }
  return {
    given: [...oneRefused(resource, refusals), accepted(after)],
    judge: refusals
      .filter(({ outcome }) => isRefusal(outcome))
      .map((refusal) => (judging) => {
        const mark = markOf(resource, refusal);
        return holds(thingAt(after, marked) !== mark, after, {
          expected: `another ${marked.slice(1)} than ${JSON.stringify(mark)}, as that change was refused`,
          actual: thingAt(after, marked),
          at: inThing(after, marked),
        })(judging);
      }),
  };
}

/** What callers without access tried to delete, the answers to them, and the list afterwards. */
interface RefusedDeletions {
  readonly thing: Thing;
  readonly attempts: readonly Exchange[];
  readonly listing: Listed;
}

export async function refusedDeletions(
  tools: CheckContext,
  resource: Resource,
  attempt: () => Promise<readonly Exchange[]>,
): Promise<RefusedDeletions> {
  const thing = await plainThing(tools, resource);
  const attempts = await attempt();
  return { thing, attempts, listing: await listThings(tools, resource, { living: [thing.id] }) };
}

/** A refused deletion deletes nothing. Judged only if the list shows other things of this run, else a gap proves nothing. */
export function questionOfDeletions(
  resource: Resource,
  { thing: { answer, id }, attempts, listing }: RefusedDeletions,
  { answer: listed, living }: { readonly answer: Listed; readonly living: readonly string[] },
): AspectAssertions {
  const isListed = (list: Listed, one: string): boolean => entriesOf(resource, list, one).length > 0;
  return {
    given: [
      ...pagesOf(answer).map(accepted),
      ...pagesOf(listing).map(accepted),
      enough(isWhole(resource, listing), 'the listing has more items than the run read of it'),
      enough(attempts.length > 0, 'nobody without access tried to delete it'),
      ...attempts.map((one) => refusedSomehow(one)),
      (judging) =>
        enough(
          living.some((one) => one !== id && isListed(listed, one)),
          'nothing else that was created is listed',
        )(judging),
    ],
    judge: [
      (judging) =>
        holds(isListed(listing, id), pagesOf(listing)[0], {
          expected: `${resource.name} ${id} in the list, for each deletion of it was refused`,
          actual: `it is gone after deletions with ${attempts.map(attemptText).join(', ')}`,
        })(judging),
    ],
  };
}

/** Who tried it, and the status. */
function attemptText(attempt: Exchange): string {
  const { intent } = attempt;
  return `${intent.kind === 'valid' ? 'access' : intent.what} (${statusOf(attempt) ?? 'no answer'})`;
}
