import { expect, test } from 'vitest';
import { inPath, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const fields = { slug: { type: 'string', pattern: '^[a-z]{4,20}$' }, title: { type: 'string', minLength: 1 } };
const show = objectOf({ id: { type: 'string' }, ...fields });
const example = { slug: 'nighttrains', title: 'Night trains' };

const DOCUMENT = plainDocument({
  '/shows': {
    post: {
      operationId: 'createShow',
      requestBody: { required: true, content: { 'application/json': { schema: objectOf(fields), example } } },
      responses: {
        201: { description: 'The show.', ...json(show) },
        400: { description: 'A bad body.' },
        409: { description: 'Another show has this slug already.' },
        415: { description: 'No JSON.' },
      },
    },
  },
  '/shows/{id}': {
    delete: {
      operationId: 'deleteShow',
      parameters: [inPath('id', { type: 'string' })],
      responses: { 204: { description: 'Gone.' }, 404: { description: 'There is none.' } },
    },
  },
});

test('a body that must be refused never has the unique value of the first valid one', async () => {
  const [slugs, bad]: [string[], string[]] = [[], []];
  await runOn(
    DOCUMENT,
    async (request) => {
      if (request.method === 'DELETE') return new Response(null, { status: 204 });
      const text = await request.text();
      const { slug = '' } = (/"slug":"(?<slug>[a-z]{4,20})"/u.exec(text)?.groups ?? {}) as { slug?: string };
      const isJson = request.headers.get('content-type')?.startsWith('application/json') === true;
      const body = isJson ? (JSON.parse(/^\{.*\}$/su.test(text) ? text : '{}') as Record<string, unknown>) : {};
      const isRight = slug !== '' && slug === body['slug'] && typeof body['title'] === 'string' && body['title'] !== '';
      (isRight ? slugs : bad).push(slug);
      if (!isJson) return new Response(null, { status: 415 });
      if (!isRight) return Response.json({}, { status: 400 });
      return Response.json({ id: `s${slugs.length}`, ...body }, { status: 201 });
    },
    { target: WRITABLE },
  );
  expect(slugs).toContain('nighttrains');
  expect(bad.filter((slug) => slug !== '').length).toBeGreaterThan(2);
  expect(bad).not.toContain('nighttrains');
});
