import {
  accepted,
  type CheckContext,
  check,
  type Exchange,
  isSuccess,
  notServed,
  type RequestBuilder,
  type Role,
  unlessNotTested,
} from '../../src/check/index.ts';

/**
 * Good credentials in the wrong place. `$credentials.<role>` stands for the bare secret, which no check ever sees. All the
 * names under which a service may look for it travel in one request: whichever it takes, it is served. Each way is tried
 * where it could open something, on one operation or another by turns.
 */

export type Place = (request: RequestBuilder) => RequestBuilder;

export const QUERY_NAMES: Readonly<Record<'apiKey' | 'bearer' | 'session', readonly string[]>> = {
  apiKey: ['X-API-Key', 'x-api-key', 'api_key', 'apiKey', 'apikey', 'key'],
  bearer: ['access_token', 'accessToken', 'token', 'bearer', 'jwt', 'authorization'],
  session: ['session', 'sessionId', 'token', 'access_token'],
};

export const inQuery =
  (role: keyof typeof QUERY_NAMES): Place =>
  (request) =>
    request.query(Object.fromEntries(QUERY_NAMES[role].map((name) => [name, `$credentials.${role}`])));

export const authorization =
  (scheme: string, role: Role): Place =>
  (request) =>
    request.header('authorization', `${scheme}$credentials.${role}`);

export const asApiKey =
  (role: Role, scheme = ''): Place =>
  (request) =>
    request.header('x-api-key', `${scheme}$credentials.${role}`);

export const inOtherHeaders: Place = (request) =>
  ['api-key', 'apikey', 'x-apikey', 'x-auth-token', 'x-access-token', 'x-api-token']
    .reduce((under, name) => under.header(name, '$credentials.apiKey'), request)
    .header('cookie', 'X-API-Key=$credentials.apiKey; api_key=$credentials.apiKey');

interface Misplaced {
  readonly [name: string]: unknown;
  readonly right: Exchange;
  readonly wrong: readonly Exchange[];
}

/** One way to misplace a credential, on one operation. */
export type Attempt = readonly [operation: string, place: Place];

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
export function opensNothing(
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
