import type { Violation } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import { groupBy } from '../groups.ts';
import { pathOf, percentDecoded } from '../http/base-url.ts';
import { type Answer, type Exchange, mediaTypeOf } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { looksAbsent } from '../rules/index.ts';

/**
 * The operations that are not there, each with an answer that shows it: whatever was asked of them was answered as an
 * unknown page is. One answer of another kind, and the operation exists. Where no valid request could be made (nothing is
 * listed that could be deleted, say), the answer has to be the very one that another address gets which is not there.
 */
export function absentOperations(contract: Contract, exchanges: readonly Exchange[]): ReadonlyMap<string, Violation> {
  const answered = groupBy(exchanges, ({ operation, outcome }) =>
    outcome.kind === 'response' ? operation : undefined,
  );
  const candidates = [...answered].filter(([, all]) => all.every((one) => isUnreached(one, contract)));
  const sure = candidates.flatMap(([operation, all]) => {
    const shown = all.find((one) => one.intent.kind === 'valid' && looksAbsent(one, contract));
    return shown === undefined ? [] : [[operation, shown] as const];
  });
  const pages = new Set([...sure.map(([, shown]) => shown), ...unknownPages(exchanges)].map(pageOf));
  const alike = candidates.flatMap(([operation, all]) => {
    const shown = all.find((one) => pages.has(pageOf(one)) && looksAbsent(one, contract));
    return shown === undefined ? [] : [[operation, shown] as const];
  });
  return new Map([...alike, ...sure].map(([operation, shown]) => [operation, violationOf(shown, contract)]));
}

/** Requests to addresses that the contract says are none. */
function unknownPages(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter(
    ({ operation, outcome }) => operation === undefined && outcome.kind === 'response' && outcome.status === NOT_FOUND,
  );
}

const NOT_FOUND = 404;

/** An unknown page, or a door that is shut before anybody looks whether there is a room behind it. */
function isUnreached(exchange: Exchange, contract: Contract): boolean {
  if (exchange.outcome.kind !== 'response') return true;
  const { status } = exchange.outcome;
  return looksAbsent(exchange, contract) || isUnauthorized(status);
}

/** What the page says, without the address that was asked for. */
function pageOf({ request, outcome }: Exchange): string {
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
