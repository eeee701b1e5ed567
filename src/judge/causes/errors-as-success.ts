import { isSuccess } from '../../check/judges.ts';
import { groupBy } from '../../groups.ts';
import { isObject } from '../../schema/pointer.ts';
import { isRefusal, type Seen, type Symptom } from './symptoms.ts';

/** In bytes. A larger body is no error, and slow to read. */
const LARGEST_ERROR = 20_000;

/**
 * Recognizes errors with the status of a success. Such a body has all required members of a declared error, and no other member
 * that a success of the operation may have. If the error is declared by another operation, none of these members is null:
 * `error: null` is part of an envelope and means that nothing went wrong. A single member, such as a message, may tell of a
 * success too, if that has no documented body.
 */
export function errorsUnderSuccess(results: Seen['results']) {
  const members = results.flatMap(({ clause: { subject, operation = '' } }) => {
    const [name, ...more] = subject?.kind === 'answer' ? subject.place : [];
    return subject?.kind !== 'answer' || name === undefined || more.length > 0 ? [] : [{ ...subject, operation, name }];
  });
  // `default` is an error if the operation also documents a success.
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
    // A body may have any number of members, so only documented names are checked.
    const successNames = (successes.get(exchange.operation ?? '') ?? []).map(({ name }) => name);
    return errors.some(
      ({ owner, names }) =>
        (names.length > 1 || successNames.length > 0) &&
        names.every((name) => Object.hasOwn(body, name) && (owner === exchange.operation || body[name] !== null)) &&
        !successNames.some((name) => !names.includes(name) && Object.hasOwn(body, name)) &&
        names.some((name) => !successNames.includes(name)),
    );
  };
}
