import { type CheckContext, check } from '../check/check.ts';
import { accepted, refused } from '../check/judges.ts';
import { noBodyFor } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import { withArticle } from '../nouns.ts';
import { type DerivedCheck, derivedClause } from './rule.ts';

/**
 * A well-formed id that nothing has, if `x-rejects` says how it is answered (`unknown-id`). A GET is also sent with a valid id
 * as the control: if the service finds nothing at all, it shows nothing that it does not find the unknown id.
 */
export function unknownIds(operation: Operation): readonly DerivedCheck[] {
  const parameter = operation.parameters.find((one) => one.in === 'path');
  const expected = operation.rejects['unknown-id'];
  if (parameter === undefined || expected === undefined) return [];
  const { name, pointer } = parameter;
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
      const request = tools.bare(operation.id);
      if (operation.requestBody?.required === true && request.draft.body === undefined) throw noBodyFor(operation.id);
      const invalid = request.invalid('unknown-id', `${withArticle(name)} that nothing has`);
      return { ...(await control(tools)), answer: await tools.send(invalid) };
    },
    given: (evidence) => ('control' in evidence && evidence.control !== undefined ? [accepted(evidence.control)] : []),
    judge: ({ answer }) => [refused(answer)],
  });
  return [{ clause, checks: [one] }];
}
