import { requestTo } from '../check/request.ts';
import { NotShown } from '../check/verdict.ts';
import { type Contract, operationOf } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { isObject } from '../schema/pointer.ts';
import type { Sink } from './journal.ts';
import { type Created, pathFrom, type Unanswered } from './ledger.ts';
import type { Session } from './session.ts';

/**
 * Takes back what a run created, the last first. Where the answer to a creation never came, the list of what there is is
 * asked for, and whatever carries a text of that request is taken back too. What cannot be taken back is named.
 */
export async function cleanUp(contract: Contract, session: Session, sink: Sink): Promise<void> {
  const known = [...session.ledger.remaining()].reverse();
  for (const created of known) await takeBack(contract, session, created);
  const lost = session.ledger.unanswered();
  const unseen: Unanswered[] = [];
  for (const one of lost) if (!(await takeBackLost(contract, session, one))) unseen.push(one);
  for (const { operation, path } of session.ledger.remaining()) {
    sink({ type: 'left-behind', operation, path });
    sink({
      type: 'note',
      text: `Clean-up failed: ${operation} ${JSON.stringify(path)} did not succeed, so it still exists. Delete it manually, or with: conform clean`,
    });
  }
  const creations = new Set(unseen.map(({ creation }) => creation));
  for (const creation of creations) {
    const count = unseen.filter((one) => one.creation === creation).length;
    sink({
      type: 'note',
      text: `Clean-up is uncertain: the answers to ${count} requests of ${creation} never told what they created, and no list shows it under a name of the suite. Look for what came into being during this run, and delete it manually.`,
    });
  }
}

async function takeBack(contract: Contract, session: Session, { operation, path }: Created): Promise<void> {
  try {
    await session.takeBack(requestTo(operationOf(contract, operation)).path(path));
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
  }
}

/** False where it cannot be told whether something was created. */
async function takeBackLost(contract: Contract, session: Session, { undo, carries }: Unanswered): Promise<boolean> {
  const list = listOf(contract, operationOf(contract, undo.operation));
  if (list === undefined || carries.length === 0) return false;
  try {
    const { outcome } = await session.takeBack(requestTo(list).fresh());
    if (outcome.kind === 'failure' || outcome.status >= 300 || outcome.body.json === undefined) return false;
    for (const item of carrying(outcome.body.json.value, new Set(carries))) {
      const created = { operation: undo.operation, path: pathFrom(undo, item) };
      if (Object.values(created.path).includes('')) return false;
      session.ledger.found(created);
      await takeBack(contract, session, created);
    }
    return true;
  } catch (error) {
    if (error instanceof NotShown) return false;
    throw error;
  }
}

/** What lists the things of which the operation removes one: a GET of the path above. */
function listOf({ operations }: Contract, removal: Operation): Operation | undefined {
  const above = removal.path.replace(/\/\{[^/]+\}$/u, '');
  return [...operations.values()].find(({ method, path }) => method === 'GET' && path === above);
}

/** The objects within a list that have one of these texts in a member. */
function carrying(body: unknown, texts: ReadonlySet<string>): readonly object[] {
  if (Array.isArray(body))
    return body.filter(
      (item): item is object =>
        isObject(item) && Object.values(item).some((value) => typeof value === 'string' && texts.has(value)),
    );
  return isObject(body) ? Object.values(body).flatMap((member) => carrying(member, texts)) : [];
}
