import { describe, expect, test } from 'vitest';
import { jsonReply, onReply, wrap } from '../../fixtures/middleware.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import type { Target } from '../../src/check/target.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

type Fetch = (request: Request) => Promise<Response> | Response;

/** A wrong set-up: what stands at the address, and how the user describes it. */
interface WrongSetup {
  readonly name: string;
  readonly serve?: (reference: ReferenceService) => Fetch;
  readonly transport?: Transport;
  readonly target?: (whole: Target) => Target;
  readonly only?: readonly string[];
  readonly problem: string;
  readonly says: RegExp;
  readonly requests?: number;
}

const page =
  (status: number, body: string, headers: Record<string, string> = { 'content-type': 'text/html' }) =>
  () =>
    new Response(body, { status, headers });

const silent =
  (reason: 'refused' | 'tls' | 'timeout', message: string): Transport =>
  () =>
    Promise.resolve({ kind: 'failure', reason, message, durationMs: 1 });

/** The service below a path; anything else is an unknown page. */
const below =
  (prefix: string): NonNullable<WrongSetup['serve']> =>
  ({ fetch }) =>
  (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${prefix}/api/`)) return page(404, '<h1>Not found</h1>')();
    url.pathname = url.pathname.slice(prefix.length);
    return fetch(new Request(url, request));
  };

const withCredential = (role: string, headers: Record<string, string>, vouched?: boolean) => (whole: Target) => ({
  ...whole,
  credentials: { ...whole.credentials, [role]: { headers, ...(vouched === undefined ? {} : { vouched }) } },
});

const withSamples = (samples: object) => (whole: Target) => ({ ...whole, samples: { ...whole.samples, ...samples } });

/** After so many wrong tokens the account is locked: its right one is answered with that status, too. */
const lockedOut =
  (status: number, wrongOnes: number): NonNullable<WrongSetup['serve']> =>
  ({ fetch, credentials }) => {
    const state = { wrong: 0 };
    return async (request) => {
      const token = request.headers.get('authorization');
      if (token !== null && state.wrong >= wrongOnes)
        return page(status, '{"error":"LOCKED","message":"too many attempts"}', {
          'content-type': 'application/json',
        })();
      const answer = await fetch(request);
      if (token !== null && token !== `Bearer ${credentials.bearer}` && answer.status === 401) state.wrong += 1;
      return answer;
    };
  };

const setups: readonly WrongSetup[] = [
  {
    name: 'nobody listens',
    transport: silent('refused', 'nobody listens there (ECONNREFUSED)'),
    problem: 'no-answer',
    says: /nobody listens/u,
    requests: 5,
  },
  {
    name: 'the port speaks no TLS',
    transport: silent('tls', 'no TLS connection could be made'),
    problem: 'no-answer',
    says: /TLS/u,
    requests: 5,
  },
  {
    name: 'nothing comes in time',
    transport: silent('timeout', 'no headers came in time'),
    problem: 'no-answer',
    says: /in time/u,
    requests: 5,
  },
  {
    name: 'a gateway without a service behind it',
    serve: () => page(502, '<h1>Bad Gateway</h1>'),
    problem: 'same-answer',
    says: /502.*gateway/su,
    requests: 10,
  },
  {
    name: 'a maintenance page',
    serve: () => page(503, '<h1>Back soon</h1>'),
    problem: 'same-answer',
    says: /503/u,
    requests: 10,
  },
  {
    name: 'a login wall that redirects',
    serve: () => (request) =>
      page(302, '', { location: `https://login.example/?next=${encodeURIComponent(request.url)}` })(),
    problem: 'same-answer',
    says: /redirect \(302\) to https:\/\/login\.example/u,
    requests: 10,
  },
  {
    name: 'a service that has moved, path by path',
    serve: () => (request) => {
      const { pathname, search } = new URL(request.url);
      return page(301, '', { location: `https://moved.example${pathname}${search}` })();
    },
    problem: 'same-answer',
    says: /redirect \(301\) to https:\/\/moved\.example\b(?!\/api)/u,
    requests: 10,
  },
  {
    name: 'a login page for everything',
    serve: () => page(200, '<form>Sign in</form>'),
    problem: 'same-answer',
    says: /200 \(text\/html\)/u,
    requests: 10,
  },
  {
    name: 'a gateway that wants a credential of its own',
    serve: () => page(401, '{"message":"Unauthorized"}', { 'content-type': 'application/json' }),
    problem: 'same-answer',
    says: /under headers/u,
    requests: 10,
  },
  {
    name: 'a firewall',
    serve: () => page(403, '<h1>Forbidden</h1>'),
    problem: 'same-answer',
    says: /403/u,
    requests: 10,
  },
  {
    name: 'another service',
    serve: () => page(404, '<h1>Not found</h1>'),
    problem: 'same-answer',
    says: /path too much or too little; servers in the OpenAPI document/u,
    requests: 10,
  },
  {
    name: 'a path too much',
    target: (whole) => ({ ...whole, baseUrl: `${whole.baseUrl}/api` }),
    problem: 'same-answer',
    says: /found below http:\/\/reference\.local: give that/u,
    requests: 10,
  },
  {
    name: 'two parts of a path too much',
    target: (whole) => ({ ...whole, baseUrl: `${whole.baseUrl}/api/v1` }),
    problem: 'same-answer',
    says: /found below http:\/\/reference\.local: give that/u,
    requests: 10,
  },
  {
    name: 'a path too little',
    serve: below('/api'),
    problem: 'same-answer',
    says: /found below http:\/\/reference\.local\/api: give that/u,
    requests: 10,
  },
  {
    name: 'a bearer token that is refused everywhere',
    target: withCredential('bearer', { Authorization: 'Bearer expired.expired.expired' }),
    problem: 'credential-refused/bearer',
    says: /bearer.*vouched/su,
  },
  {
    name: 'an API key that is refused everywhere',
    target: withCredential('apiKey', { 'X-API-Key': 'revoked-0123456789' }),
    problem: 'credential-refused/apiKey',
    says: /should accept it\. Is it expired.*apiKey.*vouched/su,
  },
  {
    name: 'a gateway that lets no API key of this tenant in',
    serve:
      ({ fetch }) =>
      (request) =>
        request.headers.has('x-api-key') ? page(403, '<h1>Forbidden</h1>')() : fetch(request),
    problem: 'credential-refused/apiKey',
    says: /with an HTML page that is not in the contract\..*Something before the service/su,
  },
  {
    name: 'a session that has ended',
    target: withCredential('session', { Cookie: 'svc_session=over' }),
    problem: 'credential-refused/session',
    says: /session/u,
  },
  {
    name: 'a session without its name',
    target: withCredential('session', { Cookie: '0123456789abcdef' }),
    problem: 'credential-refused/session',
    says: /session/u,
  },
  {
    name: 'a paper that the target does not know',
    target: withSamples({ paperCuid: 'czzzzzzzzzzzzzzzzzzzzzzzz' }),
    problem: 'sample-refused/paperCuid',
    says: /paperCuid .*If this target has to know it, the fault is the target's/u,
  },
  {
    name: 'outcomes and parameters that the target does not know',
    serve: ({ fetch }) =>
      wrap(
        fetch,
        onReply(['inferSensitivity', 'inferInversion', 'inferTrajectory'], (reply, { text }) =>
          reply.status === 200 && text.includes('placeholder')
            ? jsonReply(
                400,
                { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'unknown' },
                'application/problem+json',
              )
            : reply,
        ),
      ),
    target: withSamples({
      inference: {
        outcome: 'placeholder',
        parameters: ['placeholder-1', 'placeholder-2'],
        operatingPoint: { placeholder: 1 },
        inputs: { placeholder: 1 },
      },
    }),
    problem: 'sample-refused/inference',
    says: /samples\.inference/u,
  },
  ...[423, 403].flatMap((status): readonly WrongSetup[] => [
    {
      name: `an account that is locked (${status}) after three wrong tokens`,
      serve: lockedOut(status, 3),
      problem: 'credential-refused/bearer',
      says: /bearer is refused/u,
    },
    {
      name: `an account that is locked (${status}) after eight wrong tokens`,
      serve: lockedOut(status, 8),
      problem: 'credential-ended/bearer',
      says: /accepted before, and refused/u,
    },
  ]),
  {
    name: 'a target that is taken down midway',
    serve: ({ fetch }) => {
      const state = { left: 150 };
      return (request) => ((state.left -= 1) < 0 ? page(502, '<h1>Bad Gateway</h1>')() : fetch(request));
    },
    problem: 'stopped-answering',
    says: /after 150 requests/u,
  },
];

async function reportOf({
  serve,
  transport,
  target = (whole) => whole,
  only = [],
}: Omit<WrongSetup, 'name' | 'problem' | 'says'>): Promise<Report> {
  const reference = createReference();
  const fetch: Fetch = serve?.(reference) ?? ((request) => reference.fetch(request));
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: target(embeddedTarget(reference, 'http://reference.local')),
    profile: { name: 'any', branches: {} },
    transport: transport ?? fetchTransport((request) => fetch(request)),
    maxWaitMs: 0,
    only,
  });
  return buildReport(record, conclusion);
}

describe('a wrong set-up is one message and no finding', () => {
  test.each(setups)('$name', async ({ problem, says, requests, ...setup }) => {
    const { setup: problems, findings, outcome, run, clauses } = await reportOf(setup);
    expect(problems.map(({ id }) => id)).toEqual([problem]);
    expect(`${problems[0]?.message} ${problems[0]?.remedy}`).toMatch(says);
    expect(findings.map(({ id }) => id)).toEqual([]);
    expect(outcome.exitStatus).toBe(3);
    if (requests !== undefined) {
      expect(run.requests).toBeLessThanOrEqual(requests);
      expect(clauses.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
    } else expect(clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(200);
  });
});

describe('a run of one clause', () => {
  test.each([
    { name: 'nobody listens', transport: silent('refused', 'nobody listens there'), problem: 'no-answer' },
    { name: 'another site', serve: () => page(404, '<h1>Not found</h1>'), problem: 'same-answer' },
    {
      name: 'a login page',
      serve: () => page(302, '', { location: 'https://login.example/' }),
      problem: 'same-answer',
    },
  ])('$name', async ({ problem, ...wrong }) => {
    const { setup, findings, outcome, run } = await reportOf({ ...wrong, only: ['listPapers/route'] });
    expect([setup.map(({ id }) => id), findings, outcome.exitStatus]).toEqual([[problem], [], 3]);
    expect(run.requests).toBeLessThanOrEqual(8);
  });

  test('asks nothing more of a service that answers', async () => {
    const { setup, run } = await reportOf({ only: ['listPapers/200/data/papers/required'] });
    expect([setup, run.requests]).toEqual([[], 1]);
  });
});

test('an account that is locked with 429 leaves no finding, and no verdict', async () => {
  const { findings, outcome, summary } = await reportOf({ serve: lockedOut(429, 3) });
  expect([findings, outcome.exitStatus]).toEqual([[], 3]);
  expect(outcome.sentence).toContain('the rate limit was hit (429)');
  // Every clause that waits for a new window says what helps, whichever way its check learnt of the limit.
  const limited = summary.notShown.filter(({ reason }) => reason.includes('429'));
  expect(limited.map(({ remedy }) => remedy)).toEqual([expect.stringContaining('--max-wait')]);
});

describe('what looks like a wrong set-up and is none', () => {
  test('a credential that the user vouches for is one finding where every operation refuses it', async () => {
    const { setup, findings, outcome } = await reportOf({
      target: withCredential('bearer', { Authorization: 'Bearer expired.expired.expired' }, true),
    });
    expect(setup).toEqual([]);
    expect(findings.map(({ id }) => id)).toEqual(['service/refuses-bearer']);
    expect(outcome.exitStatus).toBe(1);
  });

  test('a service that conforms has no such message', async () => {
    const { setup, findings, outcome } = await reportOf({});
    expect([setup, findings, outcome.exitStatus]).toEqual([[], [], 0]);
  });
});
