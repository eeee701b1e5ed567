import { type CheckContext, check } from '../check/check.ts';
import { accepted, refused } from '../check/judges.ts';
import { isBelowId } from '../check/place.ts';
import type { RequestBuilder } from '../check/request.ts';
import { noBodyFor } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import { pathNames } from '../contract/path-names.ts';
import { withArticle } from '../nouns.ts';
import { type DerivedCheck, derivedClause } from './rule.ts';

/**
 * A well-formed id that nothing has, if `x-rejects` says how it is answered (`unknown-id`). A GET is also sent with a valid id
 * as the control: if the service finds nothing at all, it shows nothing that it does not find the unknown id. In a plain
 * document, an unknown id at the end of a path is also sent below what is there.
 */
export function unknownIds(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  const named = (wanted?: string) =>
    operation.parameters.find(({ in: place, name }) => place === 'path' && name === wanted);
  const [first, ...more] = pathNames(operation.path);
  const [parameter, last, above] = [named(first), named(more.at(-1)), collectionAbove(operation, contract)];
  if (parameter === undefined || operation.rejects['unknown-id'] === undefined) return [];
  const below = async (tools: CheckContext, { id }: Operation) =>
    tools.bare(operation.id).path((await tools.valid(id)).draft.pathValues);
  return [
    unknownId(operation, parameter, (tools) => Promise.resolve(tools.bare(operation.id))),
    ...(above === undefined || last === undefined ? [] : [unknownId(operation, last, (tools) => below(tools, above))]),
  ];
}

/** In a plain document, the operation that lists or creates what the path opens, if that is itself below an id. */
function collectionAbove({ path, plain }: Operation, { operations }: Contract): Operation | undefined {
  if (plain !== true || !path.endsWith('}')) return undefined;
  const above = path.slice(0, path.lastIndexOf('/'));
  return [...operations.values()].find((one) => one.path === above && isBelowId(one) && one.method !== 'DELETE');
}

function unknownId(
  operation: Operation,
  { name, pointer }: Parameter,
  requestIn: (tools: CheckContext) => Promise<RequestBuilder>,
): DerivedCheck {
  const expected = operation.rejects['unknown-id'];
  const clause = derivedClause(operation, [name, 'unknown'], {
    text: `A well-formed ${name} that nothing has is answered ${expected}.`,
    pointer,
    subject: { kind: 'parameter', in: 'path', name, keyword: 'unknown', expected },
  });
  const control = async (tools: CheckContext) =>
    operation.method === 'GET' ? { control: await tools.send(await tools.valid(operation.id)) } : {};
  const one = check({
    clause: clause.id,
    rejected: 'unknown-id',
    act: async (tools) => {
      const request = await requestIn(tools);
      if (operation.requestBody?.required === true && request.draft.body === undefined) throw noBodyFor(operation.id);
      const invalid = request.invalid('unknown-id', `${withArticle(name)} that nothing has`);
      return { ...(await control(tools)), answer: await tools.send(invalid) };
    },
    given: (evidence) => ('control' in evidence && evidence.control !== undefined ? [accepted(evidence.control)] : []),
    judge: ({ answer }) => [refused(answer)],
  });
  return { clause, checks: [one] };
}
