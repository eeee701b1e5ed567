import { type CheckContext, operationOf } from '../src/check/index.ts';

/** The canonical system types that the contract names: the examples of the search parameter in the document. */
export function namedSystemTypes({ contract }: Pick<CheckContext, 'contract'>): readonly string[] {
  const parameter = operationOf(contract, 'searchPapers').parameters.find(({ name }) => name === 'systemType');
  return Object.values(parameter?.examples ?? {}).map(({ value }) => String(value));
}
