import { describe, expect, test } from 'vitest';
import { numbered, requestOutside, requestTo, targetOf } from '../../src/check/request.ts';
import { operationOf } from '../../src/contract/contract.ts';
import { contractUnder } from '../support/contract.ts';

const list = requestTo(operationOf(contractUnder(), 'listPapers'));
const one = requestTo(operationOf(contractUnder(), 'getPaper'));

describe('a request', () => {
  test('is never changed: each step gives another one', () => {
    const before = structuredClone({ ...list.draft, operation: undefined });
    list.query({ page: 2 }).header('X-A', 'b').json({}).as().fresh().open('something');
    expect({ ...list.draft, operation: undefined }).toEqual(before);
  });

  test('encodes whatever stands in its path and query', () => {
    expect(targetOf(one.path({ id: 'a/b?c#d e' }).draft)).toBe('/api/v1/papers/a%2Fb%3Fc%23d%20e');
    expect(targetOf(list.query({ search: 'µ & 100%', page: 2 }).draft)).toBe(
      '/api/v1/papers?search=%C2%B5%20%26%20100%25&page=2',
    );
  });

  test('takes the next number where its body asks for one', () => {
    const numbers = new Map<string, number>();
    const bodies = [list.json({ name: 'key $number' }), list.json({}), list.json({ name: '$number: $number' })];
    expect(bodies.map(({ draft }) => numbered(draft, numbers).body)).toEqual([
      '{"name":"key 1"}',
      '{}',
      '{"name":"2: 2"}',
    ]);
  });

  test('replaces a query parameter that it has, and leaves out what is undefined', () => {
    expect(targetOf(list.query({ page: 1, limit: 5 }).query({ page: 2 }).draft)).toBe('/api/v1/papers?limit=5&page=2');
    expect(targetOf(list.query({ page: 1 }).query({ page: undefined }).draft)).toBe('/api/v1/papers');
  });

  test('announces a body as JSON unless told otherwise', () => {
    expect(list.json({ a: 1 }).draft).toMatchObject({
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(list.raw('{', 'text/plain').draft).toMatchObject({ body: '{', headers: { 'content-type': 'text/plain' } });
  });

  test('presents what it is told to, and nothing where it is told nothing', () => {
    expect(list.draft.presented).toBeUndefined();
    expect(list.as().draft.presented).toEqual([]);
    expect(list.as('bearer', 'wrong apiKey').draft.presented).toEqual([
      { kind: 'role', role: 'bearer' },
      { kind: 'wrong', role: 'apiKey', turn: 0 },
    ]);
  });

  test('is meant as valid until it says otherwise', () => {
    expect(list.draft.intent).toEqual({ kind: 'valid' });
    expect(list.invalid('invalid-query', 'page=0').draft.intent).toEqual({
      kind: 'invalid',
      reject: 'invalid-query',
      what: 'page=0',
    });
    expect(requestOutside('GET', '/elsewhere').draft.intent.kind).toBe('open');
  });
});
