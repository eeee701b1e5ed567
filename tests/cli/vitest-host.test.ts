import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { wrap } from '../../fixtures/middleware.ts';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { conformanceTests, type HostContext, type HostOptions, optionsFromEnvironment } from '../../src/vitest.ts';
import { temporaryFolder } from '../support/temporary.ts';

const service = createReference();
const profile = { name: 'any', description: '', branches: {} };
const base: HostOptions = {
  target: embeddedTarget(service, 'http://reference.local'),
  profile,
  depth: 'standard',
  remarks: [],
  transport: fetchTransport(service.fetch),
  checks: [],
};

interface Registered {
  readonly groups: string[];
  readonly tests: Map<string, (context: HostContext) => Promise<void>>;
}

async function register(options: HostOptions): Promise<Registered> {
  const registered: Registered = { groups: [], tests: new Map() };
  const describeGroup = (name: string, body: () => void): void => {
    registered.groups.push(name);
    body();
  };
  await conformanceTests(
    { describe: describeGroup, test: (name, _, body) => registered.tests.set(name, body) },
    options,
  );
  return registered;
}

/** Runs one test of a file in which only some are chosen, as a filter leaves it. */
async function outcomeOf(
  { tests }: Registered,
  id: string,
  chosen: readonly string[] = [id],
): Promise<{ readonly ended: string; readonly notes: readonly string[] }> {
  const tasks = [...tests.keys()].map((name) => ({ name, mode: chosen.includes(name) ? 'run' : 'skip', type: 'test' }));
  const notes: string[] = [];
  const file = { name: 'file', mode: 'run', tasks };
  const context: HostContext = {
    task: { name: id, mode: 'run', file },
    skip: (reason) => notes.push(`skipped: ${reason}`),
    annotate: (message) => notes.push(`annotated: ${message}`),
  };
  const body = tests.get(id);
  const ended = await (body === undefined ? Promise.reject(new Error(`no test ${id}`)) : body(context)).then(
    () => 'passed',
    (error: unknown) => (error as Error).message,
  );
  return { ended, notes };
}

function counting(transport: Transport): { readonly transport: Transport; readonly targets: string[] } {
  const targets: string[] = [];
  return { targets, transport: (wire, signal) => (targets.push(new URL(wire.url).pathname), transport(wire, signal)) };
}

describe('the vitest host', () => {
  let sound: Registered;
  beforeAll(async () => {
    sound = await register(base);
  });

  test('makes one test per clause, grouped by operation', () => {
    expect(sound.groups).toContain('listPapers');
    expect(sound.groups).toContain('conflicts');
    expect(sound.tests.size).toBeGreaterThan(1000);
  });

  test('passes what is shown, and skips with its reason what is not', async () => {
    const chosen = ['listPapers/route', 'listPapers/past-the-limit-429'];
    expect(await outcomeOf(sound, 'listPapers/route', chosen)).toEqual({ ended: 'passed', notes: [] });
    expect((await outcomeOf(sound, 'listPapers/past-the-limit-429', chosen)).notes[0]).toMatch(/^skipped: /u);
  });

  test('sends only what the chosen clauses need, and once', async () => {
    const { transport, targets } = counting(fetchTransport(service.fetch));
    const registered = await register({ ...base, transport });
    const chosen = ['getPredictManifest/route', 'getPredictManifest/status'];
    for (const id of chosen) expect((await outcomeOf(registered, id, chosen)).ended).toBe('passed');
    expect(targets.filter((path) => path === '/api/ml/predict')).not.toEqual([]);
    expect(targets.filter((path) => path.startsWith('/api/v1'))).toEqual([]);
  });

  test('throws the finding where a MUST is broken', async () => {
    const mutant = allMutants(await loadDocument()).find(({ id }) => id === 'predict/route#derived');
    if (mutant === undefined) throw new Error('the mutant is gone');
    const registered = await register({
      ...base,
      transport: fetchTransport(wrap(service.fetch, mutant.patch(service))),
    });
    expect((await outcomeOf(registered, 'predict/route')).ended).toMatch(
      /FAIL {2}predict\/route {2}MUST\n(.|\n)*expected(.|\n)*actual(.|\n)*reproduce +curl/u,
    );
  });

  test('annotates a SHOULD that is not met, and throws it in a strict run', async () => {
    const broken = fetchTransport(async (request) =>
      request.url.includes('/chat')
        ? new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } })
        : service.fetch(request),
    );
    const id = 'getChatCapabilities/server-errors';
    const lenient = await register({ ...base, transport: broken });
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { ended, notes } = await outcomeOf(lenient, id);
    expect([ended, notes[0]]).toEqual(['passed', expect.stringContaining('WARN')]);
    expect(told.mock.calls.join('')).toContain(`WARN  ${id}  SHOULD`);
    told.mockRestore();
    expect((await outcomeOf(await register({ ...base, transport: broken, strict: true }), id)).ended).toContain('WARN');
  });

  test('sets a known failure aside with its reason, and throws one that passes', async () => {
    const broken = fetchTransport(async (request) =>
      request.url.includes('/predict') ? new Response('gone', { status: 404 }) : service.fetch(request),
    );
    const known = { entries: [{ clauses: ['getPredictManifest/*'], reason: 'moves house' }], place: () => '' };
    const id = 'getPredictManifest/route';
    const registered = await register({ ...base, transport: broken, known });
    expect(await outcomeOf(registered, id)).toEqual({ ended: 'passed', notes: ['skipped: known: moves house'] });
    expect((await outcomeOf(await register({ ...base, known }), id)).ended).toContain('remove it from the list');
    const expired = { ...known, entries: [{ clauses: [id], reason: 'late', until: '2001-01-01' }] };
    expect((await outcomeOf(await register({ ...base, transport: broken, known: expired }), id)).ended).toContain(
      'FAIL',
    );
  });

  test('takes known failures, an earlier run and what fails a test from the environment', async () => {
    const folder = temporaryFolder();
    const env = { CONFORM_BASE_URL: 'http://x/' };
    expect((await optionsFromEnvironment(env, folder)).gate).toEqual({});
    writeFileSync(join(folder, 'expectations.yaml'), 'known: []\n');
    expect(
      (await optionsFromEnvironment({ ...env, CONFORM_FAIL_ON: 'new', CONFORM_BASELINE: 'before' }, folder)).gate,
    ).toEqual({
      expectations: join(folder, 'expectations.yaml'),
      baseline: join(folder, 'before'),
      failOn: 'new',
    });
    await expect(optionsFromEnvironment({ ...env, CONFORM_FAIL_ON: 'nwe' }, folder)).rejects.toThrow(
      'did you mean new?',
    );
  });

  test('writes the report in the formats asked for, once', async () => {
    const folder = temporaryFolder();
    const registered = await register({
      ...base,
      folder,
      reporters: [{ name: 'junit' }, { name: 'sarif', file: join(folder, 'deep/own.sarif') }],
    });
    await outcomeOf(registered, 'getPredictManifest/route');
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('name="getPredictManifest/route (MUST)"');
    expect(readFileSync(join(folder, 'deep/own.sarif'), 'utf8')).toContain('"version": "2.1.0"');
  });

  test('fails, rather than skips, where nobody is there', async () => {
    const dead: Transport = () =>
      Promise.resolve({ kind: 'failure', reason: 'refused', message: 'nobody listens there', durationMs: 1 });
    const registered = await register({ ...base, transport: dead });
    expect((await outcomeOf(registered, 'listPapers/limit/maximum', [...registered.tests.keys()])).ended).toContain(
      'nobody listens there',
    );
  });

  test('fails, rather than skips, where nothing at all was shown', async () => {
    expect((await outcomeOf(await register(base), 'listPapers/past-the-limit-429')).ended).toMatch(
      /^Nothing could be tested: no clause passed\. /u,
    );
  });

  test('takes its target from the environment, and throws where there is none', async () => {
    await expect(optionsFromEnvironment({}, '/')).rejects.toThrow(
      'set CONFORM_BASE_URL to the address of the service, or CONFORM_TARGET',
    );
    await expect(optionsFromEnvironment({ BASE_URL: '/' }, '/')).rejects.toThrow('set CONFORM_BASE_URL');
    await expect(optionsFromEnvironment({ BASE_URL: '' }, '/')).rejects.toThrow('the base URL is empty');
    expect(
      await optionsFromEnvironment(
        { CONFORM_BASE_URL: 'http://x/', CONFORM_PROFILE: 'reference-pages', CONFORM_STRICT: '1' },
        '/',
      ),
    ).toMatchObject({ target: { baseUrl: 'http://x' }, profile: { name: 'reference-pages' }, strict: true });
    expect(
      await optionsFromEnvironment({ BASE_URL: 'http://x/', CONFORM_REPORTER: 'junit=a.xml,sarif' }, '/'),
    ).toMatchObject({ reporters: [{ name: 'junit', file: 'a.xml' }, { name: 'sarif' }] });
    await expect(optionsFromEnvironment({ BASE_URL: 'http://x/', CONFORM_REPORTER: 'junti' }, '/')).rejects.toThrow(
      'did you mean junit?',
    );
  });
});
