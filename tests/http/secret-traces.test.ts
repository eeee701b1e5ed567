import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/http/redact.ts';
import { createPublicText } from '../../src/http/secret-traces.ts';
import { decodings, ENCODINGS } from '../support/encodings.ts';
import { processorTime } from '../support/processor-time.ts';
import { anyCredential, sharedWith } from '../support/secrets.ts';

const anyEncoding = fc.constantFrom(...Object.keys(ENCODINGS));
const bits = fc.array(fc.boolean(), { minLength: 13, maxLength: 13 });

describe('of a credential', () => {
  test('no eight characters in a row remain, in any encoding, whole or in part', () => {
    fc.assert(
      fc.property(
        anyCredential,
        anyEncoding,
        bits,
        fc.nat({ max: 30 }),
        fc.nat({ max: 60 }),
        fc.string({ maxLength: 12 }),
        ({ role, header, secrets }, encoding, chosen, from, length, around) => {
          const redactor = createRedactor([{ name: role, value: header }]);
          for (const secret of secrets) {
            const part = secret.slice(from, from + 8 + length);
            const echoed = ENCODINGS[encoding]?.(part, (at) => chosen[at % chosen.length] === true) ?? '';
            for (const text of [redactor.text(around + echoed + around), redactor.headers({ [`x-${echoed}`]: echoed })])
              for (const decoded of decodings(typeof text === 'string' ? text : JSON.stringify(text)))
                expect(sharedWith(decoded, secret).filter((row) => new Set(row).size > 3)).toEqual([]);
          }
        },
      ),
      { numRuns: 2000 },
    );
  }, 300_000);

  test('nothing remains in JSON, which stays JSON of the same shape', () => {
    fc.assert(
      fc.property(anyCredential, anyEncoding, fc.jsonValue(), ({ role, header, secrets }, encoding, value) => {
        const redactor = createRedactor([{ name: role, value: header }]);
        const echoed = ENCODINGS[encoding]?.(secrets.join(' '), () => true) ?? '';
        const text = redactor.body(JSON.stringify({ [echoed]: value, list: [echoed, value] }, null, 1));
        const parsed = JSON.parse(text) as Record<string, unknown>;
        expect(Object.keys(parsed)).toHaveLength(2);
        expect(parsed['list']).toHaveLength(2);
        for (const secret of secrets)
          for (const decoded of decodings(text))
            expect(sharedWith(decoded, secret).filter((row) => new Set(row).size > 3)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  }, 300_000);

  test('a number that is short of it by chance stays what it is', () => {
    // The codes of most letters are decimal digits in hexadecimal: of a long token there are hundreds of such rows.
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwcnVlZmVyIiwiZXhwIjoxNzk1NDk1NzMwfQ.dGhpc2lzbm90YXNpZ25hdHVyZQ';
    const redactor = createRedactor([{ name: 'bearer', value: `Bearer ${token}` }]);
    const hex = Buffer.from(token).toString('hex');
    const digits = [...hex.matchAll(/(?=(\d{8}))/gu)].map(([, row]) => row ?? '');
    expect(digits.length).toBeGreaterThan(20);
    const body = JSON.stringify({
      time: digits.map((row) => Number(`0.${row}`)),
      ids: digits.map((row) => `${row}-4b1d`),
    });
    expect(redactor.body(body)).toBe(body);
    expect(redactor.text(hex.slice(20, 36))).not.toBe(hex.slice(20, 36));
  });

  test('a number stays a number', () => {
    const redactor = createRedactor([{ name: 'apiKey', value: '83640175923' }]);
    expect(redactor.body('{"a":83640175923,"b":[-1836401759230.5],"c":"x"}')).toBe(
      '{"a":99999999999,"b":[-9999999999999.9],"c":"x"}',
    );
  });
});

describe('what is public', () => {
  test.each(['application/json', 'populated', 'conform'])('is no secret: %s', (value) => {
    const redactor = createRedactor(
      [{ name: 'apiKey', value }],
      [createPublicText(['{"a":"application/json"}', 'populated', 'conform'])],
    );
    expect(redactor.text(`a ${value} b`)).toBe(`a ${value} b`);
    expect(redactor.headers({ 'x-api-key': value, other: value }, new Set(['x-api-key']))).toEqual({
      'x-api-key': '$CONFORM_API_KEY',
      other: value,
    });
  });

  test('is a header of the user that is none, and stays as it is where it is sent', () => {
    const redactor = createRedactor(
      [{ name: 'CONFORM_HEADER_ACCEPT', value: 'application/json', mayBePublic: true }],
      [createPublicText(['application/json'])],
    );
    expect(redactor.headers({ accept: 'application/json' }, new Set(['accept']))).toEqual({
      accept: 'application/json',
    });
  });

  test('rows of digits and noughts are left alone, in ids of examples above all', () => {
    const redactor = createRedactor([{ name: 'apiKey', value: 'test-00000000-0123456789abcdef' }]);
    const ids = '00000000-0000-4000-8000-000000000001 01234567-89ab-cdef-0123-456789abcdef 12345678';
    expect(redactor.text(ids)).toBe(ids);
    expect(redactor.text('test-00000000-0123456789abcdef')).toBe('$CONFORM_API_KEY');
  });
});

describe('time', () => {
  const value = `eyJhbGciOiJIUzI1NiJ9.${'Qz7mK1vT'.repeat(100)}.Hx3pW9rLs2`;
  const redactor = createRedactor([{ name: 'bearer', value: `Bearer ${value}` }]);
  test.each([
    ['ordinary text', 'The quick brown fox jumps over the lazy dog. '.repeat(50_000)],
    ['the secret again and again', value.repeat(2000)],
    ['parts of the secret', `${value.slice(30, 60)} `.repeat(40_000)],
    ['escapes', '%41\\u0041&#65;'.repeat(100_000)],
    ['backslashes', '\\'.repeat(1_000_000)],
    ['a long string of JSON', JSON.stringify('x'.repeat(3_000_000))],
    ['a long string of JSON with the secret', JSON.stringify(`${value} "\\ `.repeat(2000))],
  ])(
    'is bounded: %s',
    (_, text) => {
      const seconds = processorTime();
      redactor.text(text);
      redactor.body(text);
      // Three seconds on a quiet machine; what grows with the square of a text takes hours.
      expect(seconds()).toBeLessThan(60);
    },
    180_000,
  );
});
