import { describe, expect, test } from 'vitest';
import { greatestOf } from '../../src/report/greatest.ts';
import type { Finding } from '../../src/report/model.ts';

const finding = (id: string, verdict: Finding['verdict'], clauses: number, excused?: string) =>
  ({
    id,
    verdict,
    clauses: Array.from({ length: clauses }, (_, index) => `clause-${index}`),
    hides: [],
    ...(excused === undefined ? {} : { excused }),
  }) as unknown as Finding;

describe('what to do first', () => {
  test('is what explains the most', () => {
    expect(greatestOf([finding('a', 'fail', 1), finding('b', 'fail', 3)])?.id).toBe('b');
  });

  test('is nothing where there is a single finding, or no greatest one', () => {
    expect(greatestOf([finding('a', 'fail', 4)])).toBeUndefined();
    expect(greatestOf([finding('a', 'fail', 2), finding('b', 'fail', 2)])).toBeUndefined();
  });

  test('fails, where anything does', () => {
    expect(greatestOf([finding('a', 'warn', 9), finding('b', 'fail', 1)])?.id).toBe('b');
    expect(greatestOf([finding('a', 'warn', 9), finding('b', 'warn', 1)])?.id).toBe('a');
  });

  test('is about security, where anything that fails is', () => {
    const [leak, other] = ['b', 'c'].map((id) => ({ ...finding(id, 'fail', 1), gravity: 'security' as const }));
    expect(greatestOf([finding('a', 'fail', 9), leak, other].flatMap((one) => one ?? []))?.id).toBe('b');
    expect(greatestOf([finding('a', 'fail', 9), { ...finding('b', 'warn', 1), gravity: 'security' }])?.id).toBe('a');
  });

  test('is none of those that are let through', () => {
    expect(greatestOf([finding('a', 'fail', 9, 'known'), finding('b', 'fail', 2), finding('c', 'fail', 1)])?.id).toBe(
      'b',
    );
  });
});
