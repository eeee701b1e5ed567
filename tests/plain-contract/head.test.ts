import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { temporaryFolder } from '../support/temporary.ts';

const content = { 'application/json': { schema: { type: 'object' } } };
const responses = { 200: { description: 'It is there.', content }, 404: { description: 'It is not.', content } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { head: { operationId: 'headNotes', responses } },
    '/notes/{id}': { head: { operationId: 'headNote', parameters: [id], responses } },
  },
};

async function brokenBy(headers: Record<string, string>): Promise<readonly string[]> {
  const document = join(temporaryFolder(), 'notes.json');
  writeFileSync(document, JSON.stringify(DOCUMENT));
  const answer = (status: number) => new Response(null, { status, headers });
  const fetch = ({ url }: Request) => answer(url.endsWith('/notes') ? 200 : 404);
  const { clauses } = await runConformance({ document, fetch });
  return clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id: clause }) => clause);
}

test('an answer to HEAD needs no Content-Type, and no body for the one that it has', async () => {
  expect(await brokenBy({})).toEqual([]);
  expect(await brokenBy({ 'content-type': 'application/json' })).toEqual([]);
});

test('another Content-Type than the documented ones is a breach', async () => {
  expect(await brokenBy({ 'content-type': 'text/html' })).toContain('headNotes/200/media-type');
});
