import { isSuccess, statusOf } from '../../check/judges.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import { type Case, isRefusal, operationsOf, type Symptom } from './symptoms.ts';
import type { Theory } from './theory.ts';

/**
 * Refusals and errors that are sent under the status of a success: only the body says that something went wrong. What is
 * broken by such answers is not that a bad request, or a caller without a credential, was served.
 */
export const errorsAsSuccess: Theory = ({ symptoms, results }) => {
  const shapes = errorShapes(results);
  const known = new Map<number, boolean>();
  const isDisguised = ({ exchange }: Symptom): boolean => {
    if (exchange === undefined) return false;
    const answer = known.get(exchange.seq) ?? isErrorUnderSuccess(exchange, shapes);
    known.set(exchange.seq, answer);
    return answer;
  };
  const disguised = symptoms.filter(isDisguised);
  const operations = operationsOf(disguised);
  const [status] = disguised.flatMap(({ exchange }) => (exchange === undefined ? [] : [statusOf(exchange) ?? 0]));
  if (status === undefined || disguised.length < 2) return [];
  return [
    {
      id: `${operations.length === 1 ? operations[0] : 'service'}/errors-as-success`,
      nature: { kind: 'error-as-success', status },
      scope: operations.length === 1 ? 'operation' : 'service',
      minimum: 2,
      explains: isDisguised,
    },
  ];
};

/** The members of an error body that the document requires, and those that a success of the operation has. */
interface Shapes {
  readonly errors: readonly { readonly operation: string; readonly required: ReadonlySet<string> }[];
  readonly successes: ReadonlyMap<string, ReadonlySet<string>>;
}

function errorShapes(results: Case['results']): Shapes {
  const errors = new Map<string, { readonly operation: string; readonly required: Set<string> }>();
  const successes = new Map<string, Set<string>>();
  for (const { clause } of results) {
    const { subject, operation = '' } = clause;
    const name = subject?.kind === 'answer' && subject.place.length === 1 ? subject.place[0] : undefined;
    if (subject?.kind !== 'answer' || name === undefined) continue;
    if (!isRefusal(subject.status)) addTo(successes, operation, name);
    else if (subject.keyword === 'required') {
      const key = `${operation} ${subject.status}`;
      const shape = errors.get(key) ?? { operation, required: new Set() };
      errors.set(key, shape);
      shape.required.add(name);
    }
  }
  return { errors: [...errors.values()], successes };
}

function addTo(sets: Map<string, Set<string>>, key: string, name: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(name));
}

/** Bytes: what is larger is no error, and costs much to read. */
const LARGEST_ERROR = 20_000;

/**
 * All that an error has to have, and no more than that of what a success of the operation may have. The error of another
 * operation has no null: `error: null` beside the data is its envelope, which says that nothing went wrong.
 */
function isErrorUnderSuccess(exchange: Exchange, { errors, successes }: Shapes): boolean {
  const { operation = '', outcome } = exchange;
  if (!isSuccess(exchange) || outcome.kind !== 'response' || outcome.body.size > LARGEST_ERROR) return false;
  const body = outcome.body.json?.value;
  if (!isObject(body)) return false;
  // A body may have any number of members: only those are looked at that the document names.
  const isThere = (name: string): boolean => Object.hasOwn(body, name);
  const own = [...(successes.get(operation) ?? [])];
  return errors.some(({ operation: owner, required }) => {
    const names = [...required];
    return (
      names.every((name) => isThere(name) && (owner === operation || body[name] !== null)) &&
      !own.some((name) => !required.has(name) && isThere(name)) &&
      names.some((name) => !own.includes(name))
    );
  });
}
