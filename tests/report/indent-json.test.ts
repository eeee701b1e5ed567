import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentJson } from '../../src/report/indent-json.ts';

test('is spelt as JSON.stringify spells it, however it came', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      expect(indentJson(JSON.stringify(value, null, space))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test.each([
  ['{"a": 1.0, "b":[1E5 ,-0]}', '{\n  "a": 1.0,\n  "b": [\n    1E5,\n    -0\n  ]\n}'],
  ['["a,b: {c}", "\\"[\\\\"]', '[\n  "a,b: {c}",\n  "\\"[\\\\"\n]'],
  ['{ }', '{}'],
  ['{"a":1', '{"a":1'],
  ['data: {"a":1}', 'data: {"a":1}'],
  ['', ''],
])('%j keeps its spelling', (text, lines) => {
  expect(indentJson(text)).toBe(lines);
});
