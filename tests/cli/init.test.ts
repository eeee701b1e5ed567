import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { readTargetFile } from '../../src/config/target-file.ts';
import { environmentFor, toLogin } from '../support/reference-service.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { command, conform, pretend } from './io.ts';

let service: ReferenceService;
let sound: Listening;
let empty: Listening;
let mute: Listening;
let login: Listening;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = createReference();
  sound = await listen(service.fetch);
  empty = await listen(createReference({ papers: 0, backing: 'absent' }).fetch);
  const absent = () => new Response('\u001b[31mnot here\n# oops', { status: 404 });
  mute = await listen((request) => (request.url.includes('/api/v1/papers') ? service.fetch(request) : absent()));
  login = await listen(toLogin);
  env = environmentFor(service);
});
afterAll(() => Promise.all([sound, empty, mute, login].map((one) => one.close())));

describe('conform init', () => {
  test('finds samples and the reading by itself, and writes files that a run conforms with', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await conform(['init', sound.url], { cwd, env });
    expect(err).toMatch(/Samples: found 9 of 13 in \d+ requests/u);
    expect(err).toMatch(/^Conflicts: found the branch of \d+ of 13 in \d+ more requests\.$/mu);
    expect(err).toContain(
      'Credential session: accepted by inferSensitivity (400, because the request was incomplete).',
    );
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
