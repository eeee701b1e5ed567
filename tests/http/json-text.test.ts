import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../src/bounds.ts';
import { bodyOf } from '../../src/http/body.ts';
import { parseJson, replaceMembers } from '../../src/http/json-text.ts';
import { readJson } from '../../src/http/read-json.ts';
import { processorTime } from '../support/processor-time.ts';

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

  test.each([
    ['open brackets', '['.repeat(5_000_000)],
    ['backslashes', `"${'\\\\'.repeat(2_000_000)}"`],
    ['escaped quotes', `"${'\\"'.repeat(2_000_000)}`],
    ['quotes', '"'.repeat(2_000_000)],
  ])('is quick with millions of %s', (_, text) => {
    const seconds = processorTime();
    readJson(text);
    expect(seconds()).toBeLessThan(2);
  });
});

describe('readJson', () => {
  test('agrees with JSON.parse on every value within the bounds', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(readJson(text)).toMatchObject({ json: { value: JSON.parse(text) } });
        expect(readJson(text).unread).toBeUndefined();
      }),
    );
  });

  test('takes 200 levels and no more, and brackets within strings for what they are', () => {
    expect(readJson(nest(BOUNDS.depth)).json).toBeDefined();
    expect(readJson(nest(BOUNDS.depth + 2))).toEqual({ values: 0, unread: 'it nests deeper than 200 levels' });
    expect(readJson(JSON.stringify({ '[[\\"': `${'['.repeat(999)}\\"` })).json).toBeDefined();
    expect(readJson(`[${'[],'.repeat(1000)}[]]`).json).toBeDefined();
  });

  test.each([
    ['elements', (count: number) => `[${Array.from({ length: count - 1 }, () => '[0]').join(',')}]`],
    [
      'members',
      (count: number) => `[${Array.from({ length: count / 5 }, () => '{"a":0,"b":0,"c":0,"d":0,"e":0}').join(',')}]`,
    ],
  ])('counts %s, and none within strings', (_, of) => {
    expect(readJson(of(BOUNDS.values / 2)).values).toBeGreaterThan(0);
    expect(readJson(of(BOUNDS.values + 5))).toMatchObject({ values: 0, unread: 'it holds more than 250000 values' });
    expect(readJson(JSON.stringify('[,'.repeat(BOUNDS.values))).unread).toBeUndefined();
  });

  test('takes no object of so many members that judges would compare them for minutes', () => {
    const of = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 0])));
    expect(readJson(of(BOUNDS.members)).unread).toBeUndefined();
    expect(readJson(`[${of(BOUNDS.members + 1)}]`)).toEqual({
      values: 0,
      unread: 'it holds an object of 5001 members, more than 5000',
    });
  });

  test('of a long list the first elements are looked at, and it says so', () => {
    const list = Array.from({ length: BOUNDS.items + 1 }, (_, index) => index);
    expect(readJson(JSON.stringify(list.slice(1))).unread).toBeUndefined();
    expect(readJson(JSON.stringify({ list }))).toMatchObject({
      json: { value: { list: list.slice(0, -1) } },
      unread: 'of a list of 5001 elements the first 5000 were looked at',
    });
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
