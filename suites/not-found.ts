import { type CheckContext, operationOf } from '../src/check/index.ts';

/**
 * The exact refusals that the document declares for an operation on one thing, but for that of an id that is none: there is
 * no such thing.
 */
export function notFound({ contract }: CheckContext, id: string): readonly string[] {
  const { responses, rejects } = operationOf(contract, id);
  return responses.map(({ key }) => key).filter((key) => /^4\d\d$/u.test(key) && key !== rejects['invalid-path']);
}
