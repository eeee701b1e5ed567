import { expect, test } from 'vitest';
import {
  type Call,
  jsonReply,
  type Middleware,
  onReply,
  onRequest,
  onSuccess,
  type Reply,
} from '../../fixtures/middleware.ts';
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

/** Who asks for the tier `authenticated` gets a key under the name that was asked for last. */
const copiesTheLast = (): Middleware => {
  let name: unknown;
  return onRequest('createApiKey', (call) => {
    const body = { ...(call.body as Readonly<Record<string, unknown>> | undefined) };
    if (body['tier'] === 'authenticated') return { body: { name } };
    ({ name } = body);
    return undefined;
  });
};

type Row = readonly [fault: string, scope: readonly string[], patch: Middleware, findings: readonly string[]];

const FAULTS: readonly Row[] = [
  // Two keys have one name, and the list is right about both.
  [
    'a key of a tier that is refused, under the name of another',
    ['account'],
    copiesTheLast(),
    ['createApiKey/rate-tiers-are-refused: POST /api/v1/api-keys: tier=authenticated'],
  ],
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

const memberOf = ({ body }: Call, name: string) => (body as Readonly<Record<string, unknown>> | undefined)?.[name];

/** Reads text as a number, and fails on a boolean. */
const coercing: Middleware = (call, next) => {
  const count = memberOf(call, 'top_n');
  if (call.operation !== 'inferSensitivity' || count === undefined) return next();
  if (typeof count === 'boolean' && typeof memberOf(call, 'outcome_id') === 'string')
    return Promise.resolve(problem(500, 'There is no such method.'));
  return typeof count === 'string' ? next({ body: { ...(call.body as object), top_n: Number(count) } }) : next();
};

const ACCOUNT = ['createApiKey', 'listApiKeys', 'deleteApiKey', 'createWebhook', 'listWebhooks'] as const;

/** A deletion takes along whatever was created. */
function deletingAll(): Middleware {
  const made = new Set<string>();
  return async (call, next) => {
    const reply = await next();
    if (call.operation === 'createApiKey' && reply.status === 201) made.add((reply.body as { readonly id: string }).id);
    if (call.operation === 'deleteApiKey' && reply.status === 204)
      for (const id of made) if (made.delete(id) && id !== call.id) await next({ path: `/api/v1/api-keys/${id}` });
    return reply;
  };
}

/** Faults that break several clauses, and were several findings. */
const WIDE: readonly Row[] = [
  [
    'numeric text that is read as a number, where true is a server error',
    ['inferSensitivity'],
    coercing,
    ['inferSensitivity/body/top_n/type: POST /api/parameters/sensitivity: a body in which top_n is a numeric string'],
  ],
  [
    'errors of every kind as plain text',
    ['*'],
    async (_call, next) => {
      const reply = await next();
      const headers = { ...reply.headers, 'content-type': 'text/plain' };
      return reply.status >= 400 && reply.status < 500 ? { ...reply, headers } : reply;
    },
    [
      'service/media-type/errors/text/plain: the Content-Type is text/plain, not application/json or application/problem+json',
    ],
  ],
  [
    'answers of three operations without content',
    ['inferSensitivity', 'inferInversion', 'inferTrajectory'],
    onSuccess(['inferSensitivity', 'inferInversion', 'inferTrajectory'], () => ({})),
    [
      'service/another-shape/200//: the body has no members (12 clauses in inferSensitivity, inferInversion, inferTrajectory)',
    ],
  ],
  [
    'pages counted from zero in the answer',
    ['listPapers'],
    onSuccess('listPapers', (body) => {
      body.data.pagination.page -= 1;
    }),
    ['listPapers/page-is-echoed: GET /api/v1/papers: page 0 at data.pagination.page; expected page 1 (2 clauses)'],
  ],
  [
    'a page size that is looked for under another name',
    ['searchPapers'],
    onRequest('searchPapers', () => ({ query: { pageSize: undefined } })),
    ['searchPapers/page-size-bounds-the-page: ', 'searchPapers/query/pageSize/not-validated: '],
  ],
  [
    'a deletion that always succeeds',
    ['deleteApiKey'],
    onReply('deleteApiKey', (reply) => (reply.status === 404 ? { status: 204, headers: {}, body: undefined } : reply)),
    ['deleteApiKey/deleting-again-404: DELETE /api/v1/api-keys/{id}: one that was deleted before gets 204'],
  ],
  [
    'a login page to which callers without access are sent',
    ACCOUNT,
    onReply(ACCOUNT, (reply) =>
      reply.status === 401 ? { ...reply, status: 302, headers: { ...reply.headers, location: '/login' } } : reply,
    ),
    [
      'service/refusal-status/401-403/302: a missing or wrong credential gets 302 (a redirect to /login), not 401 or 403',
    ],
  ],
  [
    'a deletion that deletes everything',
    ['listApiKeys', 'createApiKey', 'deleteApiKey'],
    deletingAll(),
    ['deleteApiKey/leaves-other-keys: DELETE /api/v1/api-keys/{id}: key '],
  ],
];

test.each([...FAULTS, ...WIDE])('%s is named', async (_fault, scope, patch, findings) => {
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
