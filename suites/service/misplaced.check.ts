import {
  check,
  type Exchange,
  enough,
  isUnauthorized,
  nobody,
  notServed,
  refused,
  statusOf,
} from '../../src/check/index.ts';
import { refusedForSession } from '../inference/conditions.ts';
import { plain } from '../inference/questions.ts';
import {
  type Attempt,
  asApiKey,
  authorization,
  inOtherHeaders,
  inQuery,
  opensNothing,
  type Place,
  QUERY_NAMES,
} from './places.ts';

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
