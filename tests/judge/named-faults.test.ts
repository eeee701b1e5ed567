import { expect, test } from 'vitest';
import { jsonReply, type Middleware, onReply, onSuccess, type Reply } from '../../fixtures/middleware.ts';
import { createBench, runAgainst } from '../../scripts/matrix/trial.ts';
import { buildReport } from '../../src/report/build.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** One fault, and the one finding that names it. */
const problem = (status: number, detail: string) =>
  jsonReply(status, { type: 'about:blank', title: 'No', status, detail }, 'application/problem+json');

/** Whatever a chat is asked, it gives this answer. */
const alwaysChat =
  (reply: Reply): Middleware =>
  (call, next) =>
    call.operation === 'chat' ? Promise.resolve(reply) : next();

const insteadOf429 = (status: number) =>
  onReply('listPapers', (reply) => (reply.status === 429 ? { ...reply, status } : reply));

const createdInTheYearOne = (key: Readonly<Record<string, unknown>>) => ({ ...key, createdAt: '0001-01-01T00:00:00Z' });

type Row = readonly [fault: string, scope: readonly string[], patch: Middleware, findings: readonly string[]];

const FAULTS: readonly Row[] = [
  [
    'a chat that is off and says so with 403',
    ['chat'],
    alwaysChat(problem(403, 'Chat is disabled.')),
    ['chat/always-403: POST /api/chat: valid requests are refused with 403 (6 clauses)'],
  ],
  [
    'a chat that answers everything with 200 and an error',
    ['chat'],
    alwaysChat(jsonReply(200, { error: { code: 'DISABLED', message: 'Chat is disabled.' } })),
    ['chat/200/media-type: POST /api/chat: a 200 answer is application/json, not text/event-stream or text/plain'],
  ],
  [
    'a limit that is told with 503',
    ['listPapers'],
    insteadOf429(503),
    [
      'listPapers/refusal-status/429/503: GET /api/v1/papers: a request past the rate limit gets 503, not 429 (3 clauses)',
    ],
  ],
  [
    'a limit that is told with 403',
    ['listPapers'],
    insteadOf429(403),
    ['listPapers/refusal-status/429/403: GET /api/v1/papers: a request past the rate limit gets 403, not 429'],
  ],
  [
    'keys that were created in the year 1',
    ['createApiKey'],
    onSuccess('createApiKey', createdInTheYearOne),
    ['createApiKey/created-at-is-now: POST /api/v1/api-keys: createdAt "0001-01-01T00:00:00Z"'],
  ],
  [
    'an empty ranking beside a bottleneck',
    ['inferSensitivity'],
    onSuccess('inferSensitivity', (body) => ({ ...body, ranked: [] })),
    [
      'inferSensitivity/bottleneck-is-ranked: POST /api/parameters/sensitivity: the bottleneck temperature beside an empty',
    ],
  ],
];

test.each(FAULTS)('%s is named', async (_fault, scope, patch, findings) => {
  const { record, conclusion } = await runAgainst(createBench(loaded, suiteUnder), {
    id: 'named',
    violates: 'listPapers/past-the-limit-429',
    because: 'it has one fault',
    alsoBreaks: [],
    reference: { rateLimit: scope.includes('listPapers') },
    scope,
    patch: () => patch,
  });
  const told = buildReport(record, conclusion).findings.map(({ id, title }) => `${id}: ${title}`);
  expect(told.map((one, index) => one.slice(0, findings[index]?.length))).toEqual(findings);
});
