import { type Check, type CheckContext, check } from '../check/check.ts';
import { enough, isSuccess, notServed, statusOf, textAt } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import { sampleAt } from '../check/target.ts';
import { NotTested, unlessNotTested } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { NOTHING_THERE } from '../semantics.ts';
import { type Credentials, credentialCases, kindOf, nameOf, words } from './credential-cases.ts';

/**
 * What the owner of the target gives away (`x-expendable`): there a caller who has to be refused can really do harm, while
 * an id that nothing has may be answered alike to everybody.
 */
type Expendable = NonNullable<Operation['node']['x-expendable']>;

/** What to add to a target file, so that it is tried. */
export function remedyOf({ sample, permission }: Expendable): string {
  return `give samples.${sample}, the id of something that may be lost, and allow: { ${permission}: true } in the target file`;
}

/** The check that tries it as this caller; none where the document names nothing of the kind. */
export function expendableChecks(clause: string, operation: Operation, roles: Credentials): readonly Check[] {
  const expendable = operation.node['x-expendable'];
  if (expendable === undefined) return [];
  return [
    check({
      clause,
      variant: 'expendable',
      // Where requests are few, only this caller tries: one who has signed in passes every guard that asks for no role.
      ...(isLastRole({ operation, roles }) ? { clausesPerRequest: WORTH } : { depth: 'standard' }),
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

/** What is lost for good by a missing guard comes before most of what else a request shows. */
const WORTH = 6;

/** The caller with the role of the last scheme, and with nothing else. */
function isLastRole({ operation: { schemes }, roles }: Attempt): boolean {
  return roles.length === 1 && roles[0] === schemes.at(-1)?.role;
}

/** The sample exists: a 404 is therefore a refusal of the caller as well. */
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

/** Every caller who has to be refused, one after the other; what deletes comes last, and once it did, no more is tried. */
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
      const isAll = sample(attempts).length === attempts.length;
      return isAll ? attempts : attempts.filter(isLastRole);
    });
}

/** With a body that changes nothing: the values that GET shows at the same address. */
async function requestFor(tools: CheckContext, operation: Operation): Promise<RequestBuilder> {
  const { sample = '', body } = operation.node['x-expendable'] ?? {};
  const id = String(sampleAt(tools.samples, sample));
  const at = ({ id: operationId, parameters }: Operation): RequestBuilder =>
    tools
      .request(operationId)
      .path(Object.fromEntries(parameters.filter((one) => one.in === 'path').map(({ name }) => [name, id])));
  const reading = [...tools.contract.operations.values()].find(
    ({ path, method }) => path === operation.path && method === 'GET',
  );
  if (reading === undefined) return at(operation);
  const shown = await tools.send(at(reading).open('what the owner of the target gives away'));
  if (!isSuccess(shown))
    throw new NotTested('inconclusive', `nothing is shown at samples.${sample}`, `give another samples.${sample}`);
  if (body === undefined) return at(operation);
  return at(operation).json(
    Object.fromEntries(Object.entries(body).map(([name, pointer]) => [name, textAt(shown, pointer)])),
  );
}
