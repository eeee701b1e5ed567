import { accepted, check, enough, type Exchange, notServed, refused, type RequestBuilder, type Role, type Tools } from '../../src/check/index.ts';
import { refusedForSession } from '../inference/conditions.ts';

/**
 * Good credentials in the wrong place. `$credentials.<role>` stands for the bare secret, which no check ever sees. All the
 * names under which a service may look for it travel in one request: whichever it takes, it is served.
 */

const ACCOUNT_READS = ['getRateLimit', 'getUsage', 'listApiKeys', 'listWebhooks'] as const;

type Place = (request: RequestBuilder) => RequestBuilder;

const QUERY_NAMES: Readonly<Record<Role, readonly string[]>> = {
  apiKey: ['X-API-Key', 'x-api-key', 'api_key', 'apiKey', 'apikey', 'key'],
  bearer: ['access_token', 'accessToken', 'token', 'bearer', 'jwt', 'authorization'],
  session: ['session', 'sessionId', 'token', 'access_token'],
};

const inQuery = (role: Role): Place => (request) => request.query(Object.fromEntries(QUERY_NAMES[role].map((name) => [name, `$credentials.${role}`])));

const authorization = (scheme: string, role: Role): Place => (request) => request.header('authorization', `${scheme}$credentials.${role}`);

const asApiKey = (role: Role): Place => (request) => request.header('x-api-key', `$credentials.${role}`);

const inOtherHeaders: Place = (request) =>
  ['api-key', 'apikey', 'x-apikey', 'x-auth-token', 'x-access-token', 'x-api-token'].reduce((under, name) => under.header(name, '$credentials.apiKey'), request).header('cookie', 'X-API-Key=$credentials.apiKey; api_key=$credentials.apiKey');

interface Misplaced {
  readonly [name: string]: unknown;
  readonly right: Exchange;
  readonly wrong: readonly Exchange[];
}

async function sendAll(tools: Tools, role: Role, operations: readonly string[], places: readonly Place[]): Promise<Misplaced> {
  const right = await tools.send(tools.request('getRateLimit').as(role));
  const wrong: Exchange[] = [];
  for (const operation of operations) {
    for (const place of places) wrong.push(await tools.send(place(tools.request(operation).as()).invalid('missing-credential', `the ${role} credential in the wrong place`)));
  }
  return { right, wrong };
}

/** Nothing opens, though the credential is good: it opens where it belongs. */
function opensNothing(clause: string, role: Role, places: readonly Place[], operations: readonly string[] = ACCOUNT_READS) {
  return check({
    clause: `service/${clause}`,
    act: (tools) => sendAll(tools, role, operations, places),
    given: ({ right }) => [accepted(right)],
    judge: ({ wrong }) => wrong.map(notServed),
  });
}

const ONE_OF_EACH_KIND = ['getRateLimit', 'listApiKeys'] as const;

export const apiKeyNotInQuery = opensNothing('api-key-not-in-query', 'apiKey', [inQuery('apiKey')]);
export const apiKeyNotAsBearer = opensNothing('api-key-not-as-bearer', 'apiKey', [authorization('Bearer ', 'apiKey')]);
export const apiKeyNotInOtherHeader = opensNothing('api-key-not-in-other-header', 'apiKey', [(request) => authorization('ApiKey ', 'apiKey')(inOtherHeaders(request)), authorization('', 'apiKey')], ONE_OF_EACH_KIND);
export const bearerNotInQuery = opensNothing('bearer-not-in-query', 'bearer', [inQuery('bearer')]);
export const bearerNotAsApiKey = opensNothing('bearer-not-as-api-key', 'bearer', [asApiKey('bearer'), (request) => request.header('x-api-key', 'Bearer $credentials.bearer')], ONE_OF_EACH_KIND);
export const bearerNeedsItsScheme = opensNothing('bearer-needs-its-scheme', 'bearer', [authorization('', 'bearer'), authorization('Token ', 'bearer')], ONE_OF_EACH_KIND);

export const sessionNotAsBearer = check({
  clause: 'service/session-not-as-bearer',
  async act(tools) {
    const request = tools.bare('inferSensitivity');
    const wrong: Exchange[] = [];
    for (const place of [authorization('Bearer ', 'session'), asApiKey('session'), inQuery('session')]) {
      wrong.push(await tools.send(place(request.as()).invalid('missing-credential', 'the session in the wrong place')));
    }
    return {
      right: await tools.shared('session in its place', () => tools.send(request.as('session').open('the names of the document, which the target may not know'))),
      nobody: await tools.shared('nobody in its place', () => tools.send(request.as().invalid('missing-credential', 'no session'))),
      wrong,
    };
  },
  // Whether nobody is refused is a clause of each operation.
  given: ({ right, nobody }) => [refused(nobody), (judging) => enough(refused(right, 'missing-credential')(judging) !== undefined, 'the session is refused in its own place as well')(judging)],
  judge: ({ wrong }) => wrong.map(refusedForSession),
});
