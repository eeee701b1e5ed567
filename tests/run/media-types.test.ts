import { describe, expect, test } from 'vitest';
import { bestMatch, essenceOf, isJsonMedia } from '../../src/media-type.ts';
import { brokenIn, documentOf, runOn } from '../support/documents.ts';

describe('the key of a media type', () => {
  test.each([
    ['application/json', ['application/json'], 'application/json'],
    ['Application/JSON ; Charset="UTF-8"', ['application/json; charset=utf-8'], 'application/json; charset=utf-8'],
    ['application/json;charset=utf-8', ['APPLICATION/JSON;  charset=UTF-8'], 'APPLICATION/JSON;  charset=UTF-8'],
    ['application/json', ['application/json; charset=utf-8'], 'application/json; charset=utf-8'],
    ['application/problem+json', ['*/*', 'application/*', 'application/*+json'], 'application/*+json'],
    ['application/problem+json', ['application/json'], undefined],
    ['application/xml', ['application/*+json', '*/*', 'application/*'], 'application/*'],
    ['image/png', ['application/*', '*/*'], '*/*'],
    [
      'application/json; v=2',
      ['application/json', 'application/json; v=1', 'application/json;v=2'],
      'application/json;v=2',
    ],
    ['application/json; v=3', ['application/json', 'application/json; v=1'], 'application/json'],
    ['application/json; v=3', ['application/json; v=1'], undefined],
    ['text/plain; charset=latin1', ['text/plain; charset=utf-8'], undefined],
    ['application/json; charset=latin1', ['application/json; charset=utf-8'], 'application/json; charset=utf-8'],
    ['', ['application/json'], undefined],
    ['', ['*/*'], '*/*'],
  ])('of %j among %j is %j', (actual, keys, expected) => {
    expect(bestMatch(keys, actual)).toBe(expected);
    expect(bestMatch(keys.toReversed(), actual)).toBe(expected);
  });

  test('its essence, and whether it is JSON', () => {
    expect(essenceOf(' Text/HTML;x=";"')).toBe('text/html');
    expect(['application/json;v=1', 'application/vnd.a+json; q=1'].every(isJsonMedia)).toBe(true);
    expect(['text/json5', 'application/jsonp', '', 'application/xml; a=+json'].some(isJsonMedia)).toBe(false);
  });
});

const NUMBER = '{ schema: { type: number } }';
const answering = (type: string, body: string) => () => new Response(body, { headers: { 'content-type': type } });

describe('a document whose keys are more than a type', () => {
  test.each([
    [`{ 'application/json; charset=utf-8': ${NUMBER} }`, 'application/json;charset=UTF-8', '1'],
    [`{ 'application/json; charset=utf-8': ${NUMBER} }`, 'application/json', '1'],
    [`{ 'application/*+json': ${NUMBER} }`, 'application/vnd.a+json', '1'],
    [`{ '*/*': ${NUMBER} }`, 'application/json', '1'],
    [`{ '*/*': { schema: { type: string } } }`, 'text/plain', '12'],
    [`{ application/json: ${NUMBER}, text/plain: { schema: { type: string } } }`, 'text/plain', 'null'],
  ])('%s takes %s', async (content, type, body) => {
    const result = await runOn(documentOf(content), answering(type, body));
    expect(brokenIn(result)).toEqual([]);
    expect(result.outcome.exitStatus).toBe(0);
  });

  test.each([
    [`{ 'application/json; charset=utf-8': ${NUMBER} }`, 'application/json', '"one"', 'getA/200/type'],
    [`{ 'application/*+json': ${NUMBER} }`, 'application/vnd.a+json', '"one"', 'getA/200/type'],
    [`{ '*/*': ${NUMBER} }`, 'application/json', '"one"', 'getA/200/type'],
    [`{ 'application/*+json': ${NUMBER} }`, 'application/json', '1', 'getA/200/media-type'],
    [`{ 'text/plain; charset=utf-8': {} }`, 'text/plain; charset=latin1', 'a', 'getA/200/media-type'],
  ])('%s does not take %s with %s', async (content, type, body, broken) => {
    const result = await runOn(documentOf(content), answering(type, body));
    expect(brokenIn(result)).toEqual([broken]);
    const [finding] = result.findings;
    expect(result.findings).toHaveLength(1);
    expect(finding?.expected).not.toBe(finding?.actual);
  });

  test('a request says the type that its key says', async () => {
    const seen = new Set<string | null>();
    const text = `openapi: 3.1.0
info: { title: One, version: '1' }
paths:
  /a:
    post:
      operationId: postA
      requestBody:
        required: true
        content: { 'application/merge-patch+json; v=1': { schema: { type: object }, examples: { valid: { value: {} } } } }
      responses: { '200': { description: A } }
`;
    const fetch = (request: Request): Response => {
      if (request.method === 'POST') seen.add(request.headers.get('content-type'));
      return new Response(null);
    };
    const { outcome } = await runOn(text, fetch, {
      target: { baseUrl: 'http://service.local', allow: { writes: true } },
    });
    expect([outcome.exitStatus, [...seen]]).toEqual([0, ['application/merge-patch+json; v=1']]);
  });
});
