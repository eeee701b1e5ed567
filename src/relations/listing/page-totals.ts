import type { Exchange } from '../../http/exchange.ts';
import type { Answer, Reader } from './answer.ts';
import type { JudgingContext } from './difference.ts';
import { sizeOf } from './values.ts';

/** Does the service give the size of a full page as total? It does if more items are known to match. */
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

/** The same reader without totals and page counts. It always returns the same answer for an exchange. */
export function withoutTotals<R extends Reader>(reader: R): R {
  const known = new WeakMap<Exchange, Answer>();
  return {
    ...reader,
    read(exchange) {
      const cached = known.get(exchange);
      const answer = cached ?? reader.read(exchange);
      if (answer === undefined || cached !== undefined) return cached;
      const withoutTotal = { ...answer, total: undefined, pages: undefined };
      known.set(exchange, withoutTotal);
      return withoutTotal;
    },
  };
}
