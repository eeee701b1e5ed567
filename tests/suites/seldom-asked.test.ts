import { describe, expect, test } from 'vitest';
import {
  type Call,
  type Change,
  jsonReply,
  type Middleware,
  onRequest,
  onSuccess,
  wrap,
} from '../../fixtures/middleware.ts';
import { runDeep } from '../support/deep.ts';

/** Faults that show only in a request that nobody sends every day. */

type Body = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

const bodyOf = ({ body }: Call): Body => (body ?? {}) as Body;

function failing(operation: string, status: number, when: (call: Call) => boolean): Middleware {
  const reply = jsonReply(
    status,
    { type: 'about:blank', title: 'No', status, detail: 'No.' },
    'application/problem+json',
  );
  return (call, next) => (call.operation === operation && when(call) ? Promise.resolve(reply) : next());
}

const accepting = (operation: string, when: (call: Call) => boolean, change: (call: Call) => Change): Middleware =>
  onRequest(operation, (call) => (when(call) ? change(call) : undefined));

const isHybrid = ({ query }: Call) => query.get('hybrid') === 'true';
const authorization = ({ headers }: Call) => headers.get('authorization');
const named = (call: Call, value: string) => ({ body: { ...bodyOf(call), name: value } });

const FAULTS: readonly (readonly [clause: string, what: string, fault: Middleware])[] = [
  [
    'predict/hybrid-header-is-accepted',
    'both ways to ask for the hybrid mode at once',
    failing('predict', 500, (call) => isHybrid(call) && call.headers.has('x-use-hybrid')),
  ],
  [
    'predict/signed-in-caller-is-served',
    'a session where none is needed',
    failing('predict', 401, ({ headers }) => headers.has('cookie')),
  ],
  [
    'listPapers/security/public',
    'the same elsewhere',
    failing('listPapers', 401, ({ headers }) => headers.has('cookie')),
  ],
  [
    'predict/letters-beyond-ascii-are-no-error',
    'a material with an umlaut',
    failing('predict', 500, ({ text }) => /\P{ASCII}/u.test(text)),
  ],
  [
    'predict/missing-field-is-refused-for-each-type',
    'no pressure for MEC',
    accepting(
      'predict',
      (call) =>
        (call.body as { systemType?: unknown }).systemType === 'MEC' && bodyOf(call)['conditions'] !== undefined,
      (call) => ({ body: { ...bodyOf(call), conditions: { pressure: 100, ...bodyOf(call)['conditions'] } } }),
    ),
  ],
  [
    'predict/missing-field-is-refused-for-each-type',
    'no volume in the hybrid mode',
    accepting(
      'predict',
      (call) => isHybrid(call) && bodyOf(call)['configuration'] !== undefined,
      (call) => ({
        body: { ...bodyOf(call), configuration: { reactorVolume: 250, ...bodyOf(call)['configuration'] } },
      }),
    ),
  ],
  [
    'predict/minimal-body-is-predicted',
    'a minimal body for MDC',
    failing('predict', 400, ({ text }) => text.includes('"MDC"') && !text.includes('substrateId')),
  ],
  [
    'predict/200/efficiency/value/type',
    'no efficiency in the heat',
    onSuccess('predict', (body, call) => {
      if (Number(bodyOf(call)['conditions']?.['temperature']) > 60) body.efficiency.value = null;
    }),
  ],
  [
    'getHierarchicalPrior/server-errors',
    'a slug with blanks',
    failing('getHierarchicalPrior', 503, ({ path }) => path.includes('%20')),
  ],
  [
    'deleteApiKey/malformed-id-is-refused',
    'an id that is no uuid',
    (call, next) =>
      call.operation === 'deleteApiKey' && !call.id.includes('-4')
        ? Promise.resolve({ status: 204, headers: {}, body: undefined })
        : next(),
  ],
  [
    'createApiKey/rate-tiers-are-refused',
    'a tier of rates',
    accepting(
      'createApiKey',
      (call) => bodyOf(call)['tier'] === ('authenticated' as unknown),
      (call) => ({ body: { ...bodyOf(call), tier: 'free' } }),
    ),
  ],
  [
    'createApiKey/empty-name-is-refused',
    'an empty name',
    accepting(
      'createApiKey',
      (call) => bodyOf(call)['name'] === ('' as unknown),
      (call) => named(call, 'nameless'),
    ),
  ],
  [
    'createApiKey/server-errors',
    'a name of blanks',
    failing('createApiKey', 500, ({ text }) => /"name":" +"/u.test(text)),
  ],
];

describe('a fault is found in', () => {
  test.each(FAULTS)('%s: %s', async (clause, _, fault) => {
    // What an answer shows by itself is seen whoever asks.
    const only = /server-errors|\/200\//u.test(clause) ? `${clause.split('/')[0]}/*` : clause;
    const { report } = await runDeep([only], { bent: ({ fetch }) => wrap(fetch, fault) });
    expect(report.findings.map((finding) => finding.clause)).toContain(clause);
  });

  test.each<readonly [clause: string, what: string, opens: (call: Call) => boolean]>([
    ['service/empty-credential-opens-nothing', 'no token', (call) => authorization(call)?.trim() === 'Bearer'],
    ['service/empty-credential-opens-nothing', 'no key', ({ headers }) => headers.get('x-api-key') === ''],
    [
      'service/api-key-not-for-wrong-bearer',
      'a key instead of a token',
      (call) => call.headers.has('x-api-key') && authorization(call) !== null,
    ],
  ])('%s: %s', async (clause, _, opens) => {
    const { report } = await runDeep([clause], {
      bent: ({ fetch, credentials }) =>
        wrap(
          fetch,
          onRequest(['getRateLimit', 'getUsage', 'listApiKeys', 'listWebhooks'], (call) =>
            opens(call) ? { headers: { authorization: `Bearer ${credentials.bearer}` } } : undefined,
          ),
        ),
    });
    expect(report.findings.map((finding) => finding.clause)).toEqual([clause]);
  });

  test('wrong-bearer-refused: a token without a signature, at one of the operations that a token opens', async () => {
    const guarded = ['getRateLimit', 'getUsage', 'listApiKeys', 'createApiKey', 'deleteApiKey', 'listWebhooks'];
    const { report } = await runDeep(
      guarded.map((operation) => `${operation}/security/wrong-bearer-refused`),
      {
        bent: ({ fetch, credentials }) =>
          wrap(
            fetch,
            onRequest(guarded, (call) =>
              isUnsigned(call) ? { headers: { authorization: `Bearer ${credentials.bearer}` } } : undefined,
            ),
          ),
      },
    );
    const broken = report.findings.flatMap(({ clauses }) => clauses);
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.filter((clause) => !clause.endsWith('/wrong-bearer-refused'))).toEqual([]);
  });
});

function isUnsigned(call: Call): boolean {
  const [header = ''] = authorization(call)?.slice('Bearer '.length).split('.') ?? [];
  return Buffer.from(header, 'base64url').toString().includes('"alg":"none"');
}
