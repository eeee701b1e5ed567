import { expect, test } from 'vitest';
import { segmentIn } from '../../src/contract/path-names.ts';
import {
  arrayOf,
  brokenIn,
  clausesWith,
  inPath,
  inQuery,
  json,
  objectOf,
  plainDocument,
  runOn,
  WRITABLE,
} from '../support/documents.ts';

test.each([
  ['/v1/vaults/{vault}', 'vault', 'vaults/alps', 'alps'],
  ['/v1/vaults/{vault}/seeds/{seed}', 'seed', 'vaults/alps/seeds/s-1', 's-1'],
  ['/v1/vaults/{vault}/seeds/{seed}', 'vault', 'vaults/alps', 'alps'],
  ['/v1/vaults/{vault}:open', 'vault', 'https://seeds.example/v1/vaults/alps', 'alps'],
  ['/v1/vaults/{vault}', 'vault', 'alps', 'alps'],
  ['/v1/papers/{doi}', 'doi', '10.1000/182', '10.1000/182'],
  ['/v1/vaults/{vault}', 'vault', 'vaults/', 'vaults/'],
])('in %s the %s %s is sent as %s', (path, name, id, sent) => {
  expect(segmentIn(path, name, id)).toBe(sent);
});

/** In the style of the Google AIPs: names of resources, one schema for all, errors under `default`, deletions that keep. */
const vault = {
  type: 'object',
  required: ['title'],
  properties: {
    name: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1, maxLength: 63 },
    etag: { type: 'string' },
    state: { type: 'string', enum: ['ACTIVE', 'LOCKED', 'DELETED'], readOnly: true },
    deleteTime: { type: 'string', format: 'date-time', readOnly: true },
  },
};
const Vault = { $ref: '#/components/schemas/Vault' };
const requestBody = { required: true, content: { 'application/json': { schema: Vault, example: { title: 'Alps' } } } };
const problem = { description: 'An error.', ...json(objectOf({ message: { type: 'string' } })) };
const responses = { 200: { description: 'OK.', ...json(Vault) }, default: problem };
const page = {
  type: 'object',
  properties: {
    vaults: arrayOf(Vault),
    nextPageToken: { type: 'string' },
    totalSize: { type: 'integer' },
  },
};
const id = inPath('vault', { type: 'string' });
const names = { ...inQuery('names', arrayOf({ type: 'string' })), required: true };

const DOCUMENT = {
  ...plainDocument({
    '/v1/vaults': {
      get: {
        operationId: 'listVaults',
        parameters: [inQuery('pageSize', { type: 'integer' }), inQuery('pageToken', { type: 'string' })],
        responses: { 200: { description: 'OK.', ...json(page) }, default: problem },
      },
      post: { operationId: 'createVault', requestBody, responses },
    },
    '/v1/vaults/{vault}': {
      get: { operationId: 'getVault', parameters: [id], responses },
      patch: { operationId: 'changeVault', parameters: [id], requestBody, responses },
      delete: { operationId: 'deleteVault', parameters: [id, inQuery('force', { type: 'boolean' })], responses },
    },
    '/v1/vaults/{vault}:unlock': { post: { operationId: 'unlockVault', parameters: [id], responses } },
    '/v1/vaults:batchGet': {
      get: {
        operationId: 'batchGetVaults',
        parameters: [names],
        responses: { 200: { description: 'OK.', ...json(page) }, default: problem },
      },
    },
  }),
  components: { schemas: { Vault: vault } },
};

interface Own {
  title: string;
  state: string;
  version: number;
}

/** What is wrong with a service. */
interface Faults {
  readonly overlaps?: boolean;
  readonly loses?: boolean;
}

function vaults({ overlaps = false, loses = false }: Faults) {
  const there = new Map<string, Own>();
  for (let index = 0; index < 7; index += 1)
    there.set(`v-${index}`, { title: `Vault ${index}`, state: 'ACTIVE', version: 1 });
  const forced = new Set<string>();
  let made = 10;
  const error = (status: number) => Response.json({ message: 'no' }, { status });
  const show = (key: string) => {
    const { title = '', state = '', version = 0 } = there.get(key) ?? {};
    const time = state === 'DELETED' ? { deleteTime: '2026-01-01T00:00:00Z' } : {};
    return { name: `vaults/${key}`, title, state, etag: `e${version}`, ...time };
  };
  const list = (query: URLSearchParams): Response => {
    const all = [...there.keys()].filter((key) => there.get(key)?.state !== 'DELETED');
    const asked = query.get('pageSize') ?? '0';
    if (!/^\d{1,9}$/u.test(asked)) return error(400);
    const size = Math.min(Number(asked) || 50, 100);
    const token = query.get('pageToken') ?? '';
    const start = token === '' ? 0 : all.indexOf(Buffer.from(token, 'hex').toString()) + 1;
    if (token !== '' && start === 0) return error(400);
    const end = start + size;
    const shown = all.slice(overlaps && start > 0 ? start - 1 : start, end);
    const next = end < all.length ? { nextPageToken: Buffer.from(all[end - 1] ?? '').toString('hex') } : {};
    return Response.json({ vaults: shown.map(show), totalSize: all.length, ...next });
  };
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , collection = '', rest = ''] = pathname.split('/');
    const [key = '', verb] = rest.split(':');
    // The names have to be those of vaults.
    if (collection === 'vaults:batchGet') return error(400);
    if (key === '' && request.method === 'GET') return list(searchParams);
    const old = there.get(key);
    if (key !== '' && old === undefined) return error(404);
    if (request.method === 'GET') return Response.json(show(key));
    if (verb === 'unlock') return error(409);
    if (request.method === 'DELETE') {
      if (searchParams.get('force') === 'true') forced.add(key);
      if (old !== undefined) old.state = 'DELETED';
      return Response.json(show(key));
    }
    const body = JSON.parse((await request.text()) || 'null') as Partial<Own & { etag: string }> | null;
    if (body === null || Array.isArray(body) || typeof body !== 'object') return error(400);
    const { title = old?.title, etag } = body;
    if (typeof title !== 'string' || title === '' || [...title].length > 63) return error(400);
    if (etag !== undefined && typeof etag !== 'string') return error(400);
    if (old !== undefined && etag !== undefined && etag !== `e${old.version}`) return error(409);
    made += 1;
    const at = key === '' ? `v-${made}` : key;
    const kept = loses && old !== undefined ? old.title : title;
    there.set(at, { state: 'ACTIVE', ...old, title: kept, version: (old?.version ?? 0) + 1 });
    return Response.json(show(at));
  };
  return { there, forced, fetch: (request: Request) => answer(request).catch(() => error(400)) };
}

async function run(faults: Faults = {}) {
  const { fetch, ...service } = vaults(faults);
  const judged = await runOn(DOCUMENT, fetch, { target: WRITABLE });
  return { ...service, broken: brokenIn(judged), passed: clausesWith(judged, 'pass') };
}

test('a listing and a life are followed by the names of resources, and nothing is broken', async () => {
  const { broken, passed, there, forced } = await run();
  expect(broken).toEqual([]);
  const shown = [
    'listVaults/cursor-leads-through-the-listing',
    'createVault/listed',
    'changeVault/changed',
    'changeVault/versioned',
  ];
  expect(passed).toEqual(expect.arrayContaining(shown));
  expect([...there].filter(([, { state }]) => state !== 'DELETED').map(([key]) => key)).toHaveLength(7);
  expect(forced.size).toBeGreaterThan(0);
});

test.each<[string, Faults, string]>([
  ['a page that shows an item again', { overlaps: true }, 'listVaults/cursor-leads-through-the-listing'],
  ['a change that is not kept', { loses: true }, 'changeVault/changed'],
])('%s is found', async (_, faults, clause) => {
  expect((await run(faults)).broken).toContain(clause);
});
