import { type Assertion, type Check, type CheckContext, check } from '../check/check.ts';
import { enough, holds, isSuccess, notServed, statusOf, textAt } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import { sampleAt } from '../check/target.ts';
import { NotTested, unlessNotTested } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import { mapMembers } from '../defined.ts';
import { type Exchange, saysNothingThere } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { NOTHING_THERE } from '../semantics.ts';
import { type Credentials, credentialCases, kindOf, nameOf, words } from './credential-cases.ts';

/**
 * A sample that the owner of the target allows to be lost (`x-expendable`). A caller who has to be refused could do real harm
 * to it. An unknown id shows less: everybody may get the same answer.
 */
type Expendable = NonNullable<Operation['node']['x-expendable']>;

/** What to add to a target file so that this check runs. */
export function remedyOf({ sample, permission }: Expendable): string {
  return `give samples.${sample}, the id of something that may be lost, and allow: { ${permission}: true } in the target file`;
}

/** The check that uses the operation on the sample as this caller; none if the document has no `x-expendable` there. */
export function expendableChecks(clause: string, operation: Operation, roles: Credentials): readonly Check[] {
  const expendable = operation.node['x-expendable'];
  if (expendable === undefined) return [];
  return [
    check({
      clause,
      variant: 'expendable',
      // If requests are few, only this caller tries: a signed-in caller passes every guard that asks for no role.
      ...(isLastRole({ operation, roles }) ? { clausesPerRequest: CLAUSES_PER_REQUEST } : { depth: 'standard' }),
      needs: [`sample:${expendable.sample}`, `allow:${expendable.permission}`],
      once: true,
      apart: true,
      act: async (tools) => {
        const { answers, after } = await tools.shared('expendable', () => tryAll(tools));
        const answer = answers.get(keyOf({ operation, roles }));
        const isLast = answer === [...answers.values()].at(-1);
        if (answer !== undefined) return { answer, after: isLast && after !== undefined ? [after] : [] };
        throw new NotTested('inconclusive', `samples.${expendable.sample} was lost before, or no more could be sent`);
      },
      given: ({ answer }) => [
        enough(
          isSuccess(answer) || isRefusalOfCaller(answer),
          `it was answered ${statusOf(answer) ?? 'nothing'}, which does not show whether the credential was missed`,
        ),
      ],
      judge: ({ answer, after }) => [notServed(answer), ...after.map(isStillThere)],
    }),
  ];
}

/** The check counts for this many clauses: a missing guard causes lasting loss, so it comes before most others. */
const CLAUSES_PER_REQUEST = 6;

function isLastRole({ operation: { schemes }, roles }: Attempt): boolean {
  return roles.length === 1 && roles[0] === schemes.at(-1)?.role;
}

/** A 404 counts too: the sample exists, so it refuses the caller. */
function isRefusalOfCaller(answer: Exchange): boolean {
  const status = statusOf(answer);
  return isUnauthorized(status) || (status !== undefined && NOTHING_THERE.includes(status));
}

interface Attempt {
  readonly operation: Operation;
  readonly roles: Credentials;
}

function keyOf({ operation, roles }: Attempt): string {
  return `${operation.id} ${nameOf(roles)}`;
}

/** A deletion that is refused has no effect: a service may answer first, and go on all the same. */
function isStillThere(after: Exchange): Assertion {
  return holds(!saysNothingThere(after.outcome), after, {
    expected: 'what nobody was allowed to delete is still there',
    actual: `status ${statusOf(after)}, after deletions that were refused`,
  });
}

/** The answers to each caller, and to a look at the sample after deletions that were all refused. */
interface Tried {
  readonly answers: ReadonlyMap<string, Exchange>;
  readonly after?: Exchange;
}

/** Tries every caller who has to be refused, one by one. Deletions come last. Once one is served, the rest is left out. */
async function tryAll(tools: CheckContext): Promise<Tried> {
  const answers = new Map<string, Exchange>();
  let deleting: Operation | undefined;
  for (const attempt of attemptsOf(tools)) {
    const { operation, roles } = attempt;
    if (!tools.isWanted(`${operation.id}/security/${nameOf(roles)}-refused`)) continue;
    const request = (await requestFor(tools, operation)).as(...roles).invalid(kindOf(roles), words(roles));
    const answer = await unlessNotTested(() => tools.send(request));
    if (answer !== undefined) answers.set(keyOf(attempt), answer);
    if (operation.method !== 'DELETE' || answer === undefined) continue;
    if (isSuccess(answer)) return { answers };
    deleting = operation;
  }
  const opening = deleting === undefined ? undefined : openingOf(tools, deleting)?.fresh();
  const after = opening === undefined ? undefined : await unlessNotTested(() => tools.send(opening));
  return after === undefined ? { answers } : { answers, after };
}

function attemptsOf({ contract: { operations }, sample }: CheckContext): readonly Attempt[] {
  return [...operations.values()]
    .filter(({ node }) => node['x-expendable'] !== undefined)
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
    .flatMap((operation) => {
      const closed = credentialCases(operation).filter(({ opens }) => !opens);
      const attempts = closed.map(({ roles }) => ({ operation, roles }));
      const isComplete = sample(attempts).length === attempts.length;
      return isComplete ? attempts : attempts.filter(isLastRole);
    });
}

/** A request about the sample. Its body changes nothing: it has the values that a GET of the same path shows. */
async function requestFor(tools: CheckContext, operation: Operation): Promise<RequestBuilder> {
  const { sample = '', body } = operation.node['x-expendable'] ?? {};
  const [request, opening] = [atSample(tools, operation, operation), openingOf(tools, operation)];
  if (opening === undefined) return request;
  const shown = await tools.send(opening);
  if (!isSuccess(shown))
    throw new NotTested('inconclusive', `nothing is shown at samples.${sample}`, `give another samples.${sample}`);
  return body === undefined ? request : request.json(mapMembers(body, (pointer) => textAt(shown, pointer)));
}

/** A request of `operation` about the sample of `of`. */
function atSample(tools: CheckContext, of: Operation, { id, parameters }: Operation): RequestBuilder {
  const value = String(sampleAt(tools.samples, of.node['x-expendable']?.sample ?? ''));
  const names = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  return tools.request(id).path(Object.fromEntries(names.map((name) => [name, value])));
}

/** A GET of the sample; undefined if its path has none. */
function openingOf(tools: CheckContext, operation: Operation): RequestBuilder | undefined {
  const reads = [...tools.contract.operations.values()].find(
    ({ path, method }) => path === operation.path && method === 'GET',
  );
  return reads && atSample(tools, operation, reads).open('what the owner of the target gives away');
}
