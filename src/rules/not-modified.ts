import { check } from '../check/check.ts';
import { applicable, holds, isSuccess, statusOf } from '../check/judges.ts';
import { controlOf } from '../check/positive-control.ts';
import type { Operation } from '../contract/operations.ts';
import { headerOf } from '../http/exchange.ts';
import { type DerivedCheck, derivedClause } from './rule.ts';

/**
 * RFC 9110, section 13.1.2: a GET with the current ETag in If-None-Match gets a 304, where the document has one, and a GET with
 * another ETag does not. If the ETag has changed in between, the first shows nothing.
 */
export function notModified(operation: Operation): readonly DerivedCheck[] {
  const response = operation.responses.find(({ key }) => key === '304');
  // A document that gives a 304 a body says something else than HTTP.
  if (operation.method !== 'GET' || response === undefined || Object.keys(response.content ?? {}).length > 0) return [];
  const clause = derivedClause(operation, ['304', 'not-modified'], {
    level: 'SHOULD',
    text: 'The current ETag in If-None-Match gets a 304, any other ETag does not.',
    pointer: response.pointer,
  });
  const one = check({
    clause: clause.id,
    act: async (tools) => {
      const first = await controlOf(tools, operation.id);
      const etag = isSuccess(first) ? headerOf(first, 'ETag') : undefined;
      if (etag === undefined) return { etag, second: first, other: first };
      const request = (await tools.valid(operation.id)).pure().fresh();
      const asked = (tag: string, what: string) => tools.send(request.header('If-None-Match', tag).open(what));
      return { etag, second: await asked(etag, 'with its own ETag'), other: await asked(OTHER, 'with another ETag') };
    },
    judge: ({ etag, second, other }) => [
      applicable(etag !== undefined, 'its answer has no ETag'),
      holds(!(isSuccess(second) && etag !== undefined && isSame(etag, headerOf(second, 'ETag'))), second, {
        expected: `status 304 for ${etag}`,
        actual: `status ${statusOf(second)} with the same ETag`,
      }),
      holds(statusOf(other) !== 304, other, { expected: `no status 304 for ${OTHER}`, actual: 'status 304' }),
      applicable(statusOf(second) === 304, 'its ETag has changed'),
    ],
  });
  return [{ clause, checks: [one] }];
}

/** An ETag that no answer has. */
const OTHER = '"conform-no-such-etag"';

/** Weak comparison, as If-None-Match has it (RFC 9110, section 8.8.3.2). */
function isSame(one: string, other: string | undefined): boolean {
  return one.replace(/^W\//u, '') === other?.replace(/^W\//u, '');
}
