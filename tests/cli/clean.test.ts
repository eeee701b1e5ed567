import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
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
