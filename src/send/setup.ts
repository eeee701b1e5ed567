import { requestOutside, requestTo } from '../check/request.ts';
import { unlessNotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Session } from './session.ts';

/**
 * Sends the first requests of a run: public reads of a few operations, which show whether the service is at this address. The
 * session remembers the answers, so checks do not repeat these requests.
 */
export async function firstLook(contract: Contract, session: Session): Promise<readonly Exchange[]> {
  const operations = plainReads(contract).slice(0, MAX_READS);
  const answers = operations.map((operation) => unlessNotTested(() => session.send(requestTo(operation).as())));
  return (await Promise.all(answers)).filter((answer) => answer !== undefined);
}

/** If this many operations get the same answer, it does not come from the service. */
const MAX_READS = 3;

/** Public GET operations without path values or required parameters. */
function plainReads({ operations }: Contract): readonly Operation[] {
  return [...operations.values()].filter(
    ({ method, security, permission, parameters }) =>
      method === 'GET' &&
      security.length === 0 &&
      permission === undefined &&
      !parameters.some((parameter) => parameter.in === 'path' || parameter.required === true),
  );
}

/** Sends a public read to similar base URLs: shorter ones, and one with a part that may be missing. */
export async function askNeighbours(contract: Contract, session: Session, baseUrl: string): Promise<void> {
  const [operation] = plainReads(contract);
  if (operation === undefined) return;
  for (const base of neighboursOf(baseUrl, operation.path))
    await unlessNotTested(() => session.send(requestOutside('GET', operation.path).at(base)));
}

/** Similar base URLs, nearest first: without its last path parts, and with the first part of the operation's path added. */
export function neighboursOf(baseUrl: string, path: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split('/').filter((part) => part !== '');
  const shorter = parts.map((_, index) => parts.slice(0, parts.length - 1 - index));
  const first = path.split('/').find((part) => part !== '') ?? '';
  const candidates = [...shorter, [...parts, first]].map((some) => [origin, ...some].join('/'));
  return [...new Set(candidates)].slice(0, MAX_NEIGHBOURS);
}

const MAX_NEIGHBOURS = 4;
