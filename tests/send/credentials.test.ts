import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestTo, WAYS_TO_BE_WRONG } from '../../src/check/request.ts';
import { operationOf } from '../../src/contract/contract.ts';
import { applyCredentials, defaultPresentation, withSecrets } from '../../src/send/credentials.ts';
import { contractUnder } from '../support/contract.ts';
import { anyCredential, sharedWith } from '../support/secrets.ts';
import { EVERYTHING, NOBODY } from '../support/session.ts';

const operation = (id: string) => operationOf(contractUnder(), id);

const ROLES = contractUnder().roles.map(({ role }) => role);

describe('what an operation asks for', () => {
  test.each([
    ['listApiKeys', ['bearer']],
    ['inferSensitivity', ['session']],
  ])('%s: %j', (id, roles) => {
    const pure = defaultPresentation(operation(id), EVERYTHING, undefined, true);
    expect(pure).toEqual(roles.map((role) => ({ kind: 'role', role })));
  });

  test('beside a cookie stands what is usual, and goes without saying', () => {
    const presented = defaultPresentation(operation('inferSensitivity'), EVERYTHING);
    const { headers, names } = applyCredentials(presented, EVERYTHING);
    expect(names).toEqual(['session']);
    expect(Object.keys(headers)).toEqual(['cookie', 'x-api-key']);
    const usual: [] = [];
    expect(defaultPresentation(operation('inferSensitivity'), EVERYTHING, usual)).toEqual([
      { kind: 'role', role: 'session' },
    ]);
  });

  test('is the alternative that the target can meet', () => {
    const bearerOnly = { ...NOBODY, credentials: { bearer: { headers: { Authorization: 'Bearer t' } } } };
    expect(defaultPresentation(operation('getRateLimit'), bearerOnly)).toEqual([{ kind: 'role', role: 'bearer' }]);
  });

  test('is nothing where nothing is given and nothing is needed', () => {
    expect(defaultPresentation(operation('listPapers'), NOBODY)).toEqual([]);
  });

  test('is a skip that says what to give', () => {
    expect(() => defaultPresentation(operation('listApiKeys'), NOBODY)).toThrow('no bearer credential was given');
  });

  test('is never a session for a public operation', () => {
    const sessionOnly = { ...NOBODY, credentials: { session: { headers: { Cookie: 'a=b' } } } };
    expect(defaultPresentation(operation('listPapers'), sessionOnly)).toEqual([]);
  });
});

describe('credentials', () => {
  test('are there only when they are presented', () => {
    expect(applyCredentials([], EVERYTHING)).toEqual({ headers: {}, names: [], nearMisses: [] });
    expect(applyCredentials([{ kind: 'role', role: 'bearer' }], EVERYTHING)).toEqual({
      headers: { authorization: 'Bearer head.payload.signature0123' },
      names: ['bearer'],
      nearMisses: [],
    });
  });

  test('that the target does not have are a skip', () => {
    expect(() => applyCredentials([{ kind: 'role', role: 'session' }], NOBODY)).toThrow(
      'no session credential was given',
    );
  });
});

describe('a wrong credential', () => {
  test.each(ROLES)('of the kind %s has the form of the right one and is another', (role) => {
    const right = applyCredentials([{ kind: 'role', role }], EVERYTHING).headers;
    const wrong = applyCredentials([{ kind: 'wrong', role, turn: 0 }], EVERYTHING).headers;
    expect(Object.keys(wrong)).toEqual(Object.keys(right));
    for (const [name, value] of Object.entries(right)) {
      expect(wrong[name]).not.toBe(value);
      expect(wrong[name]).toHaveLength(value.length);
    }
  });

  const wrongFor = (role: string, value: string, turn: number) => {
    const name = { apiKey: 'x-api-key', bearer: 'authorization' }[role] ?? 'cookie';
    const target = { ...NOBODY, credentials: { [role]: { headers: { [name]: value } } } };
    const { headers, nearMisses } = applyCredentials([{ kind: 'wrong', role, turn }], target, operation('getUsage'));
    return { value: headers[name] ?? '', names: nearMisses.map((one) => one.name) };
  };
  const turns = Array.from({ length: WAYS_TO_BE_WRONG }, (_, turn) => turn);

  test('differs from the right one in every way, and shares nothing with it unless it is named a near miss', () => {
    fc.assert(
      fc.property(anyCredential, fc.constantFrom(...turns), ({ role, header, secrets }, turn) => {
        const { value, names } = wrongFor(role, header, turn);
        expect(value).not.toBe(header);
        if (names.length > 0) return;
        for (const secret of secrets) expect(sharedWith(value, secret)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('of a key is by turns a foreign one, one in other case, a longer, a shorter one, and one with a wild card', () => {
    const key = 'svc_aB3dE5fGh7Ij';
    const [foreign, cased, longer, shorter, wild, quoted] = turns.map((turn) => wrongFor('apiKey', key, turn));
    expect(foreign?.value).toMatch(/^svc_[a-z][A-Z]\d[a-z][A-Z]\d[a-z][A-Z][a-z]\d[A-Z][a-z]$/u);
    expect(foreign?.names).toEqual([]);
    expect(cased).toEqual({ value: 'SVC_Ab3De5FgH7iJ', names: ['CONFORM_API_KEY_IN_OTHER_CASE'] });
    expect(longer).toEqual({ value: `${key}x7Qk`, names: ['CONFORM_API_KEY_LENGTHENED'] });
    expect(shorter).toEqual({ value: key.slice(0, -4), names: ['CONFORM_API_KEY_SHORTENED'] });
    expect(wild).toEqual({ value: `${key.slice(0, -4)}%`, names: ['CONFORM_API_KEY_WITH_A_WILD_CARD'] });
    expect(quoted).toEqual({ value: "x' OR '1'='1", names: [] });
  });

  test('of a token is by turns a foreign one, one of another signature, one without, a longer one, and one whose signature is in other case', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abcDEFghiJKL';
    const [foreign, resigned, unsigned, longer, cased] = turns.map((turn) =>
      wrongFor('bearer', `Bearer ${token}`, turn).value.slice('Bearer '.length),
    );
    const parsed = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
    expect(parsed(foreign?.split('.')[0])).toMatchObject({ alg: 'HS256' });
    expect(parsed(foreign?.split('.')[1])).toMatchObject({ exp: 4_102_444_800 });
    expect(resigned?.split('.').slice(0, 2)).toEqual(token.split('.').slice(0, 2));
    expect(resigned).not.toBe(token);
    expect(parsed(unsigned?.split('.')[0])).toMatchObject({ alg: 'none' });
    expect(unsigned?.endsWith('.eyJzdWIiOiJhIn0.')).toBe(true);
    expect(longer).toBe(`${token}x7Qk`);
    expect(cased).toBe('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.ABCdefGHIjkl');
  });

  test.each(['lab:correct-horse-42', 'sk_test_voltway:'])(
    'of Basic is another name with another password: %s',
    (pair) => {
      const header = `Basic ${Buffer.from(pair).toString('base64')}`;
      const made = turns.map((turn) => wrongFor('bearer', header, turn));
      for (const { value, names } of made) {
        const wrong = Buffer.from(value.slice('Basic '.length), 'base64').toString();
        expect(wrong.replaceAll(/[a-z]/gu, 'a').replaceAll(/\d/gu, '0')).toBe(
          pair.replaceAll(/[a-z]/gu, 'a').replaceAll(/\d/gu, '0'),
        );
        expect([wrong.split(':')[0] === pair.split(':')[0], names]).toEqual([false, []]);
      }
    },
  );

  test('keeps the names of cookies', () => {
    expect(wrongFor('session', 'sid=abcdef123456; csrf=9876543210', 0).value).toMatch(
      /^sid=[a-f\d]{12}; csrf=\d{10}$/u,
    );
    expect(wrongFor('session', 'without-a-name-1', 0).value).not.toBe('without-a-name-1');
  });

  test('is the same one each time', () => {
    expect(applyCredentials([{ kind: 'wrong', role: 'bearer', turn: 0 }], EVERYTHING)).toEqual(
      applyCredentials([{ kind: 'wrong', role: 'bearer', turn: 0 }], EVERYTHING),
    );
  });

  test('can be had without a right one', () => {
    for (const role of ROLES)
      expect(
        Object.keys(applyCredentials([{ kind: 'wrong', role, turn: 0 }], NOBODY, operation('getUsage')).headers),
      ).toHaveLength(1);
  });
});

describe('a secret in a place where it does not belong', () => {
  const draftOf = (value: string) =>
    withSecrets(requestTo(operation('getRateLimit')).query({ key: value }).header('x-other', value).draft, EVERYTHING);

  test.each([
    ['$credentials.apiKey', 'key-0123456789abcdef'],
    ['$credentials.bearer', 'head.payload.signature0123'],
    ['$credentials.session', 'abcdef0123456789'],
  ])('%s stands there bare', (placeholder, bareSecret) => {
    expect(draftOf(placeholder).query).toEqual([['key', bareSecret]]);
    expect(draftOf(placeholder).headers['x-other']).toBe(bareSecret);
  });

  test('is in no wrong place where a cookie carries the token of another role', () => {
    const [bearer] = Object.values(EVERYTHING.credentials.bearer?.headers ?? {});
    const session = { headers: { Cookie: `token=${bearer?.replace('Bearer ', '')}` } };
    const target = { ...EVERYTHING, credentials: { ...EVERYTHING.credentials, session } };
    const place = (placeholder: string) =>
      withSecrets(requestTo(operation('getRateLimit')).header('x-other', placeholder).draft, target);
    expect(() => place('$credentials.session')).toThrow('the same token as the bearer credential');
    expect(place('$credentials.bearer').headers['x-other']).toBe('head.payload.signature0123');
  });
});
