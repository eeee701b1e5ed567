import { unknownDigest, unknownUuid } from '../check/fresh-values.ts';
import { sampleAt } from '../check/target.ts';
import { NotTested } from '../check/verdict.ts';
import { operationOf } from '../contract/contract.ts';
import { unknownValue } from '../generate/parameter-values.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import type { RequestSources } from './valid-request.ts';

export function unknownPath(options: RequestSources, id: string): Readonly<Record<string, string>> {
  const { contract, seed } = options;
  const operation = operationOf(contract, id);
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path');
  return Object.fromEntries(
    parameters.map(({ name, schema }) => {
      const format = follow<Schema>(contract.document, schema, '').target.format ?? 'uuid';
      const value = unknownValue(contract, schema, unknownId(format, options), seed);
      if (value === undefined)
        throw new NotTested(
          'skip',
          `no ${name} for ${id} can be made that fits its schema and that surely nothing has`,
        );
      return [name, value];
    }),
  );
}

/** An unknown id. A CUID has the length of the user's sample, so that a strict parser accepts it. */
export function unknownId(format: string, { contract, seed, target }: RequestSources): string {
  if (format !== 'cuid') return unknownUuid(seed);
  const sample = [...contract.operations.values()]
    .flatMap(({ parameters }) => parameters.filter(({ schema }) => schema.format === format))
    .flatMap((parameter) => parameter['x-sources'] ?? [])
    .map((source) => ('sample' in source ? sampleAt(target.samples, source.sample) : undefined))
    .find((value) => typeof value === 'string');
  return `c${unknownDigest(seed)}`.slice(0, sample?.length ?? 25);
}
