import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { accepted } from '../../src/check/judges.ts';
import { requestTo } from '../../src/check/request.ts';
import { operationOf } from '../../src/contract/contract.ts';
import type { Transport, WireRequest } from '../../src/http/exchange.ts';
import { runSuite } from '../../src/run/run.ts';
import type { RunEvent } from '../../src/send/journal.ts';
import { contractUnder, loaded } from '../support/contract.ts';
import { bare, json } from '../support/exchanges.ts';
import { EVERYTHING, scripted } from '../support/session.ts';

const ID = '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10';
const to = (operation: string) => requestTo(operationOf(contractUnder(), operation));
const typesOf = (events: readonly RunEvent[]) => events.map(({ type }) => type);

describe('the ledger', () => {
  test('is told before something is asked for, and again with its id', async () => {
    const { session, events } = scripted(EVERYTHING, () => json(201, { id: ID }));
    await session.send(to('createApiKey').json({}));
    expect(typesOf(events)).toEqual(['creating', 'created', 'exchange']);
    expect(session.ledger.remaining()).toEqual([{ operation: 'deleteApiKey', path: { id: ID } }]);
  });

  test('strikes out what was removed', async () => {
    const { session, events } = scripted(EVERYTHING, ({ method }) =>
      method === 'DELETE' ? bare(204) : json(201, { id: ID }),
    );
    await session.send(to('createApiKey').json({}));
    await session.send(to('deleteApiKey').path({ id: ID }));
    expect(session.ledger.remaining()).toEqual([]);
    expect(typesOf(events)).toContain('removed');
  });

  test('knows of which list something is missing since, which is not asked for again', async () => {
    const { session, sent } = scripted(EVERYTHING, ({ method }) =>
      method === 'DELETE' ? bare(204) : json(201, { id: ID }),
    );
    const list = await session.send(to('listApiKeys'));
    await session.send(to('createApiKey').json({}));
    await session.repeat(list);
    expect(sent).toHaveLength(3);
    await session.send(to('deleteApiKey').path({ id: ID }));
    expect(await session.repeat(list)).toBeUndefined();
    expect(session.ledger.hasTakenFrom('/api/v1/webhooks')).toBe(false);
  });

  test('keeps what could not be removed', async () => {
    const { session } = scripted(EVERYTHING, ({ method }) => (method === 'DELETE' ? bare(405) : json(201, { id: ID })));
    await session.send(to('createApiKey').json({}));
    await session.send(to('deleteApiKey').path({ id: ID }));
    expect(session.ledger.remaining()).toHaveLength(1);
  });

  test('knows of nothing where nothing was made', async () => {
    const { session, events } = scripted(EVERYTHING, () => json(400, {}));
    await session.send(to('createApiKey').json({}));
    await session.send(to('createApiKey').json({}).invalid('invalid-body', 'name is missing'));
    expect(session.ledger.remaining()).toEqual([]);
    expect(typesOf(events)).toEqual(['creating', 'exchange', 'exchange']);
  });
});

describe('at the end of a run', () => {
  const clause = [...contractUnder().stated.values()].find(({ operation }) => operation === 'createApiKey')?.id ?? '';
  const creating = check({
    clause,
    act: async ({ request, send }) => ({ made: await send(request('createApiKey').json({ name: 'made-up' })) }),
    judge: ({ made }) => [accepted(made)],
  });

  async function runOn(
    answerToDelete: number,
  ): Promise<{ readonly sent: readonly WireRequest[]; readonly notes: readonly string[]; readonly left: number }> {
    const sent: WireRequest[] = [];
    const events: RunEvent[] = [];
    const transport: Transport = (request) => {
      sent.push(request);
      if (request.method === 'DELETE') return Promise.resolve(bare(answerToDelete));
      return Promise.resolve(
        request.method === 'POST' && request.url.endsWith('/api-keys') ? json(201, { id: ID }) : json(404, {}),
      );
    };
    const { record } = await runSuite({
      loaded,
      checks: [creating],
      target: EVERYTHING,
      profile: { name: 'any', branches: {} },
      transport,
      only: [creating.clause],
      sink: (event) => void events.push(event),
    });
    return { sent, notes: record.notes, left: events.filter(({ type }) => type === 'left-behind').length };
  }

  test('what was created is removed', async () => {
    const { sent, notes, left } = await runOn(204);
    expect(sent.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toContain(
      `http://service.test/api/v1/api-keys/${ID}`,
    );
    expect(left).toBe(0);
    expect(notes).toEqual([]);
  });

  test('what cannot be removed is named', async () => {
    const { notes, left } = await runOn(405);
    expect(left).toBe(1);
    expect(notes).toEqual([expect.stringContaining(ID)]);
  });
});
