import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createReference } from '../fixtures/reference/index.ts';
import { type Listening, listen } from '../fixtures/reference/listen.ts';
import { createShop } from '../fixtures/second-contract/service.ts';
import * as library from '../src/index.ts';
import { packageRoot } from '../src/package.ts';
import { temporaryFolder } from './support/temporary.ts';

const EXAMPLES = join(packageRoot(), 'docs', 'examples');
/** The one of the vitest host is run in tests/package: it makes tests of its own. That of another contract has a service of its own. */
const names = readdirSync(EXAMPLES).filter(
  (name) => name.endsWith('.ts') && name !== 'conformance.ts' && name !== 'second-contract.ts',
);
const work = join(packageRoot(), 'reports', `.examples-${process.pid}`);

let service: Listening;
const reference = createReference();
beforeAll(async () => {
  service = await listen(reference.fetch);
  mkdirSync(work, { recursive: true });
});
afterAll(async () => {
  await service.close();
  rmSync(work, { recursive: true, force: true });
});

describe('the examples of the library', () => {
  test('are there for every value that it exports', () => {
    expect(Object.keys(library).filter((name) => !names.includes(`${name}.ts`))).toEqual([]);
  });

  test.each(names)('%s runs, and prints what it says', async (name) => {
    expect(await runs(name, (text) => text.replaceAll('https://staging.example', service.url))).toBeDefined();
  });

  test('the one of a contract of your own is in its page, and runs', async () => {
    const file = 'second-contract.ts';
    const page = readFileSync(join(packageRoot(), 'docs', 'second-contract.md'), 'utf8');
    expect(page).toContain(readFileSync(join(EXAMPLES, file), 'utf8'));
    const shop = createShop();
    const listening = await listen(shop.fetch);
    vi.stubEnv('SHOP_TOKEN', shop.token);
    const printed = await runs(file, (text) =>
      text
        .replace('https://shop.example', listening.url)
        .replace('shop/openapi.yaml', join(packageRoot(), 'fixtures', 'second-contract', 'openapi.yaml')),
    );
    vi.unstubAllEnvs();
    await listening.close();
    expect(printed).toEqual([expect.stringMatching(/^No .*failed|^No failure/u)]);
  });

  async function runs(name: string, adapted: (text: string) => string): Promise<readonly string[]> {
    const text = adapted(readFileSync(join(EXAMPLES, name), 'utf8'));
    writeFileSync(join(work, name), text);
    const printed: string[] = [];
    const log = vi
      .spyOn(console, 'log')
      .mockImplementation((...words) => void printed.push(words.map(String).join(' ')));
    await import(pathToFileURL(join(work, name)).href);
    log.mockRestore();
    const promised = [...text.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gmu)].map(([, words = '']) => words);
    for (const words of promised) {
      const pattern = words.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll('…', '.*');
      expect(
        printed.some((line) => new RegExp(`^${pattern}$`, 'u').test(line)),
        `${words} in ${printed.join('; ')}`,
      ).toBe(true);
    }
    return printed;
  }
});

describe('runConformance', () => {
  const only = ['listPapers/limit*'];

  test('takes an address, the parts of a target, a target file, or a handler', async () => {
    const file = join(temporaryFolder(), 'target.yaml');
    writeFileSync(file, 'baseUrl: ${SERVICE}\ndepth: smoke\n');
    const results = await Promise.all([
      library.runConformance({ target: service.url, only }),
      library.runConformance({ target: { baseUrl: service.url }, only }),
      library.runConformance({ target: file, env: { SERVICE: service.url }, only }),
      library.runConformance({ fetch: reference.fetch, only }),
    ]);
    expect(results.map(({ conforms }) => conforms)).toEqual([true, true, true, true]);
    expect(results[2]?.report.run.depth).toBe('smoke');
  });

  test('takes credentials from the environment for an address, and not for the parts of a target', async () => {
    const { apiKey } = reference.credentials;
    const target = { baseUrl: service.url, credentials: { apiKey: { headers: { 'X-API-Key': apiKey } } } };
    vi.stubEnv('CONFORM_TOKEN', 'a.b.c');
    const { report } = await library.runConformance({ target, only: ['getUsage'] });
    expect(report.run.credentials).toEqual(['apiKey']);
    const bare = await library.runConformance({ target: service.url, only: ['getUsage'] });
    vi.unstubAllEnvs();
    expect(bare.report.run.credentials).toEqual(['bearer']);
  });

  test('says of a handler that it returns no Response', async () => {
    const fetch = (() => undefined) as unknown as library.FetchHandler;
    const { outcome } = await library.runConformance({ fetch, depth: 'smoke' });
    expect(outcome.sentence).toContain('the function fetch did not return a Response');
  });

  test('tells of a service that does not conform, in every format', async () => {
    const result = await library.runConformance({
      fetch: (request) => Response.json({ asked: request.url }),
      only: ['listPapers'],
    });
    expect(result).toMatchObject({ conforms: false, outcome: { exitStatus: 1 } });
    expect(result.findings.length).toBeGreaterThan(0);
    expect(result.render('junit')).toContain('<testsuites');
  });

  test('writes report and journal where it is told to, and nothing else', async () => {
    const folder = join(temporaryFolder(), 'run');
    await library.runConformance({ fetch: reference.fetch, only, folder });
    expect(readdirSync(folder).sort()).toEqual(['report.json', 'run.ndjson']);
  });

  test('hears of events, and ends when it is told to', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const { outcome } = await library.runConformance({
      fetch: reference.fetch,
      signal: controller.signal,
      onEvent: ({ type }) => {
        seen.push(type);
        if (type === 'exchange') controller.abort();
      },
    });
    expect(seen[0]).toBe('run');
    expect(outcome.exitStatus).toBe(3);
  });

  test.each([
    [{}, 'the base URL is empty'],
    [{ target: './no.yaml' }, 'there is no such file'],
    [{ target: 'https://x.example', profile: 'refrence-pages' }, 'did you mean reference-pages?'],
    [{ target: 'https://x.example', only: ['nope'] }, 'nope'],
    [{ depth: 'x' }, 'the option depth has to be one of smoke, standard, deep'],
    [{ dept: 'smoke' }, 'there is no option dept (did you mean depth?)'],
    [{ only: 'listPapers' }, 'the option only has to be a list of texts'],
    [{ only: [] }, 'leave it out for everything'],
    [{ fetch: 5 }, 'the option fetch has to be a function'],
    [{ fetch: Object.assign(() => undefined, { listen: () => undefined }) }, 'give its address as target'],
    [{ target: 'https://x.example', clauses: { listPaper: {} } }, 'did you mean listPapers?'],
  ])('refuses %j', async (options, message) => {
    await expect(library.runConformance(options as library.ConformanceOptions)).rejects.toThrow(message);
  });
});
