import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCheckContext } from '../../fixtures/plain-contract/tools.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { createShop } from '../../fixtures/second-contract/service.ts';
import { packageRoot } from '../../src/package.ts';
import { plainDocument, runOn } from '../support/documents.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform, fileWith } from './io.ts';

const SPEC = join(packageRoot(), 'fixtures/second-contract/openapi.yaml');
const shop = createShop();
const env = { SHOP_TOKEN: shop.token };
let shopOnline: Listening;

beforeAll(async () => {
  shopOnline = await listen(shop.fetch);
});
afterAll(() => shopOnline.close());

describe('conform --spec', () => {
  test('runs another contract against a service of its own', async () => {
    const argv = ['run', shopOnline.url, '--spec', SPEC, '--allow', 'orders', '--only', 'listOrders', '--json'];
    const { status, out, err } = await conform(argv, { env });
    expect(err).toContain('The token credential comes from SHOP_TOKEN');
    expect(status).toBe(0);
    const report = JSON.parse(out) as {
      document: { title: string };
      findings: unknown[];
      clauses: { verdict: string }[];
    };
    expect(report.document.title).toBe('Orders of a shop');
    expect(report.findings).toEqual([]);
    expect(report.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(40);
  });

  test('finds what is wrong there', async () => {
    const broken = await listen(async (request) => {
      const answer = await shop.fetch(request);
      return new URL(request.url).pathname === '/account' ? Response.json({ kind: 'private' }) : answer;
    });
    const cwd = temporaryFolder();
    const run = ['run', broken.url, '--spec', SPEC, '--only', 'getAccount', '--report', 'r'];
    const { status, out } = await conform(run, { env, cwd });
    await broken.close();
    expect(status).toBe(1);
    expect(out).toContain('getAccount/200/');
    expect(out).toContain(`replay    conform --spec ${SPEC} run --base-url ${broken.url} --only getAccount/`);
    // Only a document of the user's own has a place there: one within this package is none.
    cpSync(dirname(SPEC), join(cwd, 'spec'), { recursive: true });
    const sarifUnder = async (spec: string) =>
      (await conform(['--spec', spec, 'report', 'r', '--reporter', 'sarif=-'], { cwd })).out;
    expect(await sarifUnder('spec/openapi.yaml')).toMatch(/"uri": ?"spec\/openapi\.yaml"/u);
    expect(await sarifUnder(SPEC)).not.toContain('openapi.yaml"');
  });

  test('takes a target file with the roles and permissions of that contract, and no others', async () => {
    const text = (role: string): string =>
      `baseUrl: ${shopOnline.url}\ncredentials: { ${role}: { headers: { Authorization: "Bearer \${SHOP_TOKEN}" } } }\nallow: { orders: true }\n`;
    const run = (role: string) =>
      conform(['run', '--target', fileWith('shop.yaml', text(role)), '--spec', SPEC, '--only', 'getHealth'], { env });
    expect((await run('token')).status).toBe(0);
    const { status, err } = await run('apiKey');
    expect(status).toBe(2);
    expect(err).toContain('apiKey');
  });

  test('proposes declarations for a document that has none, and takes them as an overlay', async () => {
    const plain = join(packageRoot(), 'fixtures/plain-contract/tools.yaml');
    const cwd = temporaryFolder();
    const service = await listen(createCheckContext({ fits: () => true }).fetch);
    const annotated = await conform(['annotate', '--spec', plain, '--out', 'overlay.yaml'], { cwd });
    expect(annotated.err).toMatch(/\d+ actions, \d+ of them certain.*--overlay overlay\.yaml/u);
    const text = readFileSync(join(cwd, 'overlay.yaml'), 'utf8');
    expect((await conform(['annotate', '--spec', plain], { cwd })).out).toBe(text);
    expect((await conform(['annotate', '--spec', plain, '--out', 'overlay.yaml'], { cwd })).status).toBe(2);
    const flags = ['--spec', plain, '--overlay', 'overlay.yaml'];
    const run = ['run', service.url, ...flags, '--only', 'listTools', '--report', 'r'];
    expect(await conform(run, { cwd })).toMatchObject({ status: 0, out: expect.stringContaining(flags.join(' ')) });
    // What a person keeps without the mark is a promise.
    writeFileSync(join(cwd, 'overlay.yaml'), text.replace('recognised: true', 'recognised: false'));
    expect((await conform(run, { cwd })).status).toBe(1);
    await service.close();
    expect((await conform(['annotate', '--spec', SPEC])).err).toContain('Nothing is recognised');
  });

  test('lists, explains and prints that contract', async () => {
    expect((await conform(['list', '--spec', SPEC])).out).toContain('quote/body/delivery/country/enum');
    expect((await conform(['explain', 'listOrders/perPage/maximum', '--spec', SPEC])).out).toContain('perPage');
    expect((await conform(['spec', '--spec', SPEC])).out).toContain('title: Orders of a shop');
  });

  test.each([
    [['list', '--overlay', SPEC], '--overlay changes what --spec names; give --spec, too'],
    [['list', '--spec', SPEC, '--overlay', '/no/such.yaml'], '--overlay /no/such.yaml: there is no such file'],
    [['list', '--spec', SPEC, '--overlay', SPEC], 'write overlay: 1.0.0'],
    [['run', '--spec', '/no/such.yaml', '--base-url', 'http://127.0.0.1:1'], 'there is no such file'],
    [['run', '--spec', SPEC, '--plan', '--base-url', 'http://127.0.0.1:1'], 'another contract has none'],
    [
      ['run', '--spec', SPEC, '--allow', 'order', '--base-url', 'http://127.0.0.1:1'],
      'the permissions are orders (did you mean orders?)',
    ],
  ])('%j is wrong usage', async (argv, message) => {
    const { status, err } = await conform(argv);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });

  test('init writes a target file for its roles and permissions, and a run takes it', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await conform(['init', shopOnline.url, '--spec', SPEC], { cwd, env });
    expect(err).toMatch(/Credential token: accepted by \w+ \(200\)/u);
    expect(err).toContain('Written: conform.yaml. Next');
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, 'conform.yaml'), 'utf8')).toContain('orders: false');
    const run = await conform(['run', '--spec', SPEC, '--depth', 'smoke'], { cwd, env });
    expect(run.status, run.out + run.err).toBe(0);
  });

  test('doctor speaks of it', async () => {
    const { out, status } = await conform(['doctor', shopOnline.url, '--spec', SPEC]);
    expect(out).toMatch(/^allow orders +\d+ +\d+ +- /mu);
    expect(out).toMatch(/^credential token +\d+ /mu);
    expect(out).not.toMatch(/apiKey|chat/u);
    expect(status).toBe(0);
  });
});

test.each([
  ['/api/v2', '', true],
  ['https://shop.example/api/v2/', '/api/v2/', false],
  ['https://shop.example/api/v2', '/v1', true],
  ['https://{host}/api', '', true],
  ['{root}', '', false],
  ['https://shop.example/', '', false],
])('the server %s of the document is noted for a base URL with the path %o: %o', async (url, path, isNoted) => {
  const document = { ...plainDocument({}), servers: [{ url }] };
  const { report } = await runOn(document, () => new Response(), { target: { baseUrl: `http://plain.local${path}` } });
  expect(report.notes.some((note) => note.startsWith('The server of the document is at /api'))).toBe(isNoted);
});
