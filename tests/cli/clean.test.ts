import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import type { Report } from '../../src/report/model.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

let service: ReferenceService;
let listening: Listening;
/** Deletions are lost, as if the process had been killed before them. */
let deaf = true;
/** What is created is not told of. */
let answersLost = false;
beforeAll(async () => {
  service = createReference();
  listening = await listen(async (request) => {
    if (deaf && request.method === 'DELETE') return new Response('', { status: 500 });
    const answer = await service.fetch(request);
    return answersLost && request.method === 'POST' ? new Response('', { status: 500 }) : answer;
  });
});
afterAll(() => listening.close());

/** What a shell makes of a line. */
const wordsOf = (line: string): readonly string[] =>
  execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');

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

test('conform clean doubts nothing where every creation was refused, though it cannot list what there is', async () => {
  const cwd = temporaryFolder();
  const only = ['--only', 'createApiKey/security/nobody-refused'];
  await conform(['run', '--base-url', listening.url, '--allow', 'writes', ...only, '--report', 'r'], { cwd });
  expect(readFileSync(join(cwd, 'r', 'run.ndjson'), 'utf8')).toContain('"type":"creating"');
  const { status, out } = await conform(['clean', 'r'], { cwd });
  expect([status, out]).toEqual([0, expect.stringContaining('nothing of that run is left')]);
});

test('the report of a run that goes on, or was killed, names the command that judges what it has recorded', async () => {
  const cwd = temporaryFolder();
  const reports: string[] = [];
  const looked = await listen((request) => {
    reports.push(readFileSync(join(cwd, 'r', 'report.json'), 'utf8'));
    return service.fetch(request);
  });
  await conform(['run', '--base-url', looked.url, '--only', 'getChatCapabilities', '--report', 'r'], { cwd });
  await looked.close();
  const [first = '{}'] = reports;
  const { outcome } = JSON.parse(first) as Report;
  expect(outcome.sentence).toContain('conform judge r judges what it has recorded');
});

test('conform clean deletes nothing at another address', async () => {
  const cwd = temporaryFolder();
  await conform(['run', '--base-url', listening.url, '--only', 'getChatCapabilities', '--report', 'r'], { cwd });
  const { status, err } = await conform(['clean', 'r', '--base-url', 'http://127.0.0.1:1'], { cwd });
  expect([status, err]).toEqual([2, expect.stringContaining('nothing is deleted there')]);
});

test('conform clean sends the credentials of a target file nowhere but to its own address', async () => {
  const cwd = temporaryFolder();
  await conform(['run', '--base-url', listening.url, '--only', 'getChatCapabilities', '--report', 'r'], { cwd });
  writeFileSync(join(cwd, 'other.yaml'), 'baseUrl: http://127.0.0.1:1\n');
  const { status, err } = await conform(['clean', 'r', '--target', 'other.yaml'], { cwd });
  expect([status, err]).toEqual([2, expect.stringContaining('the target is http://127.0.0.1:1')]);
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
  const own = ['conform key 1', 'conform key 207', 'conform-0b86b273 key 4', 'conform-12345678 Schlüssel'];
  for (const name of [...own, 'conform key', 'my conform key 3', 'conformance 1', 'conform-keys', 'conform-123456789'])
    await create(name);
  writeFileSync(join(cwd, 'target.yaml'), `baseUrl: ${listening.url}\n`);
  const { status, out } = await conform(['clean', '--target', 'target.yaml'], { cwd, env });
  expect([status, out]).toEqual([0, '4 removed; nothing of the suite is left.\n']);
  expect(await keys()).toEqual([
    ...before,
    'conform key',
    'my conform key 3',
    'conformance 1',
    'conform-keys',
    'conform-123456789',
  ]);
});

test('conform clean wants a run', async () => {
  const { status, err } = await conform(['clean', 'nowhere'], { cwd: temporaryFolder() });
  expect([status, err]).toEqual([2, expect.stringContaining('nowhere: there is no run; give the folder')]);
});

test('conform clean wants to know where', async () => {
  const { status, err } = await conform(['clean'], { cwd: temporaryFolder() });
  expect([status, err]).toEqual([2, expect.stringContaining('give the folder that conform run wrote')]);
});

test('conform clean --target says so where nothing can be listed', async () => {
  const { status, out } = await conform(['clean', '--base-url', listening.url], { cwd: temporaryFolder() });
  expect([status, out]).toEqual([3, expect.stringContaining('could not be listed')]);
});

test('what cannot be removed is named in the report, in the notes and at the end, and again by conform clean', async () => {
  const cwd = temporaryFolder();
  const env = { CONFORM_TOKEN: service.credentials.bearer };
  const only = ['--only', 'createWebhook', '--only', 'createApiKey/name-is-echoed', '--allow', 'writes'];
  const { status, out } = await conform(['run', listening.url, ...only, '--report', 'r'], { cwd, env });
  expect(status).toBe(0);
  expect(out).toMatch(/Left behind: \d+ created by createWebhook, with the ids?\s+[\w-]{36}/u);
  expect(out).toMatch(
    /^Left behind: \d+ things? that createWebhook made cannot be removed over the API;\s+delete by hand/mu,
  );
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^Exit status 0: /u);
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
  expect(out).toMatch(/^Left behind: 1 thing could not be removed \(deleteApiKey failed\)\.$/mu);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^Exit status 3: /u);
  expect((await conform(['clean', 'r'], { cwd, env })).status).toBe(0);
  expect((await keys()).filter((name) => /^conform key \d/u.test(name))).toEqual([]);
});

test('the line that a run advises removes what it left, as pasted: with its folder and its target', async () => {
  const cwd = temporaryFolder();
  // Neither is where the command looks by itself, and only the file names this variable.
  const env = { OWN: service.credentials.bearer };
  const credentials = 'credentials: { bearer: { headers: { Authorization: "Bearer ${OWN}" } } }';
  writeFileSync(join(cwd, 'my target.yaml'), `baseUrl: ${listening.url}\n${credentials}\n`);
  deaf = true;
  const only = ['--only', 'createApiKey/name-is-echoed', '--allow', 'writes', '--profile', 'any'];
  const { out } = await conform(['run', '--target', 'my target.yaml', ...only, '--report', 'my run'], { cwd, env });
  deaf = false;
  const advised = /^To remove it: (conform .*)$/mu.exec(out)?.[1] ?? '';
  expect(advised).toBe('conform clean "my run" --target "my target.yaml"');
  const report = JSON.parse(readFileSync(join(cwd, 'my run', 'report.json'), 'utf8')) as Report;
  expect(report.notes.join('\n')).toContain(`Delete what is left manually, or with: ${advised}`);
  expect((await conform(wordsOf(advised).slice(1), { cwd, env })).out).toBe(
    '1 removed; nothing of that run is left.\n',
  );
});

test('what cannot be removed is looked for: named while it is listed, and not when it is gone', async () => {
  const cwd = temporaryFolder();
  const headers = { authorization: `Bearer ${service.credentials.bearer}` };
  const env = { CONFORM_TOKEN: service.credentials.bearer };
  const listing = await service.fetch(new Request(`${listening.url}/api/v1/webhooks`, { headers }));
  const listed = ((await listing.json()) as readonly { id: string; url: string }[]).filter(({ url }) =>
    url.includes('/conform-webhook/'),
  );
  expect(listed.length).toBeGreaterThan(0);
  const all = await conform(['clean', '--base-url', listening.url], { cwd, env });
  expect(all.status).toBe(3);
  expect(all.out).toMatch(new RegExp(`^${listed.length} created by createWebhook (?:is|are) still listed`, 'mu'));
  for (const { id } of listed) expect(all.out).toContain(id);
  expect(all.out).toMatch(/\n0 removed\.\n$/u);

  // Another service under the address of the run: there the webhooks of the run are not.
  const only = ['--only', 'createWebhook', '--allow', 'writes'];
  await conform(['run', listening.url, ...only, '--report', 'r'], { cwd, env });
  const old = service;
  service = createReference();
  const token = { CONFORM_TOKEN: service.credentials.bearer };
  const gone = await conform(['clean', 'r'], { cwd, env: token });
  service = old;
  expect([gone.status, gone.out]).toEqual([0, '0 removed; nothing of that run is left.\n']);
});

test('conform clean says which credential is refused or missing, and does not advise itself', async () => {
  const cwd = temporaryFolder();
  deaf = true;
  const only = ['--only', 'createApiKey/name-is-echoed', '--allow', 'writes'];
  const env = { CONFORM_TOKEN: service.credentials.bearer };
  await conform(['run', listening.url, ...only, '--report', 'r'], { cwd, env });
  deaf = false;
  const wrong = await conform(['clean', 'r'], { cwd, env: { CONFORM_TOKEN: 'no.such.token' } });
  expect([wrong.status, wrong.out]).toEqual([3, expect.stringContaining('401: the bearer credential was refused')]);
  const none = await conform(['clean', 'r'], { cwd });
  expect([none.status, none.out]).toEqual([3, expect.stringContaining('no bearer credential was given')]);
  for (const { out } of [wrong, none]) expect(out).not.toMatch(/with: conform clean|\b1 (?:requests|times)/u);
  expect((await conform(['clean', 'r'], { cwd, env })).out).toBe('1 removed; nothing of that run is left.\n');
  const twice = await conform(['clean', 'r'], { cwd, env });
  expect([twice.status, twice.out]).toEqual([
    0,
    '0 removed; 1 that the run left was gone already; nothing of that run is left.\n',
  ]);
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

test('of two runs at once with one seed, conform clean takes back what the one left behind and leaves alone what the other did', async () => {
  const cwd = temporaryFolder();
  const env = { CONFORM_TOKEN: service.credentials.bearer };
  const before = await keys();
  deaf = true;
  answersLost = true;
  const argv = ['run', listening.url, '--only', 'createApiKey', '--allow', 'writes', '--report'];
  await Promise.all(['one', 'other'].map((folder) => conform([...argv, folder], { cwd, env })));
  deaf = false;
  answersLost = false;
  const marked = async () => (await keys()).filter((name) => name.startsWith('conform') && !before.includes(name));
  const both = await marked();
  const one = await conform(['clean', 'one'], { cwd, env });
  // A name of three characters has no room for a mark: whose it is nobody can tell, so it is left and told of.
  expect([one.status, one.out]).toEqual([
    3,
    expect.stringMatching(/\d+ of what createApiKey creates has a name that this run gave, too/u),
  ]);
  const ofOther = await marked();
  const journal = (folder: string) => readFileSync(join(cwd, folder, 'run.ndjson'), 'utf8');
  const isOf = (folder: string) => (name: string) => journal(folder).includes(JSON.stringify(name));
  expect(ofOther).toEqual(both.filter((name) => !isOf('one')(name)));
  expect(ofOther.filter((name) => !isOf('other')(name))).toEqual([]);
  expect(ofOther.length).toBeGreaterThan(5);
  await conform(['clean', 'other'], { cwd, env });
  expect(await marked()).toEqual([]);
  const left = (await keys()).filter((name) => !before.includes(name));
  expect(new Set(left.map((name) => name.length))).toEqual(new Set([3]));
});
