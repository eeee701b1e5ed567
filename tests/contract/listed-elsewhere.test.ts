import { expect, test } from 'vitest';
import type { ContractDocument } from '../../src/contract/document.ts';
import { withSources } from '../../src/contract/sources.ts';
import { arrayOf, inPath, json, objectOf, plainDocument } from '../support/documents.ts';

const named = objectOf({ id: { type: 'integer' }, name: { type: 'string' } });
const list = (operationId: string) => ({
  get: { operationId, responses: { 200: { description: 'All.', ...json(arrayOf(named)) } } },
});
const parameters = [inPath('id'), inPath('tag')];
const done = { 204: { description: 'Done.' } };

/** Things that have tags, which are listed at `/tags`, and perhaps elsewhere. */
function sourcesOf(method: 'get' | 'put', further: object = {}) {
  const paths = plainDocument({
    '/things': list('listThings'),
    '/tags': list('listTags'),
    '/things/{id}/tags/{tag}': { [method]: { operationId: 'one', parameters, responses: done } },
    ...further,
  }).paths as unknown as ContractDocument['paths'];
  const document = { openapi: '3.1.0', info: { title: 'Tags', version: '1' }, paths } as unknown as ContractDocument;
  const node = withSources(document).paths['/things/{id}/tags/{tag}']?.[method];
  return (node?.parameters ?? []).map((one) => one['x-sources']);
}

const THING = [{ operation: 'listThings', pointer: '/*/id' }];

test('what PUT adds below an id comes from the only list of that name', () => {
  expect(sourcesOf('put')).toEqual([THING, [{ operation: 'listTags', pointer: '/*/id' }]]);
});

test('not if there are two such lists, nor for what has to be there already', () => {
  expect(sourcesOf('put', { '/old/tags': list('listOldTags') })).toEqual([THING, undefined]);
  expect(sourcesOf('get')).toEqual([THING, undefined]);
});
