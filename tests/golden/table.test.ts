import { describe, expect, test } from 'vitest';
import { packed, unpacked } from '../../scripts/golden/pack.ts';
import { differences, type Expectations, read, tableOf, written } from '../../scripts/golden/table.ts';

const of = (records: Readonly<Record<string, Readonly<Record<string, string>>>>): Expectations =>
  new Map(Object.entries(records).map(([record, texts]) => [record, new Map(Object.entries(texts))]));

const then = of({ a: { x: 'pass', y: 'pass' }, b: { x: 'pass', y: 'fail, exchange 3' }, c: { x: 'pass' } });

describe('the file of what is expected', () => {
  test('has what most records say once, and each line says the rest by itself', () => {
    const more = new Map([
      ...then,
      ...of({ d: { x: 'warn, exchange 2' }, e: { y: 'pass' }, f: { x: 'warn, exchange 2' } }),
    ]);
    expect(JSON.parse(written(more))).toEqual({
      records: ['a', 'b', 'c', 'd', 'e', 'f'],
      expected: {
        x: 'pass',
        'x @ d, f': 'warn, exchange 2',
        'x @ e': 'absent',
        'y @ a, e': 'pass',
        'y @ b': 'fail, exchange 3',
      },
    });
  });

  test('is read back as it was, whatever is frequent', () => {
    expect(read(written(then))).toEqual(then);
    const mixed = of({ a: { x: 'pass' }, b: { x: 'pass' }, c: { y: 'warn, exchange 1' }, d: {} });
    expect(read(written(mixed))).toEqual(mixed);
  });
});

describe('a difference', () => {
  test.each([
    ['another verdict', { x: 'fail, exchange 9', y: 'pass' }, ['a', 'x', 'pass', 'fail, exchange 9']],
    ['a clause that is new', { x: 'pass', y: 'pass', z: 'pass' }, ['a', 'z', 'absent', 'pass']],
    ['a clause that is gone', { x: 'pass' }, ['a', 'y', 'pass', 'absent']],
  ])('is %s', (_, texts, row) => {
    const now = new Map([...then, ...of({ a: texts })]);
    expect(differences(then, now).map((one) => [one.record, one.name, one.before, one.after])).toEqual([row]);
  });

  test('is none between the same', () => {
    expect(differences(then, read(written(then)))).toEqual([]);
  });

  test('is a row of a table, which ends where it would fill the screen', () => {
    const all = differences(of({ a: { x: 'pass', y: 'pass' } }), of({ a: { x: 'warn', y: 'fail' } }));
    expect(tableOf(all)).toMatch(/^record +clause or finding +then +now\na +x +pass +warn\na +y +pass +fail$/u);
    expect(tableOf(all, 1)).toMatch(/pass +warn\nand 1 more$/u);
  });
});

test('journals that are packed together come apart again, under their names', () => {
  const journals = new Map([
    ['one#derived', '{"type":"run"}\n{"text":"=== no name"}\n'],
    ['two', '{"type":"run"}\n'],
  ]);
  const bytes = packed(journals);
  expect(unpacked(bytes)).toEqual(journals);
  expect(packed(journals)).toEqual(bytes);
});
