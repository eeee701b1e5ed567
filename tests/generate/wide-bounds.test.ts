import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Bounds as generators of documents write them for an `int` of Java. */
const WIDE = 2 ** 31 - 1;

const post = {
  operationId: 'addNote',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['title'],
          properties: {
            title: { type: 'string', minLength: 1, maxLength: WIDE },
            tags: { type: 'array', items: { type: 'string' }, maxItems: WIDE },
            count: { type: 'integer', minimum: 0, maximum: WIDE },
          },
        },
      },
    },
  },
  responses: { 202: { description: 'Noted.' }, 400: { description: 'A bad body.' } },
};
const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths: { '/notes': { post } } };

function isRight(body: unknown): boolean {
  const { title, tags = [], count = 0 } = (body ?? {}) as Record<string, unknown>;
  const isText = typeof title === 'string' && title !== '';
  const areTexts = Array.isArray(tags) && tags.every((one) => typeof one === 'string');
  return isText && areTexts && Number.isInteger(count) && Number(count) >= 0 && Number(count) <= WIDE;
}

test('bounds of two thousand million characters and elements are not written', async () => {
  const path = join(temporaryFolder(), 'notes.json');
  writeFileSync(path, JSON.stringify(document));
  const { findings, clauses } = await runConformance({
    document: path,
    target: { allow: { writes: true } },
    fetch: async (request) => {
      const body: unknown = await request.json().catch(() => undefined);
      return isRight(body) ? new Response(null, { status: 202 }) : Response.json({}, { status: 400 });
    },
  });
  expect(findings.map(({ id }) => id)).toEqual([]);
  const passed = clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  expect(passed).toEqual(expect.arrayContaining(['addNote/body/title/minLength', 'addNote/body/count/maximum']));
});
