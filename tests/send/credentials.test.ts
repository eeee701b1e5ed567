import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestTo } from '../../src/check/request.ts';
import { operationOf } from '../../src/contract/contract.ts';
import { defaultPresentation, dress, withSecrets } from '../../src/send/credentials.ts';
import { contractUnder } from '../support/contract.ts';
import { EVERYTHING, NOBODY } from '../support/session.ts';

const operation = (id: string) => operationOf(contractUnder(), id);

const ROLES = contractUnder().roles.map(({ role }) => role);

describe('what an operation asks for', () => {
  test.each([
    ['listApiKeys', ['bearer']],
    ['inferSensitivity', ['session']],
  ])('%s: %j', (id, roles) => {
    expect(defaultPresentation(operation(id), EVERYTHING)).toEqual(roles.map((role) => ({ kind: 'role', role })));
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
    expect(dress([], EVERYTHING)).toEqual({ headers: {}, names: [] });
    expect(dress([{ kind: 'role', role: 'bearer' }], EVERYTHING)).toEqual({
      headers: { authorization: 'Bearer head.payload.signature0123' },
      names: ['bearer'],
    });
  });

  test('that the target does not have are a skip', () => {
    expect(() => dress([{ kind: 'role', role: 'session' }], NOBODY)).toThrow('no session credential was given');
  });
});

describe('a wrong credential', () => {
  test.each(ROLES)('of the kind %s has the form of the right one and is another', (role) => {
    const right = dress([{ kind: 'role', role }], EVERYTHING).headers;
    const wrong = dress([{ kind: 'wrong', role }], EVERYTHING).headers;
    expect(Object.keys(wrong)).toEqual(Object.keys(right));
    for (const [name, value] of Object.entries(right)) {
      expect(wrong[name]).not.toBe(value);
      expect(wrong[name]).toHaveLength(value.length);
    }
  });

  test('differs whatever the right one is', () => {
    const value = fc.stringMatching(/^[!-~]{0,20}[A-Za-z0-9][!-~]{0,3}$/u);
    fc.assert(
      fc.property(value, (secret) => {
        const target = { ...NOBODY, credentials: { apiKey: { headers: { 'x-api-key': secret } } } };
        const wrong = dress([{ kind: 'wrong', role: 'apiKey' }], target).headers['x-api-key'] ?? '';
        expect(wrong).not.toBe(secret);
        expect(wrong).toHaveLength(secret.length);
      }),
    );
  });

  const wrongFor = (role: 'apiKey' | 'bearer', value: string, id: string) => {
    const name = role === 'apiKey' ? 'x-api-key' : 'authorization';
    const target = { ...NOBODY, credentials: { [role]: { headers: { [name]: value } } } };
    return dress([{ kind: 'wrong', role }], target, operation(id)).headers[name] ?? '';
  };

  test('differs in case alone where the case tells', () => {
    const key = 'svc_aB3dE5fGh7Ij';
    const wrong = wrongFor('apiKey', key, 'getRateLimit');
    expect(wrong).not.toBe(key);
    expect(wrong.toLowerCase()).toBe(key.toLowerCase());
    expect(wrongFor('apiKey', 'svc_0123456789abcdef', 'getRateLimit').toLowerCase()).not.toBe('svc_0123456789abcdef');
  });

  test('is by turns another one, a longer one, and a token that says it needs no signature', () => {
    const token = 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abcDEFghiJKL';
    const [other, longer, unsigned] = ['getUsage', 'listApiKeys', 'listWebhooks'].map((id) =>
      wrongFor('bearer', token, id),
    );
    expect(other).toHaveLength(token.length);
    expect(longer?.startsWith(token)).toBe(true);
    expect(unsigned).toMatch(/^Bearer [\w-]+\.eyJzdWIiOiJhIn0\.$/u);
    expect(Buffer.from(unsigned?.slice(7).split('.')[0] ?? '', 'base64url').toString()).toContain('"alg":"none"');
  });

  test('is the same one each time', () => {
    expect(dress([{ kind: 'wrong', role: 'bearer' }], EVERYTHING)).toEqual(
      dress([{ kind: 'wrong', role: 'bearer' }], EVERYTHING),
    );
  });

  test('can be had without a right one', () => {
    for (const role of ROLES)
      expect(Object.keys(dress([{ kind: 'wrong', role }], NOBODY, operation('getUsage')).headers)).toHaveLength(1);
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
});
