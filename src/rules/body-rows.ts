import type { CheckContext } from '../check/check.ts';
import { jsonBodyOf, type RequestBuilder } from '../check/request.ts';
import type { Operation } from '../contract/operations.ts';
import type { BodyCase } from '../generate/body-case.ts';
import { atPointer, withPointer } from '../schema/pointer.ts';
import { knownCases } from './body-refusals.ts';

/** Values of several places of a body that travel together, for all of them have to be accepted. */

/** Body i holds the i-th value of each place that has to be accepted, so that as few requests as can be show them all. */
export function acceptedRows(
  cases: readonly BodyCase[],
  base: unknown,
  fits: (body: unknown) => boolean,
): readonly unknown[] {
  const columns = new Map<string, unknown[]>();
  for (const { at, body } of cases) columns.set(at, [...(columns.get(at) ?? []), atPointer(body, at)]);
  const height = Math.max(0, ...[...columns.values()].map((values) => values.length));
  return Array.from({ length: height }, (_, index) =>
    [...columns].reduce((body, [at, values]) => {
      const next = index < values.length ? withPointer(body, at, values[index]) : body;
      return fits(next) ? next : body;
    }, base),
  );
}

/** The request with the values that have to be accepted, where its body is asked about any. */
export async function withFirstRow(
  tools: CheckContext,
  operation: Operation,
  request: RequestBuilder,
): Promise<RequestBuilder | undefined> {
  if (operation.requestBody === undefined || operation.rejects['invalid-body'] === undefined) return undefined;
  const { cases } = await knownCases(tools, operation);
  const accepted = cases.filter(
    ({ side, place, keyword }) =>
      side === 'accepted' && tools.isWanted([operation.id, 'body', ...place, keyword].join('/')),
  );
  const [row] = acceptedRows(
    accepted,
    jsonBodyOf(request),
    tools.contract.validators.compile(operation.requestBody.schema),
  );
  return row === undefined ? undefined : request.json(row);
}
