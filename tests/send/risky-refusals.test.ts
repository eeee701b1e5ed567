import { describe, expect, test } from 'vitest';
import { requestTo } from '../../src/check/request.ts';
import { NotTested } from '../../src/check/verdict.ts';
import { operationOf } from '../../src/contract/contract.ts';
import { contractUnder } from '../support/contract.ts';
import { json } from '../support/exchanges.ts';
import { EVERYTHING, scripted, UNHINDERED } from '../support/session.ts';

const WITHOUT = { ...EVERYTHING, allow: { writes: false, chat: false, exhaustRateLimit: false } };
const wrong = (operation: string, what: string) =>
  requestTo(operationOf(contractUnder(), operation)).json({ what }).invalid('invalid-body', what);

describe('requests that have to be refused, where the user did not allow what they may bring about', () => {
  test.each(['createApiKey', 'createWebhook', 'chat'])(
    'end with the first one that %s takes, however many are asked for at once',
    async (operation) => {
      const { session, sent } = scripted(WITHOUT, () => json(201, {}));
      const answers = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => session.send(wrong(operation, `case ${index}`))),
      );
      expect(sent).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const [, left] = answers;
      expect(left?.status === 'rejected' && left.reason instanceof NotTested && left.reason.verdict()).toMatchObject({
        kind: 'skip',
        reason: expect.stringContaining(`${operation} took a request that it has to refuse`) as string,
      });
    },
  );

  test('are all sent while they are refused, each after the answer to the one before', async () => {
    const seen = { under: 0, most: 0, sent: 0 };
    const send = async () => {
      seen.sent += 1;
      seen.most = Math.max(seen.most, (seen.under += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      seen.under -= 1;
      return json(400, {});
    };
    const { session } = scripted(WITHOUT, () => json(400, {}), {
      throttle: { ...UNHINDERED, send },
    });
    await Promise.all(Array.from({ length: 5 }, (_, index) => session.send(wrong('chat', `case ${index}`))));
    expect(seen).toEqual({ under: 0, most: 1, sent: 5 });
  });

  test('of another operation are sent all the same', async () => {
    const { session, sent } = scripted(WITHOUT, ({ url }) => json(url.endsWith('/chat') ? 200 : 400, {}));
    await session.send(wrong('chat', 'one'));
    await session.send(wrong('createWebhook', 'one'));
    await session.send(wrong('createWebhook', 'two'));
    expect(sent).toHaveLength(3);
  });

  test('are no matter where the user allowed it', async () => {
    const { session, sent } = scripted(EVERYTHING, () => json(201, {}));
    for (const what of ['one', 'two']) await session.send(wrong('createWebhook', what));
    expect(sent).toHaveLength(2);
  });
});
