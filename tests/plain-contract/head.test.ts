import { expect, test } from 'vitest';
import { brokenIn, inPath, plainDocument, runOn } from '../support/documents.ts';

const content = { 'application/json': { schema: { type: 'object' } } };
const responses = { 200: { description: 'It is there.', content }, 404: { description: 'It is not.', content } };
const id = inPath('id');
const DOCUMENT = plainDocument({
  '/notes': { head: { operationId: 'headNotes', responses } },
  '/notes/{id}': { head: { operationId: 'headNote', parameters: [id], responses } },
});

async function brokenBy(headers: Record<string, string>): Promise<readonly string[]> {
  const answer = (status: number) => new Response(null, { status, headers });
  const fetch = ({ url }: Request) => answer(url.endsWith('/notes') ? 200 : 404);
  return brokenIn(await runOn(DOCUMENT, fetch));
}

test('an answer to HEAD needs no Content-Type, and no body for the one that it has', async () => {
  expect(await brokenBy({})).toEqual([]);
  expect(await brokenBy({ 'content-type': 'application/json' })).toEqual([]);
});

test('another Content-Type than the documented ones is a breach', async () => {
  expect(await brokenBy({ 'content-type': 'text/html' })).toContain('headNotes/200/media-type');
});
