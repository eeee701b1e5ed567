import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOf } from '../../src/http/body.ts';
import { withHeldNumbers } from '../../src/http/held-numbers.ts';
import { brokenIn, documentOf, runOn } from '../support/documents.ts';

test.each([
  ['[9007199254740993, 9007199254740992]', [9007199254740994, 9007199254740992]],
  ['[9007199254740993, 9007199254740993]', [9007199254740992, 9007199254740992]],
  ['[-9007199254740993]', [-9007199254740992]],
  ['[1e400, -1E+400, 1e-400, -1e-400, 0e-400, 0.0e999]', [Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, -5e-324, 0, 0]],
  ['{"9007199254740993": "1e400", "a": 1.00000000000000001}', { '9007199254740993': '1e400', a: 1 }],
])('%s', (text, value) => {
  expect(bodyOf(Buffer.from(text)).json?.value).toEqual(value);
});

test('texts that JSON does not take stay as they are', () => {
  for (const text of ['-', '[-, 1e400', '1e400e400', 'NaN 1234567890123456', '"1234567890123456'])
    expect(bodyOf(Buffer.from(text)).json).toBeUndefined();
});

test('what differs stays different, what is the same the same, and what a double holds is untouched', () => {
  const near = fc.bigInt({ min: -(2n ** 53n) - 40n, max: 2n ** 53n + 40n });
  const far = fc.bigInt({ min: 2n ** 63n - 3000n, max: 2n ** 63n + 3000n });
  fc.assert(
    fc.property(fc.array(fc.oneof(near, far), { maxLength: 12 }), (numbers) => {
      const read = JSON.parse(withHeldNumbers(`[${numbers.join(', ')}]`)) as number[];
      expect(new Set(read).size).toBe(new Set(numbers).size);
      numbers.forEach((number, index) => {
        if (BigInt(Number(number)) === number) expect(read[index]).toBe(Number(number));
      });
    }),
  );
});

test.each([
  ['{ type: number, minimum: 1 }', '1e400'],
  ['{ type: integer, minimum: 1 }', '1e400'],
  ['{ type: number, exclusiveMinimum: 0 }', '1e-400'],
  ['{ type: array, uniqueItems: true, items: { type: integer } }', '[9007199254740992, 9007199254740993]'],
])('%s takes %s', async (schema, body) => {
  const answer = () => new Response(body, { headers: { 'content-type': 'application/json' } });
  const { outcome } = await runOn(documentOf(`{ application/json: { schema: ${schema} } }`), answer);
  expect(outcome.exitStatus).toBe(0);
});

test.each([
  ['{ type: number, maximum: 5 }', '1e400', 'getA/200/maximum'],
  ['{ type: array, uniqueItems: true }', '[9007199254740993, 9007199254740993]', 'getA/200/uniqueItems'],
])('%s does not take %s', async (schema, body, clause) => {
  const answer = () => new Response(body, { headers: { 'content-type': 'application/json' } });
  const result = await runOn(documentOf(`{ application/json: { schema: ${schema} } }`), answer);
  expect(brokenIn(result)).toEqual([clause]);
});
