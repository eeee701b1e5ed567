import { describe, expect, test } from 'vitest';
import { requestTo } from '../../src/check/request.ts';
import { NotTested } from '../../src/check/verdict.ts';
import { operationOf } from '../../src/contract/contract.ts';
import type { Outcome } from '../../src/http/exchange.ts';
import { looksAbsent } from '../../src/rules/index.ts';
import type { Session } from '../../src/send/session.ts';
import { contractUnder } from '../support/contract.ts';
import { json } from '../support/exchanges.ts';
import { EVERYTHING, scripted } from '../support/session.ts';

const contract = contractUnder();
const asked = (answer: (index: number) => Outcome) =>
  scripted(EVERYTHING, (_request, index) => answer(index), {
    looksAbsent: (exchange) => looksAbsent(exchange, contract),
  });
const MISSING = json(404, { detail: 'Not Found' });

/** So many different valid requests to the operation, all at once. */
const askFor = (session: Session, operation: string, count: number) =>
  Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      session.send(
        requestTo(operationOf(contract, operation))
          .path({ id: `c${index}` })
          .query({ limit: index }),
      ),
    ),
  );

describe('an operation that is not there', () => {
  test('gets three requests, however many are asked for at once', async () => {
    const { session, sent } = asked(() => MISSING);
    const answers = await askFor(session, 'listPapers', 20);
    expect(sent).toHaveLength(3);
    const [left] = answers.filter(({ status }) => status === 'rejected');
    expect(left?.status === 'rejected' && left.reason instanceof NotTested && left.reason.verdict()).toMatchObject({
      kind: 'inconclusive',
      reason: 'GET /api/v1/papers is not there: nothing more was sent to it',
      behind: 'listPapers/route',
    });
  });

  test('says so after requests that have to be refused, and one valid one', async () => {
    const { session, sent } = asked(() => MISSING);
    const wrong = (what: string) =>
      requestTo(operationOf(contract, 'chat')).json({ what }).invalid('invalid-body', what);
    for (const what of ['one', 'two', 'three', 'four']) await session.send(wrong(what));
    expect(sent).toHaveLength(4);
    await session.send(requestTo(operationOf(contract, 'chat')).json({}));
    await expect(session.send(wrong('five'))).rejects.toThrow('is not there');
    expect(sent).toHaveLength(5);
  });

  test('is still asked to take back what was created', async () => {
    const { session, sent } = asked(() => MISSING);
    await askFor(session, 'deleteApiKey', 5);
    expect(sent).toHaveLength(3);
    await session.takeBack(requestTo(operationOf(contract, 'deleteApiKey')).path({ id: 'last' }));
    expect(sent).toHaveLength(4);
  });
});

describe('an operation that is there', () => {
  test.each<[string, (index: number) => Outcome]>([
    ['answers once among unknown pages', (index) => (index === 2 ? json(200, {}) : MISSING)],
    ['refuses every caller', () => json(401, {})],
    ['fails', () => json(500, {})],
    ['knows its own 404', () => json(404, { error: 'NOT_FOUND', message: 'There is no such paper.' })],
  ])('and %s gets all requests', async (_what, answer) => {
    const { session, sent } = asked(answer);
    await askFor(session, 'getPaper', 12);
    expect(sent).toHaveLength(12);
  });

  test('where the id alone may be unknown, no bad request tells that it is absent', async () => {
    const { session, sent } = asked(() => MISSING);
    const paper = requestTo(operationOf(contract, 'getPaper'));
    for (const id of ['a', 'b', 'c', 'd']) await session.send(paper.path({ id }).invalid('invalid-path', id));
    await session.send(paper.path({ id: 'e' }));
    await session.send(paper.path({ id: 'f' }).invalid('invalid-path', 'f'));
    expect(sent).toHaveLength(6);
  });
});
