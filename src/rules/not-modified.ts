import { check } from '../check/check.ts';
import { applicable, holds, isSuccess, statusOf } from '../check/judges.ts';
import { controlOf } from '../check/positive-control.ts';
import type { Operation } from '../contract/operations.ts';
import { headerOf } from '../http/exchange.ts';
import { type DerivedCheck, derivedClause } from './rule.ts';

/**
 * RFC 9110, section 13.1.2: a GET with the current ETag in If-None-Match gets a 304, where the document has one. If the ETag has
 * changed in between, nothing is shown.
 */
export function notModified(operation: Operation): readonly DerivedCheck[] {
  const response = operation.responses.find(({ key }) => key === '304');
  // A document that gives a 304 a body says something else than HTTP.
  if (operation.method !== 'GET' || response === undefined || Object.keys(response.content ?? {}).length > 0) return [];
  const clause = derivedClause(operation, ['304', 'not-modified'], {
    level: 'SHOULD',
    text: 'The current ETag in If-None-Match gets a 304.',
    pointer: response.pointer,
  });
  const one = check({
    clause: clause.id,
    act: async (tools) => {
      const first = await controlOf(tools, operation.id);
      const etag = isSuccess(first) ? headerOf(first, 'ETag') : undefined;
      const request = (await tools.valid(operation.id)).pure().fresh();
      return etag === undefined
        ? { etag, second: first }
        : { etag, second: await tools.send(request.header('If-None-Match', etag).open('with its own ETag')) };
    },
    judge: ({ etag, second }) => [
      applicable(etag !== undefined, 'its answer has no ETag'),
      holds(!(isSuccess(second) && etag !== undefined && isSame(etag, headerOf(second, 'ETag'))), second, {
        expected: `status 304 for ${etag}`,
        actual: `status ${statusOf(second)} with the same ETag`,
      }),
      applicable(statusOf(second) === 304, 'its ETag has changed'),
    ],
  });
  return [{ clause, checks: [one] }];
}

/** Weak comparison, as If-None-Match has it (RFC 9110, section 8.8.3.2). */
function isSame(one: string, other: string | undefined): boolean {
  return one.replace(/^W\//u, '') === other?.replace(/^W\//u, '');
}
