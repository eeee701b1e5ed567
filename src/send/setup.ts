import { requestOutside, requestTo } from '../check/request.ts';
import { unlessNotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Session } from './session.ts';

/**
 * The first requests of a run: plain reads that nobody needs a credential for, of as many operations as it takes to tell
 * a service from whatever may stand in its place. They are remembered, so that the checks that ask for the same do not
 * send them again.
 */
export async function firstLook(contract: Contract, session: Session): Promise<readonly Exchange[]> {
  const operations = plainReads(contract).slice(0, LOOKS);
  const answers = operations.map((operation) => unlessNotTested(() => session.send(requestTo(operation).as())));
  return (await Promise.all(answers)).filter((answer) => answer !== undefined);
}

/** As many operations as have to be answered alike before it is none of theirs. */
const LOOKS = 3;

/** Public operations that only read, and need no value of a path. */
function plainReads({ operations }: Contract): readonly Operation[] {
  return [...operations.values()].filter(
    ({ method, security, permission, parameters }) =>
      method === 'GET' &&
      security.length === 0 &&
      permission === undefined &&
      !parameters.some((parameter) => parameter.in === 'path' || parameter.required === true),
  );
}

/** Asks the same of addresses beside the one that was given: with its last parts left out, and with what may be missing. */
export async function askNeighbours(contract: Contract, session: Session, baseUrl: string): Promise<void> {
  const [operation] = plainReads(contract);
  if (operation === undefined) return;
  for (const base of neighboursOf(baseUrl, operation.path))
    await unlessNotTested(() => session.send(requestOutside('GET', operation.path).at(base)));
}

/** Nearest first: each part of the path left out from the end, and the beginning of the contract's own paths taken back. */
export function neighboursOf(baseUrl: string, path: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split('/').filter((part) => part !== '');
  const shorter = parts.map((_, index) => parts.slice(0, parts.length - 1 - index));
  const first = path.split('/').find((part) => part !== '') ?? '';
  const candidates = [...shorter, [...parts, first]].map((some) => [origin, ...some].join('/'));
  return [...new Set(candidates)].slice(0, NEIGHBOURS);
}

const NEIGHBOURS = 4;
