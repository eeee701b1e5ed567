import { describe, expect, test } from 'vitest';
import { isCuid, isDateTime, isUri, isUuid } from '../../src/schema/formats.ts';

describe('uuid', () => {
  test.each([
    '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10',
    '6F1E0F7C-3C0B-4A53-9F55-0D7C2B1F5A10',
    '01890a5d-ac96-774b-bcce-b302099a8057',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ])('%s is one', (text) => {
    expect(isUuid(text)).toBe(true);
  });

  test.each([
    '',
    '6f1e0f7c3c0b4a539f550d7c2b1f5a10',
    '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a1',
    '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a100',
    '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a1g',
    '{6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10}',
    'urn:uuid:6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10',
    ' 6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10',
    '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10\n',
    'cl9ebqhxk00003b600tymydho',
  ])('%j is none', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});

describe('cuid', () => {
  test.each(['cl9ebqhxk00003b600tymydho', 'tz4a98xxat96iws9zmbrgj3a', 'a1234567890123456789', `c${'0'.repeat(31)}`])(
    '%s is one',
    (text) => {
      expect(isCuid(text)).toBe(true);
    },
  );

  test.each([
    '',
    'cl9ebqhxk',
    '1l9ebqhxk00003b600tymydho',
    'CL9EBQHXK00003B600TYMYDHO',
    'cl9ebqhxk-0003b600tymydho',
    `c${'0'.repeat(32)}`,
    '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10',
    'cl9ebqhxk00003b600tymydho\n',
  ])('%j is none', (text) => {
    expect(isCuid(text)).toBe(false);
  });
});

describe('date-time', () => {
  test.each([
    '2026-08-01T12:30:00Z',
    '2026-08-01t12:30:00z',
    '2026-08-01T12:30:00.123Z',
    '2026-08-01T12:30:00.123456789Z',
    '2026-08-01T12:30:00+02:00',
    '2026-08-01T12:30:00-23:59',
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2026-12-31T23:59:59Z',
    '0000-02-29T00:00:00Z',
  ])('%s is one', (text) => {
    expect(isDateTime(text)).toBe(true);
  });

  test.each([
    '',
    '2026-08-01',
    '2026-08-01T12:30Z',
    '2026-08-01T12:30:00',
    '2026-08-01 12:30:00Z',
    '2026-08-01T12:30:00+0200',
    '2026-08-01T12:30:00+02',
    '2026-08-01T12:30:00+24:00',
    '2026-08-01T12:30:00+02:60',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:00.Z',
    '26-01-01T00:00:00Z',
    '1785542400',
    '2026-08-01T12:30:00Z\n',
  ])('%j is none', (text) => {
    expect(isDateTime(text)).toBe(false);
  });
});

describe('uri', () => {
  test.each([
    'https://example.org',
    'http://example.org:8080/a?b=c#d',
    'https://user@example.org/%C3%A4',
    'about:blank',
    'urn:isbn:0451450523',
    'mailto:someone@example.org',
    'tag:example.org,2026:problem',
    'https://[2001:db8::1]/',
  ])('%s is one', (text) => {
    expect(isUri(text)).toBe(true);
  });

  test.each([
    '',
    '/relative',
    'example.org/a',
    '//example.org/a',
    'https://',
    'https:///path',
    'http:example.org',
    'https://example.org/a b',
    'https://example.org/%zz',
    'https://example.org/<a>',
    'not a uri',
    '1https://example.org',
    'https://example.org/a\n',
  ])('%j is none', (text) => {
    expect(isUri(text)).toBe(false);
  });
});
