import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { createShop } from '../../fixtures/second-contract/service.ts';
import { readTargetFile } from '../../src/config/target-file.ts';
import { packageRoot } from '../../src/package.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { command, conform, pretend } from './io.ts';

vi.setConfig({ testTimeout: 60_000 });

let service: ReferenceService;
let sound: Listening;
let empty: Listening;
let mute: Listening;
/** Sends everybody to a login page. */
let login: Listening;
/** Sends those who want an inference there. */
let expired: Listening;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = createReference();
  sound = await listen(service.fetch);
  empty = await listen(createReference({ papers: 0, backing: 'absent' }).fetch);
  const absent = () => new Response('\u001b[31mnot here\n# oops', { status: 404 });
  mute = await listen((request) => (request.url.includes('/api/v1/papers') ? service.fetch(request) : absent()));
  login = await listen(() => new Response('', { status: 302, headers: { location: '/login?to=here' } }));
  expired = await listen((request) =>
    /sensitivity|inversion|trajectory/u.test(request.url)
      ? new Response('', { status: 302, headers: { location: `/login?from=${new URL(request.url).pathname}` } })
      : service.fetch(request),
  );
  const { apiKey, bearer, session } = service.credentials;
  env = { CONFORM_API_KEY: apiKey, CONFORM_TOKEN: bearer, CONFORM_SESSION: session };
});
afterAll(() => Promise.all([sound, empty, mute, login, expired].map((one) => one.close())));

describe('conform init', () => {
  test('finds samples and the reading by itself, and writes files that a run conforms with', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await conform(['init', sound.url], { cwd, env });
    expect(err).toMatch(/Samples: found 9 of 13 in \d+ requests/u);
    expect(err).toContain('Credential session: accepted by inferSensitivity (400, for it was sent an empty body).');
    expect(status).toBe(0);
    const text = readFileSync(join(cwd, 'conform.yaml'), 'utf8');
    const { samples } = readTargetFile(join(cwd, 'conform.yaml'), env);
    expect(samples?.priors).toEqual({
      populated: 'coulombic_efficiency',
      logScale: 'power_density_areal',
      unresolvedParent: 'power_density',
      awaiting: 'biofilm_thickness',
    });
    expect(samples?.doi).toMatch(/^10\./u);
    expect(text).not.toContain(service.credentials.apiKey);
    // The schema lies in the folder of the package, which is no part of this one.
    expect(text).not.toContain('$schema');
    const run = await conform(['run', '--depth', 'smoke'], { cwd, env });
    expect(run.status, run.out).toBe(0);
  });

  test('writes what is valid where a service shows nothing, and leaves the rest as comments', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await conform(['init', empty.url, '--write', 'staging.yaml'], { cwd });
    expect(status).toBe(0);
    expect(err).toContain('Written: staging.yaml and staging.profile.yaml.');
    const { samples = {}, credentials } = readTargetFile(join(cwd, 'staging.yaml'), {});
    expect(samples).not.toHaveProperty('paperCuid');
    expect(samples).not.toHaveProperty('inference');
    expect(credentials).toBeUndefined();
  });

  test('brings no line of a service into its files', async () => {
    const cwd = temporaryFolder();
    const { err } = await conform(['init', mute.url], { cwd, env });
    expect(err).toContain('Credential apiKey: not clear: getRateLimit answered 404.');
    const text = readFileSync(join(cwd, 'conform.yaml'), 'utf8');
    expect(text).not.toMatch(/\u001b|oops/u);
    expect(readTargetFile(join(cwd, 'conform.yaml'), env).baseUrl).toBe(mute.url);
  });

  test('writes nothing where nobody answers', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await conform(['init', 'http://127.0.0.1:1'], { cwd });
    expect(status).toBe(3);
    expect(err).toContain('does not answer: 127.0.0.1:1: nobody listens there');
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('writes nothing where everybody is sent to a login page', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await conform(['init', login.url], { cwd });
    expect([status, err]).toEqual([
      3,
      expect.stringMatching(/every operation is answered alike.*Nothing was written/u),
    ]);
    const detected = await conform(['detect', '--base-url', login.url, '--write', 'mine.yaml'], { cwd });
    expect([detected.status, detected.err]).toEqual([3, expect.stringContaining('No profile was written')]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('writes over nothing unless it is forced', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'conform.yaml'), 'mine');
    const { status, err } = await conform(['init', sound.url], { cwd });
    expect(status).toBe(2);
    expect(err).toContain('is there already; give another file with --write, or --force');
    expect(readFileSync(join(cwd, 'conform.yaml'), 'utf8')).toBe('mine');
  });

  test('asks for the address where somebody can answer, and says how to give it where nobody can', async () => {
    const { io, err } = pretend();
    const questions: string[] = [];
    const ask = (question: string) => Promise.resolve((questions.push(question), 'http://127.0.0.1:1'));
    expect(await command(['init'], { ...io, ask })).toBe(3);
    expect(questions).toHaveLength(1);
    expect(err()).toContain('127.0.0.1:1');
    expect((await conform(['init'])).err).toContain('no address: give it as an argument');
  });
});

describe('conform doctor', () => {
  test('says what is missing for how many clauses, and what it costs', async () => {
    const { status, out, err } = await conform(['doctor', sound.url], { env });
    expect(err).toContain(`Looking at ${sound.url}.`);
    expect(out).toContain(`ok        ${sound.url} answers`);
    expect(out).toMatch(/credentials\.apiKey: accepted by getRateLimit \(200\)/u);
    expect(out).toMatch(/^allow writes +\d+ +\d+ +[1-9]\d* {2}set allow\.writes: true/mu);
    expect(out).toMatch(/^sample priors\.populated +\d+ /mu);
    expect(out).not.toContain('credential apiKey');
    expect(status).toBe(0);
  });

  test('names a credential that is refused, and ends with the status of an incomplete run', async () => {
    const { status, out } = await conform(['doctor', sound.url], {
      env: { ...env, CONFORM_TOKEN: 'stale.token.here' },
    });
    expect(out).toContain('REFUSED   credentials.bearer: refused by getRateLimit (401)');
    expect(status).toBe(3);
  });

  test('says where the service is not there', async () => {
    const { status, out } = await conform(['doctor', 'http://127.0.0.1:1'], { env });
    expect(out).toContain('NOT READY');
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(3);
  });

  test('says what a run would say of a login wall', async () => {
    const { status, out } = await conform(['doctor', login.url], { env });
    expect(out).toContain(
      `NOT READY ${login.url}: every operation is answered alike, with a redirect (302) to /login?to=here`,
    );
    expect(out).toContain('-> Give the address that it leads to as the base URL');
    expect(status).toBe(3);
  });

  test('calls a session that is sent to a login page refused', async () => {
    const { status, out } = await conform(['doctor', expired.url], { env });
    expect(out).toContain(
      'REFUSED   credentials.session: inferSensitivity redirects (302) to /login with it; is it expired?',
    );
    expect(status).toBe(3);
  });
});

describe('help', () => {
  test('on samples says of each what it is, where to find it and what a wrong one does', async () => {
    const { status, out } = await conform(['help', 'samples']);
    expect(out).toMatch(/^samples\.paperCuid\n {2}the CUID of one paper/mu);
    expect(out).toMatch(/samples\.priors\.populated\n.*\(\d+ clauses need it\)/u);
    expect(out.match(/A\s+wrong\s+one/gu)?.length).toBeGreaterThanOrEqual(8);
    expect(status).toBe(0);
  });

  test('has groups and examples', async () => {
    expect((await conform(['help'])).out).toMatch(
      /Start:\n {2}init[\s\S]*demo[\s\S]*Test a service:\n {2}run[\s\S]*Examples:\n {2}conform demo/u,
    );
    expect((await conform(['run', '--help'])).out).toContain('conform run https://staging.example --depth smoke');
    expect((await conform(['help', 'run'])).out).toContain('Pipelines:');
  });

  test('on what there is none names the nearest', async () => {
    const { status, err } = await conform(['help', 'smples']);
    expect(err).toContain('there is no help on smples (did you mean samples?)');
    expect(status).toBe(2);
  });
});

describe('completion', () => {
  const complete = async (...words: readonly string[]) =>
    (await conform(['complete', '--', ...words])).out.split('\n').filter((word) => word !== '');

  test('knows commands, options, choices and ids', async () => {
    expect(await complete('de')).toEqual(expect.arrayContaining(['demo', 'detect']));
    expect(await complete('run', '--de')).toEqual(['--depth']);
    expect(await complete('run', '--depth', 's')).toEqual(['smoke', 'standard']);
    expect(await complete('run', '--profile', '')).toEqual(['any', 'machine-readable', 'reference-pages']);
    expect(await complete('run', '--only', 'listP')).toEqual(['listPapers']);
    expect(await complete('explain', 'searchP')).toEqual(['searchPapers']);
    expect(await complete('explain', 'searchPapers/rou')).toEqual(['searchPapers/route']);
    expect(await complete('run', '--branch', 'predict-body=')).toEqual(['predict-body=nested', 'predict-body=flat']);
    expect(await complete('run', '--reporter', 'ju')).toEqual(['junit']);
    expect(await complete('run', '--allow', 'w')).toEqual(['writes']);
    expect(await complete('serve', '--mutant', 'listPapers/rout')).toEqual(['listPapers/route#derived']);
    expect(await complete('help', 'sa')).toEqual(['samples']);
    expect(await complete('completion', 'f')).toEqual(['fish']);
    expect(await complete('')).toContain('run');
    expect(await complete('')).not.toContain('complete');
  });

  test('knows the runs of the folder, the latest first', async () => {
    const cwd = temporaryFolder();
    for (const [at, name] of ['reports/b', 'reports/a'].entries()) {
      mkdirSync(join(cwd, name), { recursive: true });
      writeFileSync(join(cwd, name, 'report.json'), '{}');
      utimesSync(join(cwd, name, 'report.json'), at + 1, at + 1);
    }
    const complete = async (...words: readonly string[]) => (await conform(['complete', '--', ...words], { cwd })).out;
    for (const words of [['show'], ['clean'], ['compare'], ['run', '--failed'], ['run', '--baseline']])
      expect(await complete(...words, 're')).toBe(`${join('reports', 'a')}\n${join('reports', 'b')}\n`);
  });

  test.each(['bash', 'zsh', 'fish', 'powershell'])('has a script for %s', async (shell) => {
    const { status, out } = await conform(['completion', shell]);
    expect(out).toContain('conform complete --');
    expect(status).toBe(0);
  });
});

describe('under another contract', () => {
  const SPEC = join(packageRoot(), 'fixtures', 'second-contract', 'openapi.yaml');
  const shop = createShop();
  let online: Listening;
  beforeAll(async () => {
    online = await listen(shop.fetch);
  });
  afterAll(() => online.close());

  test('init writes a target file for its roles and permissions, and a run takes it', async () => {
    const [cwd, shopEnv] = [temporaryFolder(), { SHOP_TOKEN: shop.token }];
    const { status, err } = await conform(['init', online.url, '--spec', SPEC], { cwd, env: shopEnv });
    expect(err).toMatch(/Credential token: accepted by \w+ \(200\)/u);
    expect(err).toContain('Written: conform.yaml. Next');
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, 'conform.yaml'), 'utf8')).toContain('orders: false');
    const run = await conform(['run', '--spec', SPEC, '--depth', 'smoke'], { cwd, env: shopEnv });
    expect(run.status, run.out + run.err).toBe(0);
  });

  test('doctor and completion speak of it', async () => {
    const { out, status } = await conform(['doctor', online.url, '--spec', SPEC]);
    expect(out).toMatch(/^allow orders +\d+ +\d+ +- /mu);
    expect(out).toMatch(/^credential token +\d+ /mu);
    expect(out).not.toMatch(/apiKey|chat/u);
    expect(status).toBe(0);
  });
});
