import { describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import type { Renewal, Target } from '../../src/check/target.ts';
import type { WireRequest } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import { runSuite } from '../../src/run/run.ts';
import { renewing } from '../../src/send/renewal.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const SECOND = 1000;
const target = (renewal: Renewal): Target => ({
  baseUrl: 'http://service.local',
  credentials: {
    bearer: { headers: { authorization: 'Bearer 0' }, renewal },
    apiKey: { headers: { 'x-api-key': 'k' } },
  },
  samples: {},
  allow: {},
  headers: {},
});
const asked = (headers: WireRequest['headers']): WireRequest => ({
  method: 'get',
  url: 'http://service.local/',
  headers,
  timeoutMs: 1000,
});

/** What is sent at each of these times, with a command that counts its calls. */
async function sentAt(times: readonly number[], everySeconds?: number, { fails = false, askedAt = 0, takes = 0 } = {}) {
  const clock = { now: 0 };
  const sent: string[] = [];
  const [learnt, notes] = [[] as string[], [] as string[]];
  let count = 0;
  const fetch = (): Promise<Readonly<Record<string, string>>> => {
    count += 1;
    clock.now += takes * SECOND;
    return fails
      ? Promise.reject(new Error('it ended with 1.'))
      : Promise.resolve({ authorization: `Bearer ${count}` });
  };
  const send = renewing(
    ({ headers }) => {
      sent.push(Object.values(headers).join());
      return Promise.resolve({ kind: 'failure', reason: 'reset', message: '', durationMs: 0 });
    },
    target({ fetch, askedAt: askedAt * SECOND, ...(everySeconds === undefined ? {} : { everySeconds }) }),
    {
      now: () => clock.now,
      learn: (role, value) => void learnt.push(`${role} ${value}`),
      note: (text) => void notes.push(text),
    },
  );
  for (const time of times) {
    clock.now = time * SECOND;
    await Promise.all([send(asked({ authorization: 'Bearer 0' })), send(asked({ 'x-api-key': 'k' }))]);
  }
  return { sent: sent.filter((one) => one !== 'k'), others: sent.filter((one) => one === 'k').length, learnt, notes };
}

describe('a credential that is renewed', () => {
  test('is fetched anew before its time is over, once for all requests, and learnt before it is sent', async () => {
    const { sent, others, learnt } = await sentAt([0, 5, 7, 8, 13, 14], 9);
    expect(sent).toEqual(['Bearer 0', 'Bearer 0', 'Bearer 1', 'Bearer 1', 'Bearer 2', 'Bearer 2']);
    expect(others).toBe(6);
    expect(learnt).toEqual(['bearer Bearer 1', 'bearer Bearer 2']);
  });

  test('has its last minute left where it holds for long', async () => {
    expect((await sentAt([0, 3530, 3541], 3600)).sent).toEqual(['Bearer 0', 'Bearer 0', 'Bearer 1']);
  });

  test('ages from the moment that it is asked for, at the start and later', async () => {
    expect((await sentAt([0, 3, 4], 9, { askedAt: -3 })).sent).toEqual(['Bearer 0', 'Bearer 1', 'Bearer 1']);
    expect((await sentAt([0, 7, 13], 9, { takes: 2 })).sent).toEqual(['Bearer 0', 'Bearer 1', 'Bearer 2']);
  });

  test('stays as it is where it has no end', async () => {
    expect((await sentAt([0, 1e9])).sent).toEqual(['Bearer 0', 'Bearer 0']);
  });

  test('is sent as it was where the renewal fails, which is noted once', async () => {
    const { sent, notes } = await sentAt([0, 10, 20], 9, { fails: true });
    expect(sent).toEqual(['Bearer 0', 'Bearer 0', 'Bearer 0']);
    expect(notes).toEqual(['The credential bearer could not be renewed: it ended with 1.']);
  });
});

/** A service whose bearer tokens hold for ten seconds, of a clock on which each request takes a quarter of one. */
function shortLived() {
  const { fetch, credentials, samples } = createReference({ chunkDelayMs: 0 });
  const clock = { now: Date.now() };
  const issued = new Map<string, number>();
  const issue = (): Promise<Readonly<Record<string, string>>> => {
    const end = Math.ceil(clock.now / SECOND) + 10;
    const claims = Buffer.from(JSON.stringify({ exp: end, number: issued.size })).toString('base64url');
    const token = `eyJhbGciOiJIUzI1NiJ9.${claims}.c2lnbmF0dXJlLW9mLXRoaXM${issued.size}`;
    issued.set(token, end * SECOND);
    return Promise.resolve({ authorization: `Bearer ${token}` });
  };
  const serve = (request: Request): Promise<Response> => {
    clock.now += 250;
    const [, token = ''] = /^Bearer (.*)$/u.exec(request.headers.get('authorization') ?? '') ?? [];
    const headers = new Headers(request.headers);
    const isLive = (issued.get(token) ?? 0) > clock.now;
    if (isLive) headers.set('authorization', `Bearer ${credentials.bearer}`);
    return fetch(new Request(request, { headers }));
  };
  return { serve, issue, clock, issued, whole: embeddedTarget({ credentials, samples }, 'http://service.local') };
}

test('a run outlasts tokens of ten seconds where they are renewed, and a report holds none of them', async () => {
  const { serve, issue, clock, issued, whole } = shortLived();
  const credentials = { bearer: { headers: await issue(), renewal: { fetch: issue } } };
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: { ...whole, credentials: { ...whole.credentials, ...credentials } },
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(serve),
    only: ['getUsage', 'listApiKeys', 'createApiKey'],
    now: () => clock.now,
  });
  const report = buildReport(record, conclusion);
  expect(report.setup).toEqual([]);
  expect(report.findings).toEqual([]);
  expect(issued.size).toBeGreaterThan(2);
  const text = JSON.stringify(report);
  for (const token of issued.keys()) expect(text).not.toContain(token.split('.')[1]);
});
