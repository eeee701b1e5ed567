import { expect, test } from 'vitest';
import { brokenIn, json, objectOf, plainDocument, runOn, WRITABLE } from '../support/documents.ts';

const text = { type: 'string' };
const OPTIONAL = {
  state: { type: 'string', enum: ['new', 'old'], default: 'new' },
  size: { type: 'integer', default: 3 },
  tags: { type: 'array', items: text, default: [] },
  note: { type: ['string', 'null'], default: 'none' },
  from: { type: 'string', format: 'date', default: '2020-01-01' },
  code: { type: 'string', default: 'A' },
  remark: { type: 'string', default: '' },
  title: { type: 'string', default: '' },
  urgent: { type: 'boolean', default: true, description: 'Is repeated in the answer.' },
};
const { code: _, ...shown } = OPTIONAL;

const DOCUMENT = plainDocument({
  '/boxes': {
    post: {
      operationId: 'createBox',
      requestBody: { required: true, ...json({ ...objectOf({ name: text, ...OPTIONAL }), required: ['name'] }) },
      responses: {
        201: { description: 'It was made.', ...json({ ...objectOf({ name: text, ...shown }), required: ['name'] }) },
        400: { description: 'It is wrong.' },
      },
    },
  },
  '/searches': {
    post: {
      operationId: 'search',
      requestBody: { required: true, ...json({ ...objectOf({ name: text, ...OPTIONAL }), required: ['name'] }) },
      responses: { 200: { description: 'Found.', ...json({ ...objectOf(shown), required: [] }) } },
    },
  },
});

const DEFAULTS = {
  state: 'new',
  size: 3,
  tags: [],
  note: 'none',
  from: '2026-11-29',
  code: 'B',
  remark: '',
  title: 'x',
  urgent: true,
};

async function broken(filled: object, answered: object = {}): Promise<readonly string[]> {
  const run = await runOn(
    DOCUMENT,
    async (request) => {
      const text = await request.text();
      const sent: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
      if (typeof sent !== 'object' || sent === null) return new Response(null, { status: 400 });
      const isSearch = request.url.endsWith('/searches');
      const made = { name: 'x', ...DEFAULTS, ...(isSearch ? { size: 7, remark: 'x', ...answered } : filled), ...sent };
      const { code: _, ...answer } = { ...made, code: 'B' };
      return Response.json(answer, { status: isSearch ? 200 : 201 });
    },
    { target: WRITABLE },
  );
  return brokenIn(run).filter((clause) => clause.includes('has-its-default'));
}

test.each<[string, object, readonly string[]]>([
  ['each default', {}, []],
  ['another default', { size: 5, tags: ['a'] }, ['size', 'tags']],
  ['a remark', { remark: 'none' }, ['remark']],
  ['null', { state: null, remark: null }, []],
  ['nothing', { state: undefined }, []],
  ['another value of what may be null', { note: 'some' }, []],
])('a creation without a member shows its default: %s', async (_, filled, members) => {
  expect(await broken(filled)).toEqual(members.map((name) => `createBox/${name}-has-its-default`));
});

test.each([
  [false, ['search/urgent-has-its-default']],
  [true, []],
  [null, []],
])(
  'what is said to be repeated is shown with its default by a POST that creates nothing: %s',
  async (urgent, found) => {
    expect(await broken({}, { urgent })).toEqual(found);
  },
);
