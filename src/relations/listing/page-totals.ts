import type { Exchange } from '../../http/exchange.ts';
import type { Answer, Reader } from './answer.ts';
import type { JudgingContext } from './difference.ts';
import { sizeOf } from './values.ts';

/** Is a total only the number of items on a full page? That is so where more items than the total are known to match. */
export function countsThePage({ listing, model }: JudgingContext, answers: readonly Answer[]): boolean {
  return answers.some(
    ({ query, rows, total, failed }) =>
      failed === undefined &&
      total !== undefined &&
      total === rows.length &&
      total === sizeOf(listing, query) &&
      (model?.expectationOf(query).least ?? 0) > total,
  );
}

/** The same reader for a service that tells no totals: an answer is always read as the same one. */
export function withoutTotals<R extends Reader>(reader: R): R {
  const known = new WeakMap<Exchange, Answer>();
  return {
    ...reader,
    read(exchange) {
      const before = known.get(exchange);
      const answer = before ?? reader.read(exchange);
      if (answer === undefined || before !== undefined) return before;
      const withoutTotal = { ...answer, total: undefined, pages: undefined };
      known.set(exchange, withoutTotal);
      return withoutTotal;
    },
  };
}
