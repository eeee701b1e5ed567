import fc from 'fast-check';

/** Credentials of a run; one of them is a word of the contract. */
export const CREDENTIALS = { CONFORM_TOKEN: 'aB3dE5fGh7IjK9lMn', CONFORM_API_KEY: 'application/json' };

/** Words of the suite's own structures, names of secrets, and others that hurt where they are taken for secrets. */
const WORDS = [
  'violations',
  'exchange',
  'response',
  'application/json',
  'getRateLimit',
  'inconclusive',
  '$exchange',
  'outcome',
  'verdict',
  'kind',
  'seq',
  'intent',
  'evidence',
  'header',
  'type',
  'run',
  'end',
  'act',
  'clause',
  'complete',
  'redacted',
  '<redacted:1>',
  '$CONFORM_API_KEY',
  'apiKey',
  'bearer',
  'authorization',
  'Authorization',
  'x-api-key',
  'set-cookie',
  'key',
  'secret',
  'token',
  'password',
  'session',
  '__proto__',
  'constructor',
  'toJSON',
  'conform',
  'null',
  'true',
  ...Object.values(CREDENTIALS),
];

const anyWord = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  fc.string({ maxLength: 30 }),
  fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((words) => words.join(' ')),
);
/** Words as names of members and as values, at any depth. */
const { node: anyNest } = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    anyWord,
    fc.oneof(fc.nat({ max: 5 }), fc.boolean(), fc.constant(null)),
    fc.dictionary(anyWord, tie('node'), { maxKeys: 5 }),
    fc.array(tie('node'), { maxLength: 4 }),
  ),
}));
const anyBody = fc.oneof(
  fc.record({ key: anyWord }),
  fc.record({ id: anyWord, key: anyWord, secret: anyWord, token: anyWord, authorization: anyWord }),
  fc.array(fc.record({ id: fc.uuid(), key: anyWord, name: anyWord }), { maxLength: 5 }),
  fc.record({ $exchange: fc.nat({ max: 5 }), seq: fc.nat(), outcome: fc.jsonValue(), intent: fc.jsonValue() }),
  { weight: 3, arbitrary: anyNest },
  fc.jsonValue(),
);
/** What a target may answer, whatever it is asked. */
export const anyAnswer = fc.record({
  body: anyBody,
  status: fc.constantFrom(200, 201, 204, 400, 401, 404, 429, 500),
  /** Names of headers have to be tokens (RFC 9110 section 5.6.2), values without line ends. */
  header: fc.tuple(fc.constantFrom(...WORDS.filter((word) => /^[\w-]+$/u.test(word))), fc.constantFrom(...WORDS)),
});
