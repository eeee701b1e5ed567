import type { CheckContext } from '../../check/check.ts';
import { accepted, enough, holds, refusedSomehow, statusOf } from '../../check/judges.ts';
import { sentOnce } from '../../check/positive-control.ts';
import { SpecError } from '../../errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { where } from '../../schema/traps.ts';
import type { AspectAssertions, Resource } from './declaration.ts';
import { entriesIn, isWhole, type Listed, pagesOf } from './list.ts';
import { entriesOf, listThings, plainThing, type Thing, withMark } from './things.ts';

/** A creation that was refused. */
interface RefusedCreation {
  readonly refusal: Exchange;
  /** The mark that it would have had. */
  readonly mark: unknown;
}

export function refusedCreation(tools: CheckContext, resource: Resource): Promise<RefusedCreation> {
  return tools.shared(`refused ${resource.create.id}`, async () => {
    const { body, what } = refusedOf(resource);
    const marked = withMark({ ...resource.plain, ...body }, tools.mark) as Readonly<Record<string, unknown>>;
    const request = tools.request(resource.create.id).json(marked);
    return {
      refusal: await sentOnce(tools, request.invalid('invalid-body', what)),
      mark: marked[resource.marked.slice(1)],
    };
  });
}

function refusedOf({ refused, create }: Resource): NonNullable<Resource['refused']> {
  if (refused === undefined) throw new SpecError(`${create.id}: x-resource names no body that is to be refused.`);
  return refused;
}

/** A refused creation leaves nothing behind. */
export function questionOfCreation(
  resource: Resource,
  { refusal, mark, listing }: RefusedCreation & { readonly listing: Listed },
): AspectAssertions {
  return {
    given: [refusedSomehow(refusal), ...pagesOf(listing).map(accepted)],
    judge: [
      (judging) => {
        const left = where(entriesIn(resource, listing), (entry) => entry[resource.marked.slice(1)] === mark).length;
        const texts = { expected: `no ${resource.name} ${String(mark)} after a refusal`, actual: `${left} of them` };
        return holds(left === 0, pagesOf(listing)[0], texts)(judging);
      },
    ],
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
      enough(isWhole(resource, listing), 'the listing has more than fits on its largest page'),
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
