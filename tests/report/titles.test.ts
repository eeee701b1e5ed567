import { describe, expect, test } from 'vitest';
import type { Cause } from '../../src/judge/causes/index.ts';
import { titleOf } from '../../src/report/cause-words.ts';

const LONG = 'x'.repeat(2200);
const cause = (nature: Cause['nature'], parts: Partial<Cause> = {}): Cause => ({
  id: 'i',
  nature,
  scope: 'place',
  level: 'MUST',
  lead: 'getPaper/route',
  clauses: ['getPaper/route'],
  operations: ['getPaper'],
  exchanges: [],
  hides: [],
  ...parts,
});
const lead = { text: 'A sentence.', route: 'GET /papers/{id}', contradicted: false };

describe('the title of a finding', () => {
  test('names a route by method and path', () => {
    expect(titleOf(cause({ kind: 'absent-route' }), lead)).toBe('GET /papers/{id} does not exist');
  });

  test('says how much it explains, and which members are missing', () => {
    const clauses = ['getPaper/404/error/required', 'getPaper/404/message/required'];
    expect(titleOf(cause({ kind: 'another-shape', place: '', members: ['detail'] }, { clauses }), lead)).toBe(
      'The body of the answer has another shape by getPaper: its members are detail, without error, message (2 clauses)',
    );
  });

  test.each<Cause['nature']>([
    { kind: 'clause' },
    { kind: 'shared-schema', pointer: '/x' },
    { kind: 'another-shape', place: LONG, members: [LONG, LONG] },
    { kind: 'media-type', expected: 'application/json', actual: LONG },
    { kind: 'spelling', keyword: 'format', expected: 'date-time', actual: LONG },
    { kind: 'valid-refused', status: 400, feature: { in: 'query', name: 'q', value: LONG } },
    { kind: 'valid-refused', status: 400, feature: { in: 'path', name: 'id', value: LONG } },
  ])('is a line or two, however long a value is: $kind', (nature) => {
    const title = titleOf(cause(nature), { ...lead, text: LONG });
    expect([...title].length).toBeLessThan(300);
    expect(title).toContain('…');
    expect(title).not.toContain('x'.repeat(250));
  });
});
