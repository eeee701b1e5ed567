import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCut } from '../../src/report/html/cut-json.ts';
import { jsonLines } from '../../src/report/html/json-view.ts';

const text = (lines: readonly { readonly text: string; readonly lit: boolean }[]) =>
  lines.map((line) => `${line.lit ? '>' : ' '}${line.text}`);

describe('the lines of a body', () => {
  const body = {
    success: true,
    data: {
      papers: [
        { id: 'a', year: 1 },
        { id: 'b', year: '2' },
        { id: 'c', year: 3 },
      ],
      page: 1,
    },
  };

  test('light up the place, and never leave it out', () => {
    expect(text(jsonLines(body, '/data/papers/1/year', { lines: 40, beside: 1 }))).toEqual([
      ' {',
      '   "success": true,',
      '   "data": {',
      '     "papers": [',
      '       {',
      '         "id": "a",',
      '         "year": 1',
      '       },',
      '       {',
      '         "id": "b",',
      '>        "year": "2"',
      '       },',
      '       … 1 more',
      '     ],',
      '     "page": 1',
      '   }',
      ' }',
    ]);
  });

  test('show what stands next to the place, and the like of it in the elements beside', () => {
    const list = Array.from({ length: 9 }, (_, index) => ({ id: index, title: 't', year: 2000 + index, note: 'n' }));
    expect(text(jsonLines(list, '/5/year', { lines: 40, beside: 1 }))).toEqual([
      ' [',
      '   {',
      '     "id": 4,',
      '     "year": 2004,',
      '     … 2 more',
      '   },',
      '   {',
      '     "id": 5,',
      '>    "year": 2005,',
      '     … 2 more',
      '   },',
      '   … 7 more',
      ' ]',
    ]);
  });

  test('put no line in the place of one line', () => {
    expect(text(jsonLines({ a: 1, b: 2, c: 3 }, '/a', { lines: 40, beside: 1 }))).toEqual([
      ' {',
      '>  "a": 1,',
      '   "b": 2,',
      '   "c": 3',
      ' }',
    ]);
  });

  test('light up the object that ought to have a member', () => {
    expect(text(jsonLines({ a: { b: 1 } }, '/a/missing', { lines: 40, beside: 5 }))).toEqual([
      ' {',
      '>  "a": {',
      '     "b": 1',
      '>  }',
      ' }',
    ]);
  });

  test('show the whole object that ought to have a member, and a list at fault, however few lines there are', () => {
    const members = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`m${index}`, index]));
    const lines = text(jsonLines({ before: members, a: members }, '/a/missing', { lines: 3, beside: 1 }));
    expect(lines.slice(1, -1)).toEqual([
      '>  "a": {',
      ...Array.from({ length: 9 }, (_, index) => `     "m${index}": ${index}${index === 8 ? '' : ','}`),
      '>  }',
    ]);
    expect(text(jsonLines({ a: [1, 2] }, '/a', { lines: 1, beside: 5 })).slice(1, -1)).toEqual([
      '>  "a": [',
      '>    1,',
      '>    2',
      '>  ]',
    ]);
  });

  test('are few, with the place among them', () => {
    const long = { list: Array.from({ length: 500 }, (_, index) => index) };
    const lines = jsonLines(long, '/list/300', { lines: 8, beside: 400 });
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.filter(({ lit }) => lit).map(({ text: one }) => one)).toEqual(['    300,']);
  });

  test.each([[1], ['text'], [null], [[]], [{}]])('show %j', (value) => {
    expect(jsonLines(value, '', { lines: 5, beside: 1 })).toEqual([{ text: JSON.stringify(value), lit: true }]);
  });
});

describe('a JSON text that was cut off', () => {
  test('gives what was whole until there', () => {
    expect(parseCut('{"a": [1, {"b": "x,}"}, {"c": "lon')).toEqual({ value: { a: [1, { b: 'x,}' }, {}] } });
    expect(parseCut('{"a": 1')).toEqual({ value: {} });
  });

  test.each(['', 'no JSON', '"text', '<html>', '12x'])('or nothing, where it is none: %j', (cut) => {
    expect(parseCut(cut)).toBeUndefined();
  });

  test('can be cut anywhere', () => {
    fc.assert(
      fc.property(fc.object(), fc.nat(), (value, at) => {
        const whole = JSON.stringify(value);
        const cut = whole.slice(0, Math.max(1, at % (whole.length + 1)));
        expect(parseCut(cut)).toBeDefined();
      }),
    );
  });
});
