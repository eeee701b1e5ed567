import { describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { createClock } from '../../fixtures/world/world.ts';
import { operationOf } from '../../src/contract/contract.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { cleanUp } from '../../src/send/clean-up.ts';
import type { RunEvent } from '../../src/send/journal.ts';
import { allChecks } from '../../suites/index.ts';
import { contractUnder, loaded } from '../support/contract.ts';
import { EVERYTHING, scripted } from '../support/session.ts';
import { suiteUnder } from '../support/whole-suite.ts';

type Outcome = Awaited<ReturnType<Transport>>;

/** Each way in which the answer to a creation, or what tells of it, is lost. */
const LOSSES: Readonly<Record<string, (outcome: Outcome) => Outcome>> = {
  'a reset connection': ({ durationMs }) => ({ kind: 'failure', reason: 'reset', message: 'broke', durationMs }),
  'no answer in time': ({ durationMs }) => ({ kind: 'failure', reason: 'timeout', message: 'late', durationMs }),
  'a 500 after creating': (outcome) => withBody(outcome, 500, '{"error":"x","message":"y"}'),
  'a 503 from a gateway': (outcome) => withBody(outcome, 503, '<html></html>'),
  'broken JSON': (outcome) => withBody(outcome, 201, '{"id":"'),
  'no body': (outcome) => withBody(outcome, 201, ''),
  'an id elsewhere': (outcome) => withBody(outcome, 201, '{"data":{"id":"0b7a3a52-9f0e-4d52-8f43-1f0f4f6d2c11"}}'),
  'an id that is none': (outcome) => withBody(outcome, 201, '{"id":null}'),
};

function withBody(outcome: Pick<Outcome, 'durationMs'>, status: number, text: string): Outcome {
  const body = { size: text.length, text, utf8: true };
  return { kind: 'response', status, headers: {}, body, durationMs: outcome.durationMs };
}

describe('what a run created', () => {
  test.each(Object.entries(LOSSES))(
    'is found by its name and taken back where creating is answered by %s',
    async (_, lose) => {
      const service = createReference();
      const real = fetchTransport(service.fetch);
      let lost = 0;
      const transport: Transport = async (request, signal) => {
        const outcome = await real(request, signal);
        const creates = request.method === 'POST' && request.url.endsWith('/api-keys') && outcome.kind === 'response';
        if (!creates || outcome.status !== 201) return outcome;
        lost += 1;
        return lose(outcome);
      };
      const events: RunEvent[] = [];
      await runSuite({
        loaded,
        checks: allChecks,
        suiteUnder,
        target: embeddedTarget(service, 'http://reference.local'),
        profile: { name: 'any', branches: {} },
        transport,
        // What comes from a gateway is waited for.
        clock: createClock(0),
        only: ['createApiKey/security/*', 'createApiKey/name-is-echoed'],
        sink: (event) => void events.push(event),
      });
      expect(lost).toBeGreaterThan(0);
      const listing = await service.fetch(
        new Request('http://reference.local/api/v1/api-keys', {
          headers: { authorization: `Bearer ${service.credentials.bearer}` },
        }),
      );
      const left = ((await listing.json()) as readonly { name: string }[]).filter(({ name }) =>
        name.startsWith('conform'),
      );
      expect(left).toEqual([]);
      expect(events.filter(({ type }) => type === 'left-behind')).toEqual([]);
    },
  );

  test('is never what somebody else made, and what cannot be told by a name is told of', async () => {
    const service = createReference();
    const real = fetchTransport(service.fetch);
    const events: RunEvent[] = [];
    const transport: Transport = async (request, signal) => {
      const outcome = await real(request, signal);
      return request.method === 'POST' ? withBody(outcome, 500, '') : outcome;
    };
    const before = await real(listRequest(service.credentials.bearer));
    await runSuite({
      loaded,
      checks: allChecks,
      suiteUnder,
      target: embeddedTarget(service, 'http://reference.local'),
      profile: { name: 'any', branches: {} },
      transport,
      only: ['createApiKey'],
      sink: (event) => void events.push(event),
    });
    const after = keysIn(await real(listRequest(service.credentials.bearer)));
    for (const { id } of keysIn(before)) expect(after.map((key) => key.id)).toContain(id);
    expect(after.filter(({ name }) => name.startsWith('conform'))).toEqual([]);
    const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []));
    expect(notes.join(' ')).toContain('Clean-up is uncertain');
  });

  test('is named with the reason of its own operation where another thing has the same id', async () => {
    const contract = contractUnder({});
    const removing = operationOf(contract, 'deleteApiKey');
    const removingTool = {
      ...removing,
      id: 'deleteTool',
      path: '/tools/{id}',
      node: { operationId: '', responses: {} },
    };
    const operations = new Map([removing, removingTool].map((one) => [one.id, one]));
    const { session } = scripted(EVERYTHING, ({ url }) =>
      withBody({ durationMs: 0 }, url.includes('/tools/') ? 423 : 409, ''),
    );
    session.ledger.found({ operation: 'deleteApiKey', path: { id: '7' } });
    for (const id of ['7', '8']) session.ledger.found({ operation: 'deleteTool', path: { id } });
    const notes: string[] = [];
    const note = (event: RunEvent): void => void (event.type === 'note' && notes.push(event.text));
    await cleanUp({ ...contract, operations }, session, note, 'Remove it.');
    expect(notes).toEqual([
      'Clean-up failed: deleteApiKey {"id":"7"} did not succeed (status 409), so it may still exist. Remove it.',
      'Clean-up failed: deleteTool {"id":"7"}, {"id":"8"} did not succeed (status 423), so they may still exist. Remove it.',
    ]);
  });
});

test.each([
  [['a'], '1 created by createTool, with the id a. The contract has no operation that removes it: delete it'],
  [
    ['a', undefined, 'b', undefined],
    '4 created by createTool, with the ids a, b; 2 without a known id. The contract has no operation that removes them',
  ],
  [['a', 'a'], '2 created by createTool, with the id a. The contract has no operation that removes them'],
  [[undefined], '1 created by createTool, without a known id. The contract has no operation that removes it'],
])('what cannot be removed is named: %j', async (ids, words) => {
  const { session } = scripted(EVERYTHING, () => withBody({ durationMs: 0 }, 200, ''));
  const unremovable = () => ids.map((id) => ({ creation: 'createTool', id }));
  const notes: string[] = [];
  const note = (event: RunEvent): void => void (event.type === 'note' && notes.push(event.text));
  await cleanUp(contractUnder({}), { ...session, ledger: { ...session.ledger, unremovable } }, note, 'Remove it.');
  expect(notes.join(' ')).toContain(`Left behind: ${words}`);
});

interface Key {
  readonly id: string;
  readonly name: string;
}

function keysIn(outcome: Outcome): readonly Key[] {
  return outcome.kind === 'response' ? (outcome.body.json?.value as readonly Key[]) : [];
}

function listRequest(bearer: string) {
  const headers = { authorization: `Bearer ${bearer}` };
  return { method: 'GET', url: 'http://reference.local/api/v1/api-keys', headers, timeoutMs: 1000 };
}
