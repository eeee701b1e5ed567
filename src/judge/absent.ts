import { statusOf } from '../check/judges.ts';
import type { Violation } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import { groupBy } from '../groups.ts';
import { pathOf, percentDecoded } from '../http/base-url.ts';
import { type Answer, type Exchange, mediaTypeOf } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { looksAbsent } from '../rules/index.ts';

/**
 * The operations that do not exist, each with an answer that shows it: all their requests were answered like an unknown page.
 * One answer of another kind shows that the operation exists. If no valid request could be sent (there was nothing to
 * delete, for example), the answer must equal that of another address that does not exist.
 */
export function absentOperations(contract: Contract, exchanges: readonly Exchange[]): ReadonlyMap<string, Violation> {
  const answered = groupBy(exchanges, ({ operation, outcome }) =>
    outcome.kind === 'response' ? operation : undefined,
  );
  const candidates = [...answered].filter(([, all]) => all.every((one) => isUnreached(one, contract)));
  const examples = (isExample: (one: Exchange) => boolean): readonly (readonly [string, Exchange])[] =>
    candidates.flatMap(([operation, all]) => {
      const example = all.find((one) => isExample(one) && looksAbsent(one, contract));
      return example === undefined ? [] : [[operation, example]];
    });
  const certain = examples(({ intent }) => intent.kind === 'valid');
  const unknownKeys = new Set([...certain.map(([, example]) => example), ...unknownPages(exchanges)].map(pageKeyOf));
  const similar = examples((one) => unknownKeys.has(pageKeyOf(one)));
  return new Map([...similar, ...certain].map(([operation, example]) => [operation, violationOf(example, contract)]));
}

/** Requests to addresses that are not in the contract, answered with 404. */
function unknownPages(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter((one) => one.operation === undefined && statusOf(one) === NOT_FOUND);
}

const NOT_FOUND = 404;

/** Is it an unknown page, or a 401 or 403, which a service may send before it looks for the operation? */
function isUnreached(exchange: Exchange, contract: Contract): boolean {
  const status = statusOf(exchange);
  return status === undefined || looksAbsent(exchange, contract) || isUnauthorized(status);
}

/** The status, media type and text of an answer, without the requested path and method. */
function pageKeyOf({ request, outcome }: Exchange): string {
  if (outcome.kind !== 'response') return '';
  const path = pathOf(request);
  const text = [path, percentDecoded(path), request.method].reduce(
    (rest, word) => rest.replaceAll(word, ''),
    outcome.body.text,
  );
  return JSON.stringify([outcome.status, mediaTypeOf(outcome), text]);
}

function violationOf({ operation = '', outcome, seq }: Exchange, contract: Contract): Violation {
  const { method, path } = contract.operations.get(operation) ?? { method: '', path: '' };
  const { status, headers } = outcome as Answer;
  return {
    expected: `an answer of ${method} ${path}`,
    actual: `status ${status} with ${headers['content-type'] ?? 'no media type'}, as for an unknown page`,
    exchange: seq,
  };
}
