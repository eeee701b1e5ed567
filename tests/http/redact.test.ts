import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/http/redact.ts';
import { placeholderFor } from '../../src/http/secret-forms.ts';

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

describe('text', () => {
  const value = 'p4ss/wörd+"x"&y%z';
  const { text } = createRedactor([{ name: 'apiKey', value }]);

  test.each([
    ['plain', value],
    ['in a URL', encodeURIComponent(value)],
    ['in a URL with small letters', encodeURIComponent(value).toLowerCase()],
    ['in a form', new URLSearchParams({ k: value }).toString().slice(2)],
    ['in JSON', JSON.stringify(value).slice(1, -1)],
    ['in JSON with its slashes escaped', JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON of ASCII alone', JSON.stringify(value).slice(1, -1).replace('ö', '\\u00f6')],
    ['in base64', Buffer.from(value).toString('base64')],
    ['in base64 for URLs', Buffer.from(value).toString('base64url')],
  ])('hides a secret %s', (_, form) => {
    expect(text(`<${form}> and <${form}>`)).toBe('<$CONFORM_API_KEY> and <$CONFORM_API_KEY>');
  });

  test('puts braces around a placeholder that a letter follows', () => {
    expect(text(`${value}s ${value}.`)).toBe('${CONFORM_API_KEY}s $CONFORM_API_KEY.');
  });

  test('leaves short values alone, and hides the longer of two that begin alike', () => {
    const redactor = createRedactor([
      { name: 'short', value: 'abc' },
      { name: 'a', value: 'secret' },
      { name: 'b', value: 'secret-and-more' },
      { name: 'none', value: '' },
    ]);
    expect(redactor.text('abc secret-and-more secret')).toBe('abc $CONFORM_B $CONFORM_A');
  });

  test('learns', () => {
    const redactor = createRedactor([]);
    expect(redactor.text('later-secret')).toBe('later-secret');
    redactor.learn('later', 'later-secret');
    expect(redactor.text('later-secret')).toBe('$CONFORM_LATER');
  });

  test('never shows a secret, wherever it stands, and redacting twice does no harm', () => {
    const secret = fc
      .string({ unit: 'binary', minLength: 6, maxLength: 30 })
      .filter((each) => !'$CONFORM_ONE${CONFORM_TWO}'.includes(each));
    fc.assert(
      fc.property(secret, secret, fc.string(), fc.string(), (one, two, before, after) => {
        const redactor = createRedactor([
          { name: 'one', value: one },
          { name: 'two', value: two },
        ]);
        const once = redactor.text(`${before}${one}${after}${two}`);
        expect(once.includes(one) && !before.includes(one) && !after.includes(one)).toBe(false);
        expect(redactor.text(redactor.text('$CONFORM_ONE'))).toBe('$CONFORM_ONE');
        expect(redactor.text(once)).toBe(once);
      }),
    );
  });
});

describe('headers', () => {
  test('hide the token of a scheme, wherever it turns up', () => {
    const redactor = createRedactor([{ name: 'bearer', value: 'Bearer tok-123456' }]);
    expect(redactor.headers({ Authorization: 'Bearer tok-123456', 'x-other': 'tok-123456' })).toEqual({
      Authorization: 'Bearer $CONFORM_BEARER',
      'x-other': '$CONFORM_BEARER',
    });
    expect(redactor.text('got "tok-123456"')).toBe('got "$CONFORM_BEARER"');
    expect(redactor.text(Buffer.from('Bearer tok-123456').toString('base64'))).toBe('$CONFORM_BEARER');
    expect(redactor.headers({ 'x-tok-123456-x': '' })).toEqual({ 'x-$CONFORM_BEARER-x': '' });
  });

  test('hide cookies together and one by one', () => {
    const redactor = createRedactor([{ name: 'session', value: 'sid=abcdef123; csrf="tok%2Fen-9"' }]);
    expect(redactor.headers({ cookie: 'sid=abcdef123; csrf="tok%2Fen-9"' })).toEqual({ cookie: '$CONFORM_SESSION' });
    expect(redactor.text('set abcdef123 and tok%2Fen-9 and tok/en-9')).toBe(
      'set $CONFORM_SESSION_SID and $CONFORM_SESSION_CSRF and $CONFORM_SESSION_CSRF',
    );
  });

  test('hide a short secret where it is the whole value', () => {
    const redactor = createRedactor([
      { name: 'pin', value: '1234' },
      { name: 'short', value: 'Bearer ab' },
    ]);
    const credentials = new Set(['x-pin', 'authorization']);
    expect(redactor.headers({ 'x-pin': '1234', 'x-time': '12345', authorization: 'Bearer ab' }, credentials)).toEqual({
      'x-pin': '$CONFORM_PIN',
      'x-time': '12345',
      authorization: 'Bearer $CONFORM_SHORT',
    });
  });

  test('keep __proto__ a header like any other', () => {
    const headers = createRedactor([]).headers(Object.fromEntries([['__proto__', 'x']]));
    expect(Object.entries(headers)).toEqual([['__proto__', 'x']]);
  });
});

describe('created secrets', () => {
  const names = new Set(['key', 'secret', 'token']);

  test('get a placeholder in order of appearance, the same one each time', () => {
    const { redactCreatedSecrets } = createRedactor([]);
    expect(redactCreatedSecrets('{"id": "1", "key": "sk_live_1234"}', names)).toBe(
      '{"id": "1", "key": "<redacted:1>"}',
    );
    expect(redactCreatedSecrets('[{"secret":"whsec_5678"},{"key":"sk_live_1234"}]', names)).toBe(
      '[{"secret":"<redacted:2>"},{"key":"<redacted:1>"}]',
    );
  });

  test('leave short values, other members and what is hidden already', () => {
    const { redactCreatedSecrets } = createRedactor([{ name: 'bearer', value: 'Bearer tok-123456' }]);
    const text = '{"key":"short","name":"sk_live_1234","token":12345678}';
    expect(redactCreatedSecrets(text, names)).toBe(text);
    const once = redactCreatedSecrets('{"token":"tok-123456","key":"sk_live_1234"}', names);
    expect(once).toBe('{"token":"$CONFORM_BEARER","key":"<redacted:1>"}');
  });

  test('are looked for elsewhere only when a creation taught them, they are long, and nothing else has that value', () => {
    const teach = (value: string, rest = '', teaches = true) => {
      const redactor = createRedactor([]);
      redactor.redactCreatedSecrets(`{"key":"${value}"${rest}}`, names, teaches);
      return redactor.text(`x ${value} y`);
    };
    expect(teach('sk_live_0a1b2c3d4e5f')).toBe('x <redacted:1> y');
    expect(teach('sk_live_0a1b2c3d4e5f', '', false)).toBe('x sk_live_0a1b2c3d4e5f y');
    expect(teach('violations')).toBe('x violations y');
    expect(teach('sk_live_0a1b2c3d4e5f', ',"id":"sk_live_0a1b2c3d4e5f"')).toBe('x sk_live_0a1b2c3d4e5f y');
  });

  test('are bounded in number', () => {
    const redactor = createRedactor([]);
    const keys = Array.from({ length: 150_000 }, (_, index) => ({ key: `sk_${String(index).padStart(20, '0')}` }));
    const text = redactor.redactCreatedSecrets(JSON.stringify(keys), names, true);
    expect(text).toContain('<redacted:10000>');
    expect(text).not.toContain('<redacted:10001>');
    expect(text).not.toContain('sk_0');
  });

  test('are shown to the wire alone', () => {
    const redactor = createRedactor([]);
    redactor.redactCreatedSecrets('{"key":"sk_live_1234"}', names);
    expect(redactor.reveal('<redacted:1> <redacted:2>')).toBe('sk_live_1234 <redacted:2>');
  });
});

test('a large body in which nothing was found is looked at again once there is more to find', () => {
  const redactor = createRedactor([{ name: 'apiKey', value: 'Qz7mK1vTHx3pW9rLs2' }]);
  const body = JSON.stringify({ text: 'x'.repeat(200_000), late: 'Lp4nB8sYc6dJ2fGv' });
  expect([redactor.body(body), redactor.body(body)]).toEqual([body, body]);
  redactor.learn('bearer', 'Lp4nB8sYc6dJ2fGv');
  expect(redactor.body(body)).not.toContain('Lp4nB8sY');
});
