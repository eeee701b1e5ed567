import { describe, expect, test } from 'vitest';
import {
  type Call,
  jsonReply,
  type Middleware,
  onReply,
  onRequest,
  onSuccess,
  wrap,
} from '../../fixtures/middleware.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** Faults that show only in requests of a kind that few people send. */

/** What a run complains of. */
async function complaints(
  operation: string,
  fault: Middleware,
  depth: 'standard' | 'deep' = 'standard',
): Promise<readonly string[]> {
  const service = createReference({ chunkDelayMs: 0 });
  const { conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    only: [operation],
    depth,
    target: embeddedTarget(service, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(wrap(service.fetch, fault)),
  });
  return conclusion.results.flatMap(({ clause, verdict: { kind } }) =>
    kind === 'fail' || kind === 'warn' ? [clause.id] : [],
  );
}

type Fields = Record<string, unknown>;

interface Series {
  readonly time: readonly number[];
  readonly upper_95: readonly number[];
}

const fieldsOf = ({ body }: Call): Fields => ({ ...(body as Fields) });

const has = (call: Call, ...names: readonly string[]): boolean =>
  names.every((name) => fieldsOf(call)[name] !== undefined);

/** A change to every series of the answers to some requests. */
const onSeries = (wanted: (call: Call) => boolean, change: (series: Series) => object): Middleware =>
  onSuccess('inferTrajectory', (body: { readonly trajectories: Readonly<Record<string, Series>> }, call) =>
    wanted(call)
      ? {
          ...body,
          trajectories: Object.fromEntries(
            Object.entries(body.trajectories).map(([name, series]) => [name, change(series)]),
          ),
        }
      : body,
  );

/** The status that some requests meet instead of an answer. */
const answering = (operation: string, status: number, wanted: (call: Call) => boolean): Middleware =>
  onReply(operation, (reply, call) =>
    wanted(call)
      ? jsonReply(status, { type: 'about:blank', title: 'Error', status, detail: 'No.' }, 'application/problem+json')
      : reply,
  );

/** Takes a wrong value of a member for a right one. */
const lenient = (operation: string, member: string, wanted: (value: unknown) => boolean, right: unknown): Middleware =>
  onRequest(operation, (call) =>
    has(call, member) && wanted(fieldsOf(call)[member]) ? { body: { ...fieldsOf(call), [member]: right } } : undefined,
  );

const FAULTS: readonly (readonly [what: string, operation: string, clauses: readonly string[], fault: Middleware])[] = [
  [
    'a band that lacks a point where the start is given',
    'inferTrajectory',
    ['inferTrajectory/arrays-of-equal-length'],
    onSeries(
      (call) => has(call, 'initial_conditions'),
      (series) => ({ ...series, upper_95: series.upper_95.slice(1) }),
    ),
  ],
  [
    'degradation onsets that are missing where the start is given',
    'inferTrajectory',
    ['inferTrajectory/200/degradation_onset/required'],
    onSuccess('inferTrajectory', ({ degradation_onset, ...rest }: Fields, call) =>
      has(call, 'initial_conditions') ? rest : { ...rest, degradation_onset },
    ),
  ],
  [
    'a course that runs over a far horizon',
    'inferTrajectory',
    ['inferTrajectory/time-within-horizon'],
    onSeries(
      (call) => Number(fieldsOf(call)['time_horizon_days']) > 60,
      (series) => ({ ...series, time: series.time.map((day) => day * 1.2) }),
    ),
  ],
  [
    'a top_n that is ignored beside a topology',
    'inferSensitivity',
    ['inferSensitivity/top-n-bounds-the-list'],
    onRequest('inferSensitivity', (call) =>
      has(call, 'top_n', 'topology') && Number.isInteger(fieldsOf(call)['top_n'])
        ? { body: { ...fieldsOf(call), top_n: undefined } }
        : undefined,
    ),
  ],
  [
    'a range of one value that is an error',
    'inferInversion',
    ['inferInversion/valid-requests-do-not-fail', 'inferInversion/server-errors'],
    answering('inferInversion', 500, (call) =>
      Object.values((fieldsOf(call)['desired_outcomes'] ?? {}) as object).some(
        (range) => Array.isArray(range) && typeof range[0] === 'number' && range[0] === range[1],
      ),
    ),
  ],
  [
    'roles that are not looked at behind the first message',
    'chat',
    ['chat/body/messages/items/role/enum'],
    onRequest('chat', (call) => {
      const { messages } = fieldsOf(call);
      return Array.isArray(messages)
        ? {
            body: {
              ...fieldsOf(call),
              messages: messages.map((one: Fields | null, n) =>
                n > 0 && one?.['role'] ? { ...one, role: 'user' } : one,
              ),
            },
          }
        : undefined;
    }),
  ],
  [
    'conditions that are optional, but for what some types need of them',
    'predict',
    ['predict/body/conditions/required'],
    onRequest('predict', (call) =>
      call.text.startsWith('{') && !has(call, 'conditions')
        ? { body: { ...fieldsOf(call), conditions: { temperature: 30, ph: 7, pressure: 101 } } }
        : undefined,
    ),
  ],
  [
    'a star for all events',
    'createWebhook',
    ['createWebhook/body/events/items/enum'],
    lenient('createWebhook', 'events', (events) => String(events).includes('*') && !String(events).includes('.*'), [
      'paper.created',
    ]),
  ],
  [
    'a path as the address of a webhook',
    'createWebhook',
    ['createWebhook/body/url/format'],
    lenient('createWebhook', 'url', (url) => String(url).startsWith('/'), 'https://example.org/hook'),
  ],
  [
    'a tier in another letter case',
    'createApiKey',
    ['createApiKey/body/tier/enum'],
    lenient('createApiKey', 'tier', (tier) => tier === 'Premium', 'premium'),
  ],
  [
    'messages in an object',
    'chat',
    ['chat/body/messages/type'],
    lenient('chat', 'messages', (messages) => has({ body: messages } as Call, '0') && !Array.isArray(messages), [
      { role: 'user', content: 'Hello.' },
    ]),
  ],
  [
    'another member of the body that is an error',
    'chat',
    ['chat/server-errors', 'chat/body/systemContext/type'],
    answering('chat', 500, (call) => has(call, 'systemContext')),
  ],
];

describe('a run finds', () => {
  test.each(FAULTS)('%s', async (_, operation, clauses, fault) => {
    expect(await complaints(operation, fault)).toEqual(clauses);
  });
});

test('but nothing in a service whose trajectories take no far horizon and no few points', async () => {
  const fault = answering('inferTrajectory', 400, (call) => {
    const { time_horizon_days, n_points } = fieldsOf(call);
    return Number(time_horizon_days) > 60 || Number(n_points) < 5;
  });
  expect(await complaints('inferTrajectory', fault)).toEqual([]);
});

test.each(['/api/papers/', '/api/papers/doi/'])('a run finds a lookup by DOI at %s at depth deep', async (address) => {
  const service = createReference({ chunkDelayMs: 0 });
  const { doi, paperCuid } = embeddedTarget(service, 'http://reference.local').samples;
  const lookup: Middleware = (call, next) =>
    decodeURIComponent(call.path) === `${address}${doi}` ? next({ path: `/api/papers/${paperCuid}` }) : next();
  expect(await complaints('getPaperDetail', lookup, 'deep')).toEqual(['getPaperDetail/malformed-id-is-refused']);
});
