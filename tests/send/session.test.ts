import { describe, expect, test } from 'vitest';
import { type RequestBuilder, requestOutside, requestTo } from '../../src/check/request.ts';
import { NotTested } from '../../src/check/verdict.ts';
import { operationOf } from '../../src/contract/contract.ts';
import type { Outcome } from '../../src/http/exchange.ts';
import { Redactor } from '../../src/redact/redactor.ts';
import { carefulWith } from '../../src/send/repeating.ts';
import { contractUnder } from '../support/contract.ts';
import { bare, failure, json } from '../support/exchanges.ts';
import { EVERYTHING, NOBODY, scripted, UNHINDERED } from '../support/session.ts';

const to = (operation: string) => requestTo(operationOf(contractUnder(), operation));
const fine = () => json(200, {});

describe('memory', () => {
  test('sends an identical safe request once', async () => {
    const { session, sent } = scripted(NOBODY, fine);
    const first = await session.send(to('listPapers').query({ page: 2 }));
    const second = await session.send(to('listPapers').query({ page: 2 }));
    expect(second).toBe(first);
    expect(sent).toHaveLength(1);
  });

  test('sends two of them once that are under way together', async () => {
    const { session, sent } = scripted(NOBODY, fine);
    await Promise.all([session.send(to('listPapers')), session.send(to('listPapers'))]);
    expect(sent).toHaveLength(1);
  });

  test('tells apart what differs in query, header, credential or purpose', async () => {
    const { session, sent } = scripted(EVERYTHING, fine);
    const list = to('listPapers');
    for (const request of [
      list,
      list.query({ page: 1 }),
      list.header('x-a', 'b'),
      list.as(),
      list.as('bearer'),
      list.invalid('invalid-query', 'nothing'),
    ])
      await session.send(request);
    expect(sent).toHaveLength(6);
  });

  test('does not hold for what is to be sent anew, nor for what is not safe', async () => {
    const { session, sent } = scripted(EVERYTHING, fine);
    for (const request of [
      to('listPapers').fresh(),
      to('listPapers').fresh(),
      to('predict').json({}),
      to('predict').json({}),
    ])
      await session.send(request);
    expect(sent).toHaveLength(4);
  });

  test('can be emptied', async () => {
    const { session, sent } = scripted(NOBODY, fine);
    let made = 0;
    const make = () => session.shared('key', () => Promise.resolve((made += 1)));
    expect([await make(), await make()]).toEqual([1, 1]);
    await session.send(to('listPapers'));
    session.forget();
    await session.send(to('listPapers'));
    expect(await make()).toBe(2);
    expect(sent).toHaveLength(2);
  });
});

describe('what was accepted', () => {
  const keeping = (answer: typeof fine) => scripted(NOBODY, answer, { keepsAccepted: true }).session;

  test('is the successes of valid requests, by operation', async () => {
    const session = keeping(fine);
    const listing = await session.send(to('listPapers').query({ page: 2 }));
    await session.send(to('listPapers').open('nothing'));
    await session.send(to('listPapers').invalid('invalid-query', 'nothing'));
    await session.send(to('searchPapers'));
    expect(session.accepted('listPapers')).toEqual([listing]);
  });

  test('is nothing that was refused', async () => {
    const session = keeping(() => json(400, {}));
    await session.send(to('listPapers'));
    expect(session.accepted('listPapers')).toEqual([]);
  });

  test('is forgotten with everything else, so that a finding is confirmed by new requests', async () => {
    const session = keeping(fine);
    await session.send(to('listPapers'));
    session.forget();
    expect(session.accepted('listPapers')).toEqual([]);
  });

  test('is kept by a session alone that is to keep it', async () => {
    const { session } = scripted(NOBODY, fine);
    await session.send(to('listPapers'));
    expect(session.accepted('listPapers')).toEqual([]);
  });
});

describe('permission', () => {
  test.each([
    ['createApiKey', 'writes'],
    ['createWebhook', 'writes'],
    ['chat', 'chat'],
  ])('%s is not sent without %s', async (operation, permission) => {
    const target = { ...EVERYTHING, allow: NOBODY.allow };
    const { session, sent } = scripted(target, fine);
    const sending = Promise.resolve().then(() => session.send(to(operation).json({})));
    await expect(sending).rejects.toThrow(`the permission ${permission} was not given`);
    await expect(sending).rejects.toMatchObject({
      kind: 'skip',
      remedy: expect.stringContaining(`allow.${permission}`),
    });
    expect(sent).toEqual([]);
  });

  test('is not needed for what has to be refused', async () => {
    const { session, sent } = scripted({ ...EVERYTHING, allow: NOBODY.allow }, () => json(400, {}));
    await session.send(to('createApiKey').json({}).invalid('invalid-body', 'name is missing'));
    expect(sent).toHaveLength(1);
  });

  test('is enough where it is given', async () => {
    const { session, sent } = scripted(EVERYTHING, () => json(201, {}));
    await session.send(to('createApiKey').json({}));
    expect(sent).toHaveLength(1);
  });
});

describe('budget', () => {
  test('ends what can be sent, but not what is remembered', async () => {
    const { session, sent } = scripted(NOBODY, fine, { budget: 2 });
    await session.send(to('listPapers'));
    await session.send(to('searchPapers'));
    await expect(session.send(to('getChatCapabilities'))).rejects.toMatchObject({
      kind: 'inconclusive',
      message: expect.stringContaining('budget'),
    });
    await expect(session.send(to('listPapers'))).resolves.toMatchObject({ seq: 1 });
    expect(sent).toHaveLength(2);
  });

  test('does not hold back what takes a creation back', async () => {
    const { session, sent } = scripted(EVERYTHING, () => bare(204), { budget: 0 });
    await session.takeBack(to('deleteApiKey').path({ id: 'k' }));
    expect(sent).toHaveLength(1);
  });
});

describe('a dead target', () => {
  test('is one that never answered three requests', async () => {
    const { session, sent } = scripted(NOBODY, () => failure('refused', 'nobody listens (ECONNREFUSED)'));
    for (const page of [1, 2, 3]) await session.send(to('listPapers').query({ page }));
    expect(session.dead()).toBe('nobody listens (ECONNREFUSED)');
    await expect(session.send(to('listPapers').query({ page: 4 }))).rejects.toThrow('the target does not answer');
    expect(sent).toHaveLength(3);
  });

  test('is not one that answers now and then', async () => {
    const { session } = scripted(NOBODY, (_request, index) => (index % 3 === 0 ? fine() : failure('timeout')));
    for (let page = 1; page <= 9; page += 1) await session.send(to('listPapers').query({ page }));
    expect(session.dead()).toBeUndefined();
  });

  test('is given more patience where it answered before', async () => {
    const { session } = scripted(NOBODY, (_request, index) => (index === 0 ? fine() : failure('timeout')));
    for (let page = 1; page <= 12; page += 1) await session.send(to('listPapers').query({ page }));
    expect(session.dead()).toBeUndefined();
    await session.send(to('listPapers').query({ page: 13 }));
    expect(session.dead()).toBeDefined();
  });
});

test('only what has the same effect twice may be sent again where nobody knows whether it was carried out', () => {
  const mayBeTwice = (request: RequestBuilder) => carefulWith(request.draft).isIdempotent;
  expect(mayBeTwice(to('listPapers'))).toBe(true);
  expect(mayBeTwice(to('deleteApiKey').path({ id: 'k' }))).toBe(true);
  expect(mayBeTwice(to('predict').json({}))).toBe(false);
  expect(mayBeTwice(to('createWebhook').json({}))).toBe(false);
});

test('a run that was stopped sends nothing more, but still takes back', async () => {
  const { session, sent } = scripted(EVERYTHING, () => bare(204), { signal: AbortSignal.abort() });
  await expect(session.send(to('listPapers'))).rejects.toBeInstanceOf(NotTested);
  await session.takeBack(to('deleteApiKey').path({ id: 'k' }));
  expect(sent).toHaveLength(1);
});

describe('a repetition', () => {
  test('sends the same once more and says what it repeats', async () => {
    const { session, sent, events } = scripted(NOBODY, fine);
    const first = await session.send(to('listPapers').query({ page: 3 }));
    const again = await session.repeat(first);
    expect(sent[1]).toEqual(sent[0]);
    expect(again?.seq).toBe(2);
    expect(events.at(-1)).toMatchObject({ type: 'exchange', repeats: 1 });
  });

  test('is not made of what leaves traces', async () => {
    const { session, sent } = scripted(EVERYTHING, () => json(201, {}));
    const created = await session.send(to('createApiKey').json({}));
    expect(await session.repeat(created)).toBeUndefined();
    expect(sent).toHaveLength(1);
  });
});

describe('what is sent', () => {
  test('goes to the base URL with the target’s headers', async () => {
    const { session, sent } = scripted(
      { ...NOBODY, baseUrl: 'http://service.test/prefix', headers: { 'x-waf': 't' } },
      fine,
    );
    await session.send(to('listPapers').query({ page: 2 }));
    expect(sent[0]).toMatchObject({
      method: 'GET',
      url: 'http://service.test/prefix/api/v1/papers?page=2',
      headers: { 'x-waf': 't' },
    });
  });

  test('is written down without its secrets', async () => {
    const redactor = new Redactor([{ name: 'CONFORM_API_KEY', value: 'key-0123456789abcdef' }]);
    const { session, sent } = scripted(EVERYTHING, fine, { redactor });
    const own = await session.send(to('getRateLimit').as('apiKey'));
    const given = await session.send(to('getRateLimit').presenting('a new key', { 'X-API-Key': 'fedcba9876543210' }));
    expect(sent.map(({ headers }) => headers['x-api-key'])).toEqual(['key-0123456789abcdef', 'fedcba9876543210']);
    expect(JSON.stringify([own, given])).not.toMatch(/0123456789abcdef|fedcba9876543210/u);
    expect(own.request.credentials).toEqual(['apiKey']);
  });

  test('may take as long as the contract promises, and a little more', async () => {
    const { session, sent } = scripted(EVERYTHING, fine);
    const operation = operationOf(contractUnder(), 'inferInversion');
    await session.send(requestTo(operation).json({}));
    await session.send(to('listPapers'));
    expect(sent[0]?.timeoutMs).toBeGreaterThan((operation.maxDurationSeconds ?? 0) * 1000);
    expect(sent[1]?.timeoutMs).toBe(1000);
  });

  test('has no credential outside the document', async () => {
    const { session, sent } = scripted(EVERYTHING, fine);
    await session.send(requestOutside('GET', '/elsewhere'));
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['accept']);
  });
});

describe('a caller of whom the target wants to hear no more', () => {
  const closed = {
    throttle: {
      send: () => Promise.resolve(fine()),
      ...UNHINDERED,
      isClosed: (caller: string) => caller.startsWith('listPapers'),
    },
  };

  test('is not asked for, and the others are', async () => {
    const { session, events } = scripted(EVERYTHING, fine, closed);
    await expect(session.send(to('listPapers'))).rejects.toThrow(/429/u);
    await expect(session.send(to('searchPapers'))).resolves.toMatchObject({ operation: 'searchPapers' });
    expect(events.filter(({ type }) => type === 'exchange')).toHaveLength(1);
  });

  test('is asked for where a 429 is an answer, and where a creation is taken back', async () => {
    const { session, events } = scripted(EVERYTHING, fine, closed);
    await session.send(to('listPapers').noRetry());
    await session.takeBack(to('listPapers').fresh());
    expect(events.filter(({ type }) => type === 'exchange')).toHaveLength(2);
  });
});

describe('at the end of a run', () => {
  test('whatever is still under way comes back first, and nothing follows it but what takes creations back', async () => {
    const answers: ((outcome: Outcome) => void)[] = [];
    const throttle = {
      send: () => new Promise<Outcome>((resolve) => void answers.push(resolve)),
      ...UNHINDERED,
    };
    const { session, events } = scripted(EVERYTHING, fine, { throttle });
    // A check that gave up without waiting for what it had sent, and for what that would send next.
    const forgotten = session
      .send(to('listPapers'))
      .then(() => session.send(to('getUsage')))
      .catch((error: unknown) => error);
    const closed = session.close();
    await new Promise(setImmediate);
    answers[0]?.(fine());
    await closed;
    expect(await forgotten).toBeInstanceOf(NotTested);
    expect(events.filter(({ type }) => type === 'exchange')).toHaveLength(1);
    const takenBack = session.takeBack(to('deleteApiKey').path({ id: 'a' }));
    answers[1]?.(fine());
    expect((await takenBack).operation).toBe('deleteApiKey');
  });
});
