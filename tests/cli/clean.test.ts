import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import type { Report } from '../../src/report/model.ts';
import { conform, temporaryFolder } from './io.ts';

let service: ReferenceService;
let listening: Listening;
/** Deletions are lost, as if the process had been killed before them. */
let deaf = true;
beforeAll(async () => {
  service = createReference();
  listening = await listen((request) =>
    deaf && request.method === 'DELETE' ? Promise.resolve(new Response('', { status: 500 })) : service.fetch(request),
  );
});
afterAll(() => listening.close());

const keys = async (): Promise<readonly string[]> => {
  const headers = { authorization: `Bearer ${service.credentials.bearer}` };
  const answer = await service.fetch(new Request(`${listening.url}/api/v1/api-keys`, { headers }));
  return ((await answer.json()) as readonly { name: string }[]).map(({ name }) => name);
};

test('conform clean takes back what a run left behind, from any beginning of its journal, and nothing else', async () => {
  const cwd = temporaryFolder();
  const env = { CONFORM_TOKEN: service.credentials.bearer };
  const before = await keys();
  const only = ['--only', 'createApiKey/security/*', '--only', 'createApiKey/name-is-echoed'];
  const run = await conform(['run', '--base-url', listening.url, '--allow', 'writes', ...only, '--report', 'r'], {
    cwd,
    env,
  });
  expect(run.out).toContain('Clean-up failed');
  expect((await keys()).length).toBeGreaterThan(before.length);
  const failed = await conform(['clean', 'r'], { cwd, env });
  expect([failed.status, failed.out]).toEqual([3, expect.stringContaining('Clean-up failed')]);

  deaf = false;
  // What a killed process leaves: no more than that it was about to create.
  const lines = readFileSync(join(cwd, 'r', 'run.ndjson'), 'utf8')
    .trimEnd()
    .split('\n');
  const kept = lines.filter((line) => !/"type":"(?:created|removed|left-behind|end)"/u.test(line));
  writeFileSync(join(cwd, 'r', 'run.ndjson'), `${kept.join('\n')}\n{"type":"exch`);
  const cleaned = await conform(['clean', 'r'], { cwd, env });
  expect([cleaned.status, cleaned.out]).toEqual([0, expect.stringContaining('nothing of that run is left')]);
  expect(await keys()).toEqual(before);
});

test('conform clean deletes nothing at another address', async () => {
  const cwd = temporaryFolder();
  await conform(['run', '--base-url', listening.url, '--only', 'getChatCapabilities', '--report', 'r'], { cwd });
  const { status, err } = await conform(['clean', 'r', '--base-url', 'http://127.0.0.1:1'], { cwd });
  expect([status, err]).toEqual([2, expect.stringContaining('nothing is deleted there')]);
});

test('conform clean --target takes back whatever bears a name of the suite, and nothing else', async () => {
  const cwd = temporaryFolder();
  const env = { CONFORM_TOKEN: service.credentials.bearer };
  const before = await keys();
  const create = (name: string) =>
    service.fetch(
      new Request(`${listening.url}/api/v1/api-keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.credentials.bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }),
    );
  for (const name of ['conform key 1', 'conform key 207', 'conform key', 'my conform key 3', 'conformance 1'])
    await create(name);
  writeFileSync(join(cwd, 'target.yaml'), `baseUrl: ${listening.url}\n`);
  const { status, out } = await conform(['clean', '--target', 'target.yaml'], { cwd, env });
  expect([status, out]).toEqual([0, '2 taken back; nothing of the suite is left.\n']);
  expect(await keys()).toEqual([...before, 'conform key', 'my conform key 3', 'conformance 1']);
});

test('conform clean wants to know where', async () => {
  const { status, err } = await conform(['clean'], { cwd: temporaryFolder() });
  expect([status, err]).toEqual([2, expect.stringContaining('give the folder of a run, or --target')]);
});

test('conform clean --target says so where nothing can be listed', async () => {
  const { status, out } = await conform(['clean', '--base-url', listening.url], { cwd: temporaryFolder() });
  expect([status, out]).toEqual([3, expect.stringContaining('could not be listed')]);
});

test('what cannot be removed is named in the report, in the notes and in the last line, and again by conform clean', async () => {
  const cwd = temporaryFolder();
  const env = { CONFORM_TOKEN: service.credentials.bearer };
  const only = ['--only', 'createWebhook', '--only', 'createApiKey/name-is-echoed', '--allow', 'writes'];
  const { status, out } = await conform(['run', listening.url, ...only, '--report', 'r'], { cwd, env });
  expect(status).toBe(0);
  expect(out).toMatch(/Left behind: \d+ created by createWebhook, with the id [\w-]{36}/u);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^Left behind: \d+ of createWebhook, to be deleted by hand/u);
  const report = JSON.parse(readFileSync(join(cwd, 'r', 'report.json'), 'utf8')) as Report;
  expect(report.leftBehind?.length).toBeGreaterThan(0);
  expect(report.leftBehind?.every(({ operation, removable }) => operation === 'createWebhook' && !removable)).toBe(
    true,
  );
  const again = await conform(['clean', 'r'], { cwd, env });
  expect([again.status, again.out]).toEqual([3, expect.stringContaining(String(report.leftBehind?.[0]?.path['id']))]);
});

test('a run of which something is left that could have been removed is not complete', async () => {
  const cwd = temporaryFolder();
  const env = { CONFORM_TOKEN: service.credentials.bearer };
  deaf = true;
  const only = ['--only', 'createApiKey/name-is-echoed', '--allow', 'writes'];
  const { status, out } = await conform(['run', listening.url, ...only, '--report', 'r'], { cwd, env });
  deaf = false;
  expect(status).toBe(3);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^Left behind: 1 that conform clean takes back/u);
  expect((await conform(['clean', 'r'], { cwd, env })).status).toBe(0);
  expect((await keys()).filter((name) => /^conform key \d/u.test(name))).toEqual([]);
});

test('what somebody else has removed meanwhile is not called left behind', async () => {
  const cwd = temporaryFolder();
  const env = { CONFORM_TOKEN: service.credentials.bearer };
  deaf = true;
  const only = ['--only', 'createApiKey/name-is-echoed', '--allow', 'writes'];
  await conform(['run', listening.url, ...only, '--report', 'r'], { cwd, env });
  deaf = false;
  const journal = readFileSync(join(cwd, 'r', 'run.ndjson'), 'utf8');
  expect((await conform(['clean', 'r'], { cwd, env })).status).toBe(0);
  writeFileSync(join(cwd, 'r', 'run.ndjson'), journal);
  const { status, out } = await conform(['clean', 'r'], { cwd, env });
  expect([status, out]).toEqual([0, expect.stringContaining('nothing of that run is left')]);
});
