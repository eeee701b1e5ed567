import { type Contract, createContract } from '../../src/contract/contract.ts';
import { type LoadedDocument, loadDocument } from '../../src/contract/load.ts';
import type { Choices } from '../../src/contract/resolve.ts';

/** The contract document of this package, read once per test file. */
export const loaded: LoadedDocument = await loadDocument();

const made = new Map<string, Contract>();

/** The contract under a reading; the same one for the same choices. */
export function contractUnder(choices: Choices = {}): Contract {
  const key = JSON.stringify(Object.entries(choices).sort());
  const contract = made.get(key) ?? createContract(loaded, choices);
  made.set(key, contract);
  return contract;
}

/** Every branch of every conflict. */
export function everyBranch(): readonly { readonly conflict: string; readonly branch: string }[] {
  return Object.entries(loaded.document['x-conflicts']).flatMap(([conflict, { branches }]) =>
    Object.keys(branches).map((branch) => ({ conflict, branch })),
  );
}

/** Two full readings that between them hold two branches of every conflict. */
export function fullReadings(): readonly Choices[] {
  const conflicts = Object.entries(loaded.document['x-conflicts']);
  const pick = (index: number): Choices =>
    Object.fromEntries(conflicts.map(([id, { branches }]) => [id, Object.keys(branches).at(index) ?? '']));
  return [pick(0), pick(-1)];
}
