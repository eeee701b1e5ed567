import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../../src/http/body.ts';
import { parseJson, replaceMembers } from '../../src/http/json-text.ts';

describe('parseJson', () => {
  test('agrees with JSON.parse on every value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  test.each(['', ' ', '{', '{"a":1,}', "{'a':1}", 'NaN', '\ufeff{}', '"a', '[1] [2]', '01', '"\u0001"'])(
    'takes %j for no JSON',
    (text) => {
      expect(parseJson(text)).toBeUndefined();
    },
  );

  test('takes 200 levels and no more, and brackets within strings for what they are', () => {
    expect(parseJson(nest(200))).toBeDefined();
    expect(parseJson(nest(202))).toBeUndefined();
    expect(parseJson(JSON.stringify({ '[[\\"': `${'['.repeat(999)}\\"` }))).toBeDefined();
    expect(parseJson(`[${'[],'.repeat(1000)}[]]`)).toBeDefined();
  });

  test.each([
    ['open brackets', '['.repeat(5_000_000)],
    ['backslashes', `"${'\\\\'.repeat(2_000_000)}"`],
    ['escaped quotes', `"${'\\"'.repeat(2_000_000)}`],
    ['quotes', '"'.repeat(2_000_000)],
  ])('is quick with millions of %s', (_, text) => {
    const startedAt = performance.now();
    parseJson(text);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});

describe('bodyOf', () => {
  test('spells any text back, and counts its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = Buffer.from(text);
        expect(bodyOf(bytes)).toMatchObject({ text, size: bytes.length, utf8: true });
      }),
    );
  });

  test.each([[[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xf5, 0x80, 0x80, 0x80]], [[0xe2, 0x82]], [[0x80]]])(
    'knows that %j is not UTF-8',
    (bytes) => {
      expect(bodyOf(Uint8Array.from(bytes))).toMatchObject({ utf8: false, text: expect.stringContaining('\ufffd') });
    },
  );

  test('keeps a byte order mark, which makes it no JSON', () => {
    const body = bodyOf(Buffer.from('\ufeff{"a":1}'));
    expect(body).toMatchObject({ text: '\ufeff{"a":1}', utf8: true });
    expect(body.json).toBeUndefined();
  });
});

describe('replaceMembers', () => {
  test.each([
    ['{"key":"abc","other":"abc"}', '{"key":"X","other":"abc"}'],
    ['{ "KEY" : "a\\"b\\\\" , "n":1}', '{ "KEY" : "X" , "n":1}'],
    ['{"k\\u0065y":"abc"}', '{"k\\u0065y":"X"}'],
    ['{"key":1,"a":["key","b"]}', '{"key":1,"a":["key","b"]}'],
    ['{"key":{"key":"v"}}', '{"key":{"key":"X"}}'],
    ['{"a":"\\"key\\":\\"v\\""}', '{"a":"\\"key\\":\\"v\\""}'],
    ['{"a":"key","key":"v"}', '{"a":"key","key":"X"}'],
    ['not json "key": "v', 'not json "key": "X"'],
    ['', ''],
  ])('of %s gives %s', (before, after) => {
    expect(hide(before)).toBe(after);
  });

  test('changes nothing where nothing is to be replaced', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(replaceMembers(text, new Set(['key']), () => undefined)).toBe(text);
      }),
    );
  });

  test('gives JSON again, equal but for the members', () => {
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.dictionary(fc.oneof(fc.constant('key'), fc.string()), tie('node')),
        fc.array(tie('node')),
      ),
    })).node;
    fc.assert(
      fc.property(value, (node) => {
        expect(hide(JSON.stringify(node))).toBe(JSON.stringify(node, expected));
      }),
    );
  });
});

function nest(depth: number): string {
  return `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
}

function hide(text: string): string {
  return replaceMembers(text, new Set(['key']), () => 'X');
}

/** What JSON.stringify is to do with a value: the string members called `key`, in any case, become X. */
function expected(_: string, member: unknown): unknown {
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
  return Object.fromEntries(Object.entries(member).map(([name, inner]) => [name, isHidden(name, inner) ? 'X' : inner]));
}

function isHidden(name: string, inner: unknown): boolean {
  return name.toLowerCase() === 'key' && typeof inner === 'string';
}
