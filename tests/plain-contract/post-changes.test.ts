import { expect, test } from 'vitest';
import {
  arrayOf,
  brokenIn,
  clausesWith,
  inPath,
  json,
  objectOf,
  plainDocument,
  runOn,
  WRITABLE,
} from '../support/documents.ts';

const id = inPath('id', { type: 'string' });
const text = { type: 'string', minLength: 1, maxLength: 90 };
const members = { name: text, note: text };
const client = objectOf({ id: { type: 'string' }, ...members });
const gone = objectOf({ id: { type: 'string' }, deleted: { const: true } });
const sent = (schema: object) => ({ required: true, ...json(schema) });
const answers = (schema: object) => ({
  200: { description: 'It.', ...json(schema) },
  400: { description: 'A bad body.' },
  404: { description: 'There is none.' },
});

/** Clients that POST changes, and of which something is left after their deletion. */
const documentOf = (opened: object, description = '') =>
  plainDocument({
    '/clients': {
      get: { operationId: 'listClients', responses: answers(arrayOf(client)) },
      post: { operationId: 'createClient', requestBody: sent(objectOf(members)), responses: answers(client) },
    },
    '/clients/{id}': {
      get: { operationId: 'getClient', parameters: [id], responses: answers(opened) },
      post: {
        operationId: 'updateClient',
        description,
        parameters: [id],
        requestBody: sent({ type: 'object', properties: members }),
        responses: answers(client),
      },
      delete: { operationId: 'deleteClient', parameters: [id], responses: answers(gone) },
    },
  });

type Client = { readonly id: string; readonly name: string; readonly note: string };

interface Ways {
  readonly change: (old: Client, given: Partial<Client>) => Client;
  /** The answer to opening a deleted one. */
  readonly left: (key: string) => Response;
}

const none = () => new Response(null, { status: 404 });

function clients(ways: Partial<Ways> = {}) {
  const { change = (old: Client, given: Partial<Client>) => ({ ...old, ...given }), left = none } = ways;
  const all = new Map<string, Client>([['own', { id: 'own', name: 'Somebody', note: 'Else' }]]);
  const deleted = new Set<string>();
  let made = 0;
  return async (request: Request): Promise<Response> => {
    const [, , key] = new URL(request.url).pathname.split('/');
    const { method } = request;
    if (key === undefined && method === 'GET') return Response.json([...all.values()]);
    const old = all.get(key ?? '');
    if (key !== undefined && old === undefined) return method === 'GET' && deleted.has(key) ? left(key) : none();
    if (method === 'GET') return Response.json(old);
    if (method === 'DELETE') {
      all.delete(key ?? '');
      deleted.add(key ?? '');
      return Response.json({ id: key, deleted: true });
    }
    const body = (await request.json().catch(() => undefined)) as Partial<Client> | null | undefined;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return new Response(null, { status: 400 });
    const isText = (one: unknown) => typeof one === 'string' && one !== '' && [...one].length <= 90;
    const given = [body.name, body.note].filter((one) => old === undefined || one !== undefined);
    if (!given.every(isText)) return new Response(null, { status: 400 });
    made += 1;
    const next = old === undefined ? { ...(body as Client), id: `c${made}` } : change(old, body);
    all.set(next.id, next);
    return Response.json(next);
  };
}

test('a POST to an item is a change, which says nothing of the rest', async () => {
  const run = await runOn(documentOf(client), clients(), { target: WRITABLE });
  expect(brokenIn(run)).toEqual([]);
  expect(clausesWith(run, 'pass')).toEqual(
    expect.arrayContaining(['updateClient/changed', 'updateClient/relisted', 'deleteClient/gone']),
  );
});

test('what a POST does not name has to stay, where its description says so', async () => {
  const change = (old: Client, given: Partial<Client>) => ({ ...old, note: 'None', ...given });
  expect(brokenIn(await runOn(documentOf(client), clients({ change }), { target: WRITABLE }))).toEqual([]);
  const worded = documentOf(client, 'Any parameters not provided will be left unchanged.');
  expect(brokenIn(await runOn(worded, clients({ change }), { target: WRITABLE }))).toEqual(['updateClient/changed']);
  expect(brokenIn(await runOn(worded, clients(), { target: WRITABLE }))).toEqual([]);
});

test.each<readonly [string, Ways['change']]>([
  ['nothing', (old) => old],
  ['one member alone', (old, { name = old.name }) => ({ ...old, name })],
])('a POST to an item that stores %s is found', async (_what, change) => {
  const broken = brokenIn(await runOn(documentOf(client), clients({ change }), { target: WRITABLE }));
  expect(broken).toEqual(['updateClient/changed']);
});

test('what is left of a deleted thing may open, where the document has a form for it', async () => {
  const left = (key: string) => Response.json({ id: key, deleted: true });
  const forms = documentOf({ anyOf: [client, gone] });
  expect(brokenIn(await runOn(forms, clients({ left }), { target: WRITABLE }))).toEqual([]);
  expect(brokenIn(await runOn(forms, clients(), { target: WRITABLE }))).toEqual([]);
  const stays = clients({ left: (key) => Response.json({ id: key, name: 'A', note: 'B' }) });
  expect(brokenIn(await runOn(documentOf(client), stays, { target: WRITABLE }))).toEqual(['deleteClient/gone']);
});
