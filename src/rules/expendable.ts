import { type Check, type CheckContext, check } from '../check/check.ts';
import { enough, isSuccess, notServed, statusOf, textAt } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import { sampleAt } from '../check/target.ts';
import { NotTested, unlessNotTested } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import { mapMembers } from '../defined.ts';
import type { Exchange } from '../http/exchange.ts';
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
        const answers = await tools.shared('expendable', () => tryAll(tools));
        const answer = answers.get(keyOf({ operation, roles }));
        if (answer !== undefined) return { answer };
        throw new NotTested('inconclusive', `samples.${expendable.sample} was lost before, or no more could be sent`);
      },
      given: ({ answer }) => [
        enough(
          isSuccess(answer) || isRefusalOfCaller(answer),
          `it was answered ${statusOf(answer) ?? 'nothing'}, which does not show whether the credential was missed`,
        ),
      ],
      judge: ({ answer }) => [notServed(answer)],
    }),
  ];
}

/** The check counts for this many clauses: a missing guard causes lasting loss, so it comes before most others. */
const CLAUSES_PER_REQUEST = 6;

/** Has the caller the role of the last scheme and nothing else? */
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

/** Tries every caller who has to be refused, one by one. Deletions come last. Once one is served, the rest is left out. */
async function tryAll(tools: CheckContext): Promise<ReadonlyMap<string, Exchange>> {
  const answers = new Map<string, Exchange>();
  for (const attempt of attemptsOf(tools)) {
    const { operation, roles } = attempt;
    if (!tools.isWanted(`${operation.id}/security/${nameOf(roles)}-refused`)) continue;
    const request = (await requestFor(tools, operation)).as(...roles).invalid(kindOf(roles), words(roles));
    const answer = await unlessNotTested(() => tools.send(request));
    if (answer !== undefined) answers.set(keyOf(attempt), answer);
    if (operation.method === 'DELETE' && answer !== undefined && isSuccess(answer)) break;
  }
  return answers;
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
  const id = String(sampleAt(tools.samples, sample));
  const at = ({ id: operationId, parameters }: Operation): RequestBuilder =>
    tools
      .request(operationId)
      .path(Object.fromEntries(parameters.filter((one) => one.in === 'path').map(({ name }) => [name, id])));
  const readOperation = [...tools.contract.operations.values()].find(
    ({ path, method }) => path === operation.path && method === 'GET',
  );
  if (readOperation === undefined) return at(operation);
  const shown = await tools.send(at(readOperation).open('what the owner of the target gives away'));
  if (!isSuccess(shown))
    throw new NotTested('inconclusive', `nothing is shown at samples.${sample}`, `give another samples.${sample}`);
  if (body === undefined) return at(operation);
  return at(operation).json(mapMembers(body, (pointer) => textAt(shown, pointer)));
}
