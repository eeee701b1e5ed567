import {
  accepted,
  type CheckContext,
  check,
  type Exchange,
  enough,
  isSuccess,
  isUnauthorized,
  nobody,
  notServed,
  type RequestBuilder,
  type Role,
  refused,
  statusOf,
  unlessNotTested,
} from '../../src/check/index.ts';
import { refusedForSession } from '../inference/conditions.ts';
import { plain } from '../inference/questions.ts';

/**
 * Good credentials in the wrong place. `$credentials.<role>` stands for the bare secret, which no check ever sees. All the
 * names under which a service may look for it travel in one request: whichever it takes, it is served. Each way is tried
 * where it could open something, on one operation or another by turns.
 */

type Place = (request: RequestBuilder) => RequestBuilder;

const QUERY_NAMES: Readonly<Record<'apiKey' | 'bearer' | 'session', readonly string[]>> = {
  apiKey: ['X-API-Key', 'x-api-key', 'api_key', 'apiKey', 'apikey', 'key'],
  bearer: ['access_token', 'accessToken', 'token', 'bearer', 'jwt', 'authorization'],
  session: ['session', 'sessionId', 'token', 'access_token'],
};

const inQuery =
  (role: keyof typeof QUERY_NAMES): Place =>
  (request) =>
    request.query(Object.fromEntries(QUERY_NAMES[role].map((name) => [name, `$credentials.${role}`])));

const authorization =
  (scheme: string, role: Role): Place =>
  (request) =>
    request.header('authorization', `${scheme}$credentials.${role}`);

const asApiKey =
  (role: Role, scheme = ''): Place =>
  (request) =>
    request.header('x-api-key', `${scheme}$credentials.${role}`);

const inOtherHeaders: Place = (request) =>
  ['api-key', 'apikey', 'x-apikey', 'x-auth-token', 'x-access-token', 'x-api-token']
    .reduce((under, name) => under.header(name, '$credentials.apiKey'), request)
    .header('cookie', 'X-API-Key=$credentials.apiKey; api_key=$credentials.apiKey');

interface Misplaced {
  readonly [name: string]: unknown;
  readonly right: Exchange;
  readonly wrong: readonly Exchange[];
}

/** One way to misplace a credential, on one operation. */
type Attempt = readonly [operation: string, place: Place];

async function sendAll(
  tools: CheckContext,
  role: Role,
  attempts: readonly Attempt[],
  what = `the ${role} credential in the wrong place`,
): Promise<Misplaced> {
  const wrong: Exchange[] = [];
  for (const [operation, place] of attempts)
    wrong.push(await tools.send(place(tools.request(operation).as()).invalid('missing-credential', what)));
  return { right: await opened(tools, role), wrong };
}

/** The credential in its right place, as the derived checks ask as well. */
function opened(tools: CheckContext, role: Role): Promise<Exchange> {
  return tools.shared(`getRateLimit as ${role}`, () => tools.send(tools.request('getRateLimit').as(role)));
}

/** Several ways at once: what is refused though all of this came with it opens by none. */
const TOGETHER = {
  keys: [
    'getUsage',
    (request) => authorization('', 'apiKey')(inOtherHeaders(inQuery('bearer')(inQuery('apiKey')(request)))),
  ],
  tokens: ['listApiKeys', (request) => inQuery('bearer')(asApiKey('bearer')(authorization('', 'bearer')(request)))],
  swapped: ['getRateLimit', (request) => asApiKey('bearer', 'Bearer ')(authorization('Bearer ', 'apiKey')(request))],
} as const satisfies Readonly<Record<string, Attempt>>;

/** Undefined where one of them opens something, or where a credential is missing. */
async function refusedTogether(
  tools: CheckContext,
  role: Role,
  together: readonly (keyof typeof TOGETHER)[],
): Promise<Misplaced | undefined> {
  if (together.length === 0) return undefined;
  const attempts = together.map((name) => TOGETHER[name]);
  const joint = await unlessNotTested(() => sendAll(tools, role, attempts, 'several credentials in wrong places'));
  return joint?.wrong.some(isSuccess) === true ? undefined : joint;
}

interface Trial {
  readonly depth?: 'standard' | 'deep';
  /** What is presented, for whoever reads of it. */
  readonly what?: string;
  /** The joint requests that try every such way as well. */
  readonly together?: readonly (keyof typeof TOGETHER)[];
}

/** Nothing opens, though the credential is good: it opens where it belongs. */
function opensNothing(
  clause: string,
  role: Role,
  attempts: readonly Attempt[],
  { depth, what, together = [] }: Trial = {},
) {
  return check({
    clause: `service/${clause}`,
    // Two clauses or three share each of the joint requests.
    ...(together.length === 0 ? {} : { clausesPerRequest: 2 }),
    ...(depth === undefined ? {} : { depth }),
    ...(depth === 'deep' ? { variant: 'thorough' } : {}),
    act: async (tools) => {
      // What comes together may hide what it would do alone: a header that is looked at first, say.
      const isAlone = together.length === 0 || tools.sample(['together', 'alone']).includes('alone');
      const joint = isAlone ? undefined : await refusedTogether(tools, role, together);
      return joint ?? sendAll(tools, role, attempts, what);
    },
    given: ({ right }) => [accepted(right)],
    judge: ({ wrong }) => wrong.map(notServed),
  });
}

/** What a service understands of schemes and headers is the same everywhere; what it reads of the query may differ. */
export const apiKeyNotInQuery = opensNothing('api-key-not-in-query', 'apiKey', [['getUsage', inQuery('apiKey')]], {
  together: ['keys'],
});
export const apiKeyNotAsBearer = opensNothing(
  'api-key-not-as-bearer',
  'apiKey',
  [
    ['getRateLimit', authorization('Bearer ', 'apiKey')],
    ['listWebhooks', authorization('Bearer ', 'apiKey')],
  ],
  { together: ['swapped'] },
);
export const apiKeyNotInOtherHeader = opensNothing(
  'api-key-not-in-other-header',
  'apiKey',
  [
    ['getRateLimit', (request) => authorization('ApiKey ', 'apiKey')(inOtherHeaders(request))],
    ['getUsage', authorization('', 'apiKey')],
  ],
  { together: ['keys'] },
);
export const bearerNotInQuery = opensNothing('bearer-not-in-query', 'bearer', [['listApiKeys', inQuery('bearer')]], {
  together: ['tokens', 'keys'],
});
export const bearerNotAsApiKey = opensNothing(
  'bearer-not-as-api-key',
  'bearer',
  [
    ['listWebhooks', asApiKey('bearer')],
    ['getUsage', asApiKey('bearer', 'Bearer ')],
  ],
  { together: ['tokens', 'swapped'] },
);
export const bearerNeedsItsScheme = opensNothing(
  'bearer-needs-its-scheme',
  'bearer',
  [
    ['listApiKeys', authorization('', 'bearer')],
    ['getRateLimit', authorization('Token ', 'bearer')],
  ],
  { together: ['tokens'] },
);

/** A key that is good, but not asked for, beside a token that is asked for, but not good. */
const besideWrongBearer: Place = (request) => request.as('apiKey', 'wrong bearer');
const EMPTY_TOKEN: Place = (request) => request.header('authorization', 'Bearer ');
const EMPTY_KEY: Place = (request) => request.header('x-api-key', '');

export const apiKeyNotForWrongBearer = opensNothing(
  'api-key-not-for-wrong-bearer',
  'apiKey',
  [['listApiKeys', besideWrongBearer]],
  { depth: 'standard', what: 'an API key beside a wrong bearer token' },
);
export const emptyCredentialOpensNothing = opensNothing(
  'empty-credential-opens-nothing',
  'bearer',
  [['getUsage', (request) => EMPTY_TOKEN(EMPTY_KEY(request))]],
  { depth: 'standard', what: 'an empty API key and an empty bearer token' },
);

const ACCOUNT_READS = ['getRateLimit', 'getUsage', 'listApiKeys', 'listWebhooks'] as const;

function everywhere(...places: readonly Place[]): readonly Attempt[] {
  return ACCOUNT_READS.flatMap((operation) => places.map((place): Attempt => [operation, place]));
}

export const apiKeyNotInAnyQuery = opensNothing('api-key-not-in-query', 'apiKey', everywhere(inQuery('apiKey')), {
  depth: 'deep',
});
export const apiKeyNowhereAsBearer = opensNothing(
  'api-key-not-as-bearer',
  'apiKey',
  everywhere(authorization('Bearer ', 'apiKey')),
  { depth: 'deep' },
);
export const apiKeyNowhereInOtherHeader = opensNothing(
  'api-key-not-in-other-header',
  'apiKey',
  everywhere((request) => authorization('ApiKey ', 'apiKey')(inOtherHeaders(request)), authorization('', 'apiKey')),
  { depth: 'deep' },
);
export const bearerNotInAnyQuery = opensNothing('bearer-not-in-query', 'bearer', everywhere(inQuery('bearer')), {
  depth: 'deep',
});
export const bearerNowhereAsApiKey = opensNothing(
  'bearer-not-as-api-key',
  'bearer',
  everywhere(asApiKey('bearer'), asApiKey('bearer', 'Bearer ')),
  { depth: 'deep' },
);
export const bearerNeedsItsSchemeEverywhere = opensNothing(
  'bearer-needs-its-scheme',
  'bearer',
  everywhere(authorization('', 'bearer'), authorization('Token ', 'bearer')),
  { depth: 'deep' },
);

export const apiKeyNowhereForWrongBearer = opensNothing(
  'api-key-not-for-wrong-bearer',
  'apiKey',
  [['listWebhooks', besideWrongBearer]],
  { depth: 'deep', what: 'an API key beside a wrong bearer token' },
);
export const emptyCredentialOpensNothingAnywhere = opensNothing(
  'empty-credential-opens-nothing',
  'bearer',
  everywhere(EMPTY_TOKEN, EMPTY_KEY),
  { depth: 'deep', what: 'an empty credential' },
);

export const sessionNotAsBearer = check({
  clause: 'service/session-not-as-bearer',
  async act(tools) {
    const send = (place: Place, operation = 'inferSensitivity') =>
      tools.send(place(tools.bare(operation).as()).invalid('missing-credential', 'the session in the wrong place'));
    const asToken = await send(authorization('Bearer ', 'session'));
    const elsewhere = await send((under) => inQuery('session')(asApiKey('session')(under)));
    const wrong = [asToken];
    if (isTurnedAway(elsewhere)) wrong.push(elsewhere);
    else {
      const strange = await send((under) =>
        under.query(Object.fromEntries(QUERY_NAMES.session.map((name) => [name, 'x']))),
      );
      wrong.push(await send(asApiKey('session')));
      // Whoever does not know what stands in the query may refuse the request for that, whatever stands there.
      if (isTurnedAway(strange)) wrong.push(elsewhere);
    }
    return {
      right: await plain(tools, 'inferSensitivity'),
      nobody: await nobody(tools, 'inferSensitivity'),
      wrong,
      // Where it is a token that opens, whoever is signed in is no holder of one.
      whereTokensOpen: await send(authorization('Bearer ', 'session'), 'listApiKeys'),
    };
  },
  // Whether nobody is refused is a clause of each operation.
  given: ({ right, nobody: refusal }) => [
    refused(refusal),
    (judging) =>
      enough(
        refused(right, 'missing-credential')(judging) !== undefined,
        'the session is refused in its own place as well',
      )(judging),
  ],
  // Under which of its two statuses a caller is turned away for a credential that is none is a clause of each operation.
  judge: ({ wrong, whereTokensOpen }) => [
    ...wrong.map((answer) => (isTurnedAway(answer) ? () => undefined : refusedForSession(answer))),
    notServed(whereTokensOpen),
  ],
});

function isTurnedAway(answer: Exchange): boolean {
  return isUnauthorized(statusOf(answer));
}
