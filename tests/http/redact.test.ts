import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from '../../src/redact/redactor.ts';
import { looksSecret, placeholderFor } from '../../src/redact/secret.ts';
import { redactorFor } from '../../src/send/redactor-for.ts';
import { ENCODINGS } from '../support/encodings.ts';
import { processorTime } from '../support/processor-time.ts';
import { anyCredential } from '../support/secrets.ts';
import { suiteUnder } from '../support/whole-suite.ts';

describe('placeholders', () => {
  test.each([
    ['bearer', '$CONFORM_BEARER'],
    ['apiKey', '$CONFORM_API_KEY'],
    ['wrong bearer', '$CONFORM_WRONG_BEARER'],
    ['CONFORM_TOKEN', '$CONFORM_TOKEN'],
  ])('of %s is %s', (name, placeholder) => {
    expect(placeholderFor(name)).toBe(placeholder);
  });
});

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvbmUtdHdvIiwiZXhwIjoxNzk1NDk1NzMwfQ.Qz7mK1vTHx3pW9rLs2nB8sYc6dJ2fGvE4tU';
const KEY = 'sk_live_Xf4gB7nUHy6qP2sKt5mC';

describe('what looks like a secret', () => {
  test.each([
    'abcdef0123456789',
    'cl9ebqhxk00003b600tymydho',
    '3f2a9c1e-4b1d-4c3e-9f00-aabbccddeeff',
    KEY,
    TOKEN,
    'QzmKvTHxpWrLsabc',
    '2f9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d',
  ])('%s', (text) => expect(looksSecret(text)).toBe(true));

  test.each([
    'wastewater-lab',
    'wastewater-lab-42',
    'https://portal.example.org',
    'staging-eu-west-1b.portal.example.org',
    'Microbial fuel cells for the treatment of wastewater',
    '2026-11-25T13:02:07.123Z',
    'Wed, 25 Nov 2026 13:02:07 GMT',
    '10.1016/j.watres.2023.120123',
    'application/json; charset=utf-8',
    'getRateLimit',
    'en-GB,en;q=0.9',
    'GA1.2.1234567890.1732540000',
  ])('is not %s', (text) => expect(looksSecret(text)).toBe(false));
});

const anyEncoding = fc.constantFrom(...Object.keys(ENCODINGS));
const bits = fc.array(fc.boolean(), { minLength: 13, maxLength: 13 });
/** A text in which nothing else joins the secret. */
const around = fc.string({ maxLength: 12 }).map((text) => `${text.replaceAll(/[%\\&]/gu, '')} `);

describe('a credential that stands whole', () => {
  test.each(['shown', 'recorded'] as const)('is nowhere in what is %s, in any encoding', (view) => {
    fc.assert(
      fc.property(anyCredential, anyEncoding, bits, around, ({ role, header, secrets }, encoding, chosen, text) => {
        const redactor = new Redactor([{ name: role, value: header }]);
        for (const secret of [...secrets, header]) {
          const echoed = ENCODINGS[encoding]?.(secret, (at) => chosen[at % chosen.length] === true) ?? '';
          const safe = redactor.text(`${text}${echoed} ${text}`, view);
          expect(safe).not.toContain(echoed);
          if (view === 'shown') expect(safe).toContain('CONFORM_');
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('is nowhere in JSON, which stays JSON of the same shape where it is recorded', () => {
    fc.assert(
      fc.property(anyCredential, anyEncoding, fc.jsonValue(), ({ role, header, secrets }, encoding, value) => {
        const redactor = new Redactor([{ name: role, value: header }]);
        const echoed = secrets.map((secret) => ENCODINGS[encoding]?.(secret, () => true) ?? '');
        const list = [...echoed, value];
        const text = redactor.text(JSON.stringify({ list, [`x ${echoed.join(' ')}`]: 5 }), 'recorded');
        for (const one of echoed) expect(text).not.toContain(JSON.stringify(one).slice(1, -1));
        const parsed = JSON.parse(text) as { readonly list: readonly unknown[] };
        expect(Object.keys(parsed)).toHaveLength(2);
        expect(JSON.stringify(parsed.list.at(-1))).toBe(JSON.stringify(value));
        expect(parsed.list.slice(0, -1).map((one) => typeof one)).toEqual(echoed.map(() => 'string'));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['plain', KEY],
    ['behind a letter', `x${KEY}`],
    ['in base64', Buffer.from(KEY).toString('base64')],
    ['in hexadecimal digits', Buffer.from(KEY).toString('hex')],
  ])('is shown by its placeholder: %s', (_, form) => {
    expect(new Redactor([{ name: 'apiKey', value: KEY }]).text(`<${form}>`)).toContain('$CONFORM_API_KEY>');
  });

  test.each(['%22id%22', '{"a":1}', '\\"data\\"'])(
    'is no part of the syntax of JSON, even if it reads like one: %s',
    (value) => {
      const json = '{"data":[{"id":"clx1","a":{"a":1}}]}';
      expect(new Redactor([{ name: 'apiKey', value }]).text(json, 'recorded')).toBe(json);
    },
  );

  test('is hidden with its scheme, without it, and with the password of Basic', () => {
    const basic = `Basic ${Buffer.from('lab:correct-horse-42').toString('base64')}`;
    const { text } = new Redactor([
      { name: 'bearer', value: `Bearer ${TOKEN}` },
      { name: 'basic', value: basic },
    ]);
    expect(text(`Bearer ${TOKEN} ${TOKEN}`)).toBe('Bearer $CONFORM_BEARER $CONFORM_BEARER');
    expect(text(`${basic}, not correct-horse-42`)).toBe('Basic $CONFORM_BASIC, not $CONFORM_BASIC_PASSWORD');
  });

  test('puts braces around a placeholder that a letter follows', () => {
    expect(new Redactor([{ name: 'apiKey', value: KEY }]).text(`${KEY}s`)).toBe('${CONFORM_API_KEY}s');
  });

  test('is hidden in its own header however short it is', () => {
    const pin = new Redactor([{ name: 'pin', value: '1234' }]);
    expect([pin.credential('1234'), pin.inPlace('1234'), pin.credential('12345'), pin.text('1234')]).toEqual([
      '$CONFORM_PIN',
      '$CONFORM_PIN',
      '12345',
      '1234',
    ]);
  });
});

describe('a beginning or an end of a secret', () => {
  const redactor = new Redactor([
    { name: 'bearer', value: `Bearer ${TOKEN}` },
    { name: 'apiKey', value: KEY },
    { name: 'session', value: 'portal=portal.example.org; lab=wastewater-lab; sid=8fK2mQ9xLr4TzW7p; seen=2026-11-25' },
  ]);
  const { text } = redactor;
  const [, payload = '', signature = ''] = TOKEN.split('.');

  test.each([payload, signature, KEY, '8fK2mQ9xLr4TzW7p'])('of twelve characters is hidden: %s', (secret) => {
    for (const piece of [secret.slice(0, 12), secret.slice(0, -1), secret.slice(-12), secret.slice(1)]) {
      expect(text(`(${piece}…)`)).not.toContain(piece);
      expect(text(`(${piece}…)`)).toMatch(/^\(<redacted:CONFORM_\w+>…\)$/u);
    }
  });

  test('of eleven is not, and neither is what is no secret', () => {
    const plain = `${KEY.slice(0, 11)} ${TOKEN.split('.')[0] ?? ''} portal.example.org wastewater-lab 2026-11-25 portal=portal.example.org`;
    expect(text(plain)).toBe(plain);
  });

  test('that a caller without credentials was answered is none', () => {
    const piece = payload.slice(0, 20);
    expect(text(piece)).not.toBe(piece);
    redactor.publish(`{"token":"${piece}"}`);
    expect(text(piece)).toBe(piece);
    expect(text(payload)).not.toContain(payload);
  });
});

test.each(['application/json', 'populated', 'https://portal.example.org', '2026-11-25T13:02:07Z', 'fuel cells'])(
  'a credential that is an ordinary text is hidden where it stands for itself alone: %s',
  (value) => {
    const redactor = new Redactor([{ name: 'apiKey', value }], { isPublic: (text) => text === 'application/json' });
    expect(redactor.text(`a ${value} b`)).toBe(`a ${value} b`);
    expect(redactor.credential(value)).toBe('$CONFORM_API_KEY');
  },
);

test('what is left of a key is hidden as a whole value alone where it may be a word', () => {
  const redactor = new Redactor([{ name: 'apiKey', value: 'station-7f3a' }]);
  redactor.learn('apiKey_SHORTENED', 'station-', false);
  expect(redactor.text('x-station-key: station-7f3a')).toBe('x-station-key: $CONFORM_API_KEY');
  expect(redactor.credential('station-')).toBe('$CONFORM_API_KEY_SHORTENED');
});

describe('what the service handed out', () => {
  test('has a number, and is hidden everywhere where it looks like a secret', () => {
    const redactor = new Redactor();
    for (const key of ['sk_live_0a1b2c3d4e5f6a7b', 'violations', 'short']) redactor.handedOut(key);
    expect(redactor.text('x sk_live_0a1b2c3d4e5f6a7b violations')).toBe('x <redacted:1> violations');
    expect(redactor.inPlace('violations')).toBe('<redacted:2>');
    expect(redactor.inPlace('short')).toBeUndefined();
  });

  test('is none where the run gave it', () => {
    const redactor = new Redactor();
    redactor.given('sk_live_0a1b2c3d4e5f6a7b');
    redactor.handedOut('sk_live_0a1b2c3d4e5f6a7b');
    expect(redactor.text('sk_live_0a1b2c3d4e5f6a7b')).toBe('sk_live_0a1b2c3d4e5f6a7b');
  });

  test('is none where it is an example of the document, which an earlier run may have given', () => {
    const { document } = suiteUnder({}).contract;
    const redactor = redactorFor(
      { baseUrl: 'http://a.example', credentials: {}, samples: {}, allow: {}, headers: {} },
      document,
    );
    const secrets = ['conform-secret-that-is-long-enough-for-anybody', 'sk_live_0a1b2c3d4e5f6a7b'];
    for (const secret of secrets) redactor.handedOut(secret);
    expect(secrets.map((secret) => redactor.inPlace(secret))).toEqual([undefined, '<redacted:1>']);
  });

  test('is bounded in number', () => {
    const redactor = new Redactor();
    for (let one = 0; one < 20_000; one += 1) redactor.handedOut(createHash('sha256').update(`${one}`).digest('hex'));
    expect(redactor.standIns).toHaveLength(10_000);
  });
});

describe('stand-ins', () => {
  test('have the form of the secret, are the same each time, and others in another run', () => {
    const redactor = new Redactor([{ name: 'apiKey', value: KEY }]);
    const recorded = redactor.text(`${KEY} ${KEY} ${Buffer.from(KEY).toString('base64')}`, 'recorded').split(' ');
    expect(recorded[0]).toMatch(
      /^sk_live_[A-Z][a-z]\d[a-z][A-Z]\d[a-z][A-Z]{2}[a-z]\d[a-z][A-Z]\d[a-z][A-Z][a-z]\d[a-z][A-Z]$/u,
    );
    expect(recorded[1]).toBe(recorded[0]);
    expect(Buffer.from(recorded[2] ?? '', 'base64').toString()).toBe(recorded[0]);
    expect(new Redactor([{ name: 'apiKey', value: KEY }]).text(KEY, 'recorded')).not.toBe(recorded[0]);
  });

  test('of parts are parts of the stand-in', () => {
    const redactor = new Redactor([{ name: 'bearer', value: `Bearer ${TOKEN}` }]);
    const [, payload = '', signature = ''] = TOKEN.split('.');
    const recorded = redactor.text(TOKEN, 'recorded');
    expect(recorded.split('.')[0]).toBe(TOKEN.split('.')[0]);
    expect(recorded).toContain(redactor.text(payload.slice(0, 20), 'recorded'));
    expect(recorded).toContain(redactor.text(signature.slice(-20), 'recorded'));
  });

  test('are shown as the secret would be, whoever reads the journal', () => {
    fc.assert(
      fc.property(anyCredential, anyEncoding, ({ role, header, secrets }, encoding) => {
        const redactor = new Redactor([{ name: role, value: header }]);
        const text = secrets.map((secret) => ENCODINGS[encoding]?.(secret, () => false) ?? '').join(' ');
        const reader = new Redactor([], { standIns: redactor.standIns });
        const isPlain = redactor.text(text).replaceAll(/\$\{?\w+\}?|<redacted:\w+>|[^\w]/gu, '') === '';
        if (isPlain) expect(reader.text(redactor.text(text, 'recorded'))).toBe(redactor.text(text));
      }),
      { numRuns: 300 },
    );
  });

  test('of a number make a number', () => {
    const redactor = new Redactor([{ name: 'apiKey', value: '83640175923' }]);
    const [one, other] = JSON.parse(redactor.text('[83640175923,-1836401759230.5]', 'recorded')) as number[];
    expect([typeof one, typeof other, one === 83640175923]).toEqual(['number', 'number', false]);
  });
});

describe('time', () => {
  const value = `eyJhbGciOiJIUzI1NiJ9.${'Qz7mK1vT'.repeat(100)}.Hx3pW9rLs2`;
  const redactor = new Redactor([{ name: 'bearer', value: `Bearer ${value}` }]);
  test.each([
    ['ordinary text', 'The quick brown fox jumps over the lazy dog. '.repeat(50_000)],
    ['the secret again and again', value.repeat(2000)],
    ['parts of the secret', `${value.slice(30, 60)} `.repeat(40_000)],
    ['escapes', '%41\\u0041&#65;'.repeat(100_000)],
    ['backslashes', '\\'.repeat(1_000_000)],
    ['a long string of JSON with the secret', JSON.stringify(`${value} "\\ `.repeat(2000))],
  ])('is bounded: %s', (_, text) => {
    const seconds = processorTime();
    redactor.text(text);
    // A second on a quiet machine; what grows with the square of a text takes hours.
    expect(seconds()).toBeLessThan(60);
  });
});
