import { expect, test } from 'vitest';
import { clausesWith, inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const made = { 201: { description: 'Made.', ...json(objectOf({ id: { type: 'integer' } })) } };
const refused = { 422: { description: 'A bad body.' } };
const name = { type: 'string', minLength: 1, maxLength: 60 };

/** Courses whose codes have to be unique, which a 422 says; as in JSON:API the members are one level deeper. */
function documentOf(code: object) {
  const attributes = objectOf({ code, title: name });
  return plainDocument({
    '/courses': {
      post: {
        operationId: 'createCourse',
        requestBody: { required: true, ...json(objectOf({ data: attributes })) },
        responses: { ...made, ...refused },
      },
    },
    '/courses/{id}': {
      delete: { operationId: 'deleteCourse', parameters: [inPath('id')], responses: { 204: { description: 'Gone.' } } },
    },
    '/courses/bulk': {
      delete: {
        operationId: 'deleteCourses',
        parameters: [{ name: 'ids', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } }],
        responses: { 200: { description: 'Gone.', ...json(objectOf({ deleted: { type: 'integer' } })) }, ...refused },
      },
    },
  });
}

function courses() {
  const codes = new Set<string>();
  const deletions: string[] = [];
  let count = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method === 'DELETE') {
      deletions.push(pathname);
      return pathname.endsWith('bulk') ? Response.json({ deleted: 1 }) : new Response(null, { status: 204 });
    }
    const body = await (request.json() as Promise<{ data?: Record<string, unknown> }>).catch(() => undefined);
    const texts = [body?.data?.['code'], body?.data?.['title']];
    const isRight = texts.every((one) => typeof one === 'string' && one !== '' && [...one].length <= 60);
    if (!isRight || codes.has(String(texts[0]))) return new Response(null, { status: 422 });
    codes.add(String(texts[0]));
    count += 1;
    return Response.json({ id: count }, { status: 201 });
  };
  return { fetch, deletions, codes };
}

test('what is called unique is sent once, at any depth and whatever status refuses it', async () => {
  const { fetch } = courses();
  const result = await runOn(documentOf({ ...name, description: 'Must be unique.' }), fetch, { target: WRITABLE });
  expect(clausesWith(result, 'fail', 'warn', 'inconclusive')).toEqual([]);
  expect(clausesWith(result, 'pass')).toContain('createCourse/body/data/title/maxLength');
});

test('a body that was accepted before may be refused, though nothing says so', async () => {
  const { fetch } = courses();
  const result = await runOn(documentOf(name), fetch, { target: WRITABLE });
  expect(clausesWith(result, 'fail', 'warn', 'inconclusive')).toEqual([]);
});

test('many things at once are never deleted: they may be those of others', async () => {
  const { fetch, deletions } = courses();
  const result = await runOn(documentOf(name), fetch, { target: WRITABLE });
  expect(deletions).not.toContain('/courses/bulk');
  expect(clausesWith(result, 'skip')).toContain('deleteCourses/status');
});
