import { type CheckContext, check } from '../check/check.ts';
import { UNKNOWN_ID } from '../check/fresh-values.ts';
import { accepted, enough, refusedSomehow, statusOf } from '../check/judges.ts';
import { controlOf } from '../check/positive-control.ts';
import { jsonBodyOf } from '../check/request.ts';
import { NotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { isSurelyId, keyAt, type Named, namedIn } from '../contract/references.ts';
import { anyBody } from '../generate/base.ts';
import type { Exchange } from '../http/exchange.ts';
import { withArticle } from '../nouns.ts';
import { splitPointer, withPointer } from '../schema/pointer.ts';
import { CONFLICT, SERVER_ERROR } from '../semantics.ts';
import { asRecognised, companionClause, type DerivedCheck } from './rule.ts';

/** What a body names has to exist: an id of the right form that nothing has is refused. Recognised by names. */
export function unknownReferences(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  const named = referencesOf(operation, anyBody(contract, operation.id));
  return [...named.keys()].map((key) => {
    const text = `A ${key} that nothing has is refused.`;
    const clause = companionClause(operation, ['body', key, 'unknown'], text, {
      pointer: operation.requestBody?.pointer ?? '',
    });
    const one = check({
      clause: clause.id,
      depth: 'standard',
      // A service that takes it may use up what other requests need.
      last: true,
      act: async (tools) => ({
        control: await controlOf(tools, operation.id),
        answer: await sendUnknown(tools, operation, key),
      }),
      given: ({ control, answer }) => [
        accepted(control),
        enough(statusOf(answer) !== CONFLICT, 'it conflicts (409), which does not show whether the id was looked for'),
        enough((statusOf(answer) ?? 0) < SERVER_ERROR, 'it fails (5xx), which is told by itself'),
      ],
      judge: ({ answer }) => [refusedSomehow(answer)],
    });
    return { clause: asRecognised({ recognised: true }, clause), checks: [one] };
  });
}

/** The first place of each reference in a body. */
function referencesOf({ requestBody }: Operation, body: unknown): ReadonlyMap<string, Named> {
  const named = namedIn(body, requestBody?.references ?? new Map())
    .filter(({ value }) => [value].flat().length > 0)
    .map((one) => [keyAt(splitPointer(one.at)), one] as const);
  return new Map(named.filter(([key, { reference }]) => isSurelyId(key, reference)).toReversed());
}

/** A valid request of its own with the unknown id: others may have used up what they name. */
async function sendUnknown(tools: CheckContext, operation: Operation, key: string): Promise<Exchange> {
  const request = await tools.valid(operation.id);
  const body = jsonBodyOf(request);
  const place = referencesOf(operation, body).get(key);
  if (place === undefined) throw new NotTested('skip', `the valid body of ${operation.id} has no ${key}`);
  const value = Array.isArray(place.value) ? [UNKNOWN_ID, ...place.value.slice(1)] : UNKNOWN_ID;
  const unknown = request.json(withPointer(body, place.at, value));
  return tools.send(unknown.invalid('invalid-body', `${withArticle(key)} that nothing has`));
}
