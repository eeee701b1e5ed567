import { writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { TLS } from '../http/tls-fixture.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

const ONLY = ['--only', 'getChatCapabilities'];
const open = new Set<Socket>();
const servers: Server[] = [];

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

interface TestProxy {
  readonly port: number;
  /** For whom a tunnel was made, and the addresses that came in the absolute form. */
  readonly asked: string[];
}

/** A proxy that leads to the one service, through tunnels to port 443 alone; with a status it refuses everything. */
async function proxyTo(port: number, status?: number): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createServer(({ url = '', method, headers }, answer) => {
    asked.push(`${new URL(url).host} ${headers['proxy-authorization'] ?? ''}`.trim());
    if (status !== undefined) return void answer.writeHead(status).end();
    const options = { port, host: '127.0.0.1', path: url.slice(new URL(url).origin.length), method, headers };
    request(options, (from) => from.pipe(answer.writeHead(from.statusCode ?? 500, from.headers))).end();
  });
  server.on('connect', ({ url, headers }, socket: Socket) => {
    asked.push(`${url} ${headers['proxy-authorization'] ?? ''}`.trim());
    const refusal = url?.endsWith(':443') === true ? status : 403;
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy());
  });
  return { port: await portOf(server), asked };
}

let service: Listening;
beforeAll(async () => {
  service = await listen(createReference().fetch);
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  await service.close();
});

const run = (url: string, env: Record<string, string> = {}, flags: readonly string[] = []) =>
  conform(['run', '--base-url', url, ...ONLY, ...flags], { cwd: temporaryFolder(), env });

describe('a proxy of the environment', () => {
  test('is gone through, and said', async () => {
    const proxy = await proxyTo(Number(new URL(service.url).port));
    const { status, err } = await run('http://service.test', {
      HTTP_PROXY: `http://me:pass-word-7@127.0.0.1:${proxy.port}`,
    });
    expect(err).toContain(`Requests go through the proxy 127.0.0.1:${proxy.port}`);
    expect(err).not.toContain('pass-word-7');
    expect(status).toBe(0);
    expect(new Set(proxy.asked)).toEqual(
      new Set([`service.test Basic ${Buffer.from('me:pass-word-7').toString('base64')}`]),
    );
  });

  test.each([
    ['https_proxy for https alone', 'https://service.test', 'https_proxy', 'service.test:443'],
    ['HTTP_PROXY without a scheme', 'http://service.test', 'HTTP_PROXY', 'service.test'],
    ['Http_Proxy, as Windows may have it', 'http://service.test', 'Http_Proxy', 'service.test'],
    ['all_proxy', 'http://service.test', 'all_proxy', 'service.test'],
    ['ALL_PROXY for https', 'https://service.test', 'ALL_PROXY', 'service.test:443'],
  ])('is read from %s', async (_, url, variable, host) => {
    const proxy = await proxyTo(1, 407);
    const { status, out } = await run(url, { [variable]: `127.0.0.1:${proxy.port}` });
    expect(proxy.asked[0]).toBe(host);
    expect([status, out]).toEqual([3, expect.stringMatching(/the proxy does not let it through\s+\(407\)/u)]);
  });

  test.each([
    ['the host is in NO_PROXY', 'http://service.test', { NO_PROXY: 'other.test, .service.test' }],
    ['NO_PROXY is *', 'http://service.test', { no_proxy: '*' }],
  ])('is left alone where %s', async (_, url, env) => {
    const proxy = await proxyTo(1);
    const { status } = await run(url, { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, ...env });
    expect([status, proxy.asked]).toEqual([3, []]);
  });

  test('is left alone for this machine', async () => {
    const proxy = await proxyTo(1);
    const { status } = await run(service.url, { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
    expect([status, proxy.asked]).toEqual([0, []]);
  });

  test.each([
    ['socks5://127.0.0.1:1', 'names a SOCKS proxy'],
    ['http://', 'is not the address of a proxy'],
    ['a b', 'is not the address of a proxy'],
    ['http://127.0.0.1:1/proxy.pac', 'is not the address of a proxy'],
  ])('that is none (%s) is wrong usage', async (address, words) => {
    const { status, err } = await run(service.url, { HTTPS_PROXY: address });
    expect([status, err]).toEqual([2, expect.stringContaining(`HTTPS_PROXY in the environment ${words}`)]);
  });
});

describe('a client certificate', () => {
  let url = '';
  const cwd = temporaryFolder();
  beforeAll(async () => {
    const reference = createReference();
    const server = createTlsServer(
      { ...TLS, ca: TLS.cert, requestCert: true, rejectUnauthorized: true },
      (request, answer) =>
        void reference
          .fetch(new Request(`https://127.0.0.1${request.url}`, { method: request.method ?? 'GET' }))
          .then(async (response) =>
            answer
              .writeHead(response.status, Object.fromEntries(response.headers))
              .end(Buffer.from(await response.arrayBuffer())),
          ),
    );
    url = `https://127.0.0.1:${await portOf(server as unknown as Server)}`;
    for (const [name, text] of Object.entries(TLS)) writeFileSync(join(cwd, `${name}.pem`), text);
    writeFileSync(join(cwd, 'target.yaml'), `baseUrl: ${url}\ntls: { ca: cert.pem, cert: cert.pem, key: key.pem }\n`);
    writeFileSync(join(cwd, 'half.yaml'), `baseUrl: ${url}\ntls: { cert: cert.pem }\n`);
  });

  test('is shown where it is given by flags, or by the target file', async () => {
    const files = ['--ca', 'cert.pem', '--cert', 'cert.pem', '--key', 'key.pem'];
    expect((await conform(['run', url, ...ONLY, ...files], { cwd })).status).toBe(0);
    expect((await conform(['run', '--target', 'target.yaml', ...ONLY], { cwd })).status).toBe(0);
  });

  test('is missed by a service that asks for one', async () => {
    const { status, out } = await conform(['run', url, '--ca', 'cert.pem'], { cwd });
    expect(status).toBe(3);
    expect(out).toContain('No request was answered');
  });

  test.each([
    ['without its key', ['--cert', 'cert.pem'], 'needs both: --cert and --key'],
    ['without its key in the file', ['--target', 'half.yaml'], 'needs both: --cert and --key'],
    ['that is a key', ['--cert', 'key.pem', '--key', 'key.pem'], 'it holds no PEM certificate'],
    ['with a key that is none', ['--cert', 'cert.pem', '--key', 'cert.pem'], 'it holds no PEM private key'],
    ['that is not there', ['--cert', 'nope.pem', '--key', 'key.pem'], 'there is no such file'],
  ])('%s is wrong usage', async (_, files, message) => {
    const address = files.includes('--target') ? [] : [url];
    const { status, err } = await conform(['run', ...address, ...ONLY, ...files], { cwd });
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).not.toContain('MIGHAgEAMBMG');
  });
});
