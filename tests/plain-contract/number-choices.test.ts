import { describe, expect, test } from 'vitest';
import { arrayOf, brokenIn, clausesWith, inQuery, json, objectOf, plainDocument, runOn } from '../support/documents.ts';

const whole = { type: 'integer', minimum: 1 };
const grade = { type: 'integer', format: 'int32', enum: [0, 1, 2] };
const named = { $ref: '#/components/schemas/Grade' };

/** Eggs in pages, with a filter by listed numbers. */
function documentOf(schema: object) {
  const answer = objectOf({ total: { type: 'integer' }, eggs: arrayOf(objectOf({ id: whole, grade: schema })) });
  const get = {
    operationId: 'listEggs',
    parameters: [
      inQuery('page', { ...whole, default: 1 }),
      inQuery('limit', { ...whole, maximum: 50, default: 10 }),
      inQuery('Grade', schema),
    ],
    responses: { 200: { description: 'A page.', ...json(answer) }, 400: { description: 'A bad query.' } },
  };
  return { ...plainDocument({ '/eggs': { get } }), components: { schemas: { Grade: grade } } };
}

const EGGS = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, grade: (index * 7) % 3 }));
type IsFound = (own: number, asked: number) => boolean;

function judged(document: object, isFound: IsFound) {
  return runOn(document, (request) => {
    const { page = '1', limit = '10', Grade } = Object.fromEntries(new URL(request.url).searchParams);
    const isRight = [page, limit].every((one) => /^[1-9]\d*$/u.test(one)) && Number(limit) <= 50;
    if (!isRight || !/^[012]$/u.test(Grade ?? '0')) return new Response(null, { status: 400 });
    const found = EGGS.filter((one) => Grade === undefined || isFound(one.grade, Number(Grade)));
    const from = (Number(page) - 1) * Number(limit);
    return Response.json({ total: found.length, eggs: found.slice(from, from + Number(limit)) });
  });
}

describe.each([
  ['behind a reference', documentOf(named)],
  ['in its place', documentOf(grade)],
])('a filter by listed numbers, %s', (_, document) => {
  test('holds for each item', async () => {
    const result = await judged(document, (own, asked) => own === asked);
    expect(brokenIn(result)).toEqual([]);
    expect(clausesWith(result, 'pass')).toContain('listEggs/grade-filters');
  });

  test.each<[string, IsFound]>([
    ['is ignored', () => true],
    ['is ignored for 0', (own, asked) => asked === 0 || own === asked],
    ['is taken for a bound', (own, asked) => own >= asked],
  ])('that %s is found', async (_what, isFound) => {
    expect(brokenIn(await judged(document, isFound))).toContain('listEggs/grade-filters');
  });
});
