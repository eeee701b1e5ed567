import type { Exchange } from '../../http/exchange.ts';
import type { Listed, Reader } from './answer.ts';
import type { Bench } from './complaint.ts';
import { sizeOf } from './values.ts';

/** Does a total merely repeat how many items a full page holds, where more are known that have to be found? */
export function countsThePage({ listing, model }: Bench, answers: readonly Listed[]): boolean {
  return answers.some(
    ({ ask, rows, total, failed }) =>
      failed === undefined &&
      total !== undefined &&
      total === rows.length &&
      total === sizeOf(listing, ask) &&
      (model?.expectationOf(ask).least ?? 0) > total,
  );
}

/** The same reader for a service that tells no totals: an answer is always read as the same one. */
export function withoutTotals<R extends Reader>(reader: R): R {
  const known = new WeakMap<Exchange, Listed>();
  return {
    ...reader,
    read(exchange) {
      const before = known.get(exchange);
      const listed = before ?? reader.read(exchange);
      if (listed === undefined || before !== undefined) return before;
      const untold = { ...listed, total: undefined, pages: undefined };
      known.set(exchange, untold);
      return untold;
    },
  };
}
