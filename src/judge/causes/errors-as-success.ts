import { isSuccess } from '../../check/judges.ts';
import { groupBy } from '../../groups.ts';
import { isObject } from '../../schema/pointer.ts';
import { isRefusal, type Seen, type Symptom } from './symptoms.ts';

/** Bytes: what is larger is no error, and costs much to read. */
const LARGEST_ERROR = 20_000;

/**
 * Is it an error under the status of a success? It has all that an error has to have, and no more than that of what a success
 * of the operation may have. The error of another operation has no null: `error: null` beside the data is its envelope, which
 * says that nothing went wrong.
 */
export function errorsUnderSuccess(results: Seen['results']) {
  const members = results.flatMap(({ clause: { subject, operation = '' } }) => {
    const [name, ...more] = subject?.kind === 'answer' ? subject.place : [];
    return subject?.kind !== 'answer' || name === undefined || more.length > 0 ? [] : [{ ...subject, operation, name }];
  });
  // `default` is an error where the operation documents a success beside it.
  const documented = new Set(members.flatMap(({ operation, status }) => (status.startsWith('2') ? operation : [])));
  const isError = ({ operation, status }: { readonly operation: string; readonly status: string }): boolean =>
    isRefusal(status) || (status === 'default' && documented.has(operation));
  const successes = groupBy(members, (one) => (isError(one) ? undefined : one.operation));
  const errors = [
    ...groupBy(members, (one) =>
      isError(one) && one.keyword === 'required' ? `${one.operation} ${one.status}` : undefined,
    ).values(),
  ].map((some) => ({ owner: some[0].operation, names: some.map(({ name }) => name) }));
  return ({ exchange }: Symptom): boolean => {
    const outcome = exchange?.outcome;
    if (exchange === undefined || outcome?.kind !== 'response') return false;
    const body = outcome.body.size > LARGEST_ERROR || !isSuccess(exchange) ? undefined : outcome.body.json?.value;
    if (!isObject(body)) return false;
    // A body may have any number of members: only those are looked at that the document names.
    const own = (successes.get(exchange.operation ?? '') ?? []).map(({ name }) => name);
    return errors.some(
      ({ owner, names }) =>
        names.every((name) => Object.hasOwn(body, name) && (owner === exchange.operation || body[name] !== null)) &&
        !own.some((name) => !names.includes(name) && Object.hasOwn(body, name)) &&
        names.some((name) => !own.includes(name)),
    );
  };
}
