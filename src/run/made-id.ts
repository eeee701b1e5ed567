import { createHash } from 'node:crypto';
import { uuidFrom } from '../check/fresh-values.ts';
import { noValue } from '../check/request-with.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import { nameOfMark } from '../generate/mark.ts';
import { textsLike } from '../generate/values.ts';
import type { Suite } from '../rules/suite.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import type { Run } from './options.ts';

/** How many ids each run chose. */
const counts = new WeakMap<Run['session'], number>();

/** A new id for a PUT that creates, with the mark of the run where it may have that. Throws NotTested if none fits the schema. */
export function madeId(
  { contract, session, mark }: Pick<Run, 'session' | 'mark'> & Pick<Suite, 'contract'>,
  operation: Operation,
  parameter: Parameter,
): string {
  const number = (counts.get(session) ?? 0) + 1;
  counts.set(session, number);
  const digest = createHash('sha256').update(`${mark} ${number}`).digest();
  const { pattern } = follow<Schema>(contract.document, parameter.schema, '').target;
  const alike = pattern === undefined ? [] : textsLike(pattern, digest.readInt32BE(0));
  const fits = contract.validators.compile(parameter.schema);
  const id = [`${nameOfMark(mark)}-${number}`, uuidFrom(digest.toString('hex')), ...alike].find((one) => fits(one));
  if (id === undefined) throw noValue(operation, parameter);
  return id;
}
