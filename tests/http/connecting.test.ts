import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { answered, failed, httpServer, httpsServer, request, transport } from './servers.ts';
import { TLS } from './tls-fixture.ts';

describe('nobody there', () => {
  test('a refused connection', async () => {
    const port = await freePort();
    expect(failed(await transport()(request(`http://127.0.0.1:${port}/x`)))).toMatchObject({
      reason: 'refused',
      message: `127.0.0.1:${port}: nobody listens there (ECONNREFUSED); check that the service runs and that the port is right.`,
    });
    expect(failed(await transport()(request(`http://localhost:${port}/x`))).reason).toBe('refused');
  });

  test('an unknown host', async () => {
    const failure = failed(await transport()(request('http://nobody.invalid/', { timeoutMs: 5000 })));
    expect(failure).toMatchObject({
      reason: 'refused',
      message: expect.stringMatching(/^nobody\.invalid:80: .*(ENOTFOUND|EAI_AGAIN)/),
    });
  });
});

describe('TLS', () => {
  test('to a plain port', async () => {
    const url = await httpServer((_, response) => void response.end());
    const failure = failed(await transport()(request(url.replace('http:', 'https:'))));
    expect(failure).toMatchObject({
      reason: 'tls',
      message: expect.stringContaining('check that the port speaks TLS'),
    });
  });

  test('with a certificate that nobody vouches for, until one does', async () => {
    const url = await httpsServer((_, response) => void response.end('ok'));
    expect(failed(await transport()(request(url)))).toMatchObject({
      reason: 'tls',
      message: expect.stringMatching(/DEPTH_ZERO_SELF_SIGNED_CERT.*authority/),
    });
    expect(answered(await transport({ ca: TLS.cert })(request(url))).body.text).toBe('ok');
    expect(answered(await transport({ allowInsecureTls: true })(request(url))).body.text).toBe('ok');
  });

  test('with the certificate of another host', async () => {
    const url = await httpsServer((_, response) => void response.end('ok'));
    const other = transport({ ca: TLS.cert });
    const failure = failed(await other(request(url, { headers: { host: 'elsewhere.example' } })));
    expect(failure).toMatchObject({
      reason: 'tls',
      message: expect.stringMatching(/ERR_TLS_CERT_ALTNAME_INVALID.*use a host name/u),
    });
  });

  test('with an authority that is no certificate', async () => {
    const url = await httpsServer((_, response) => void response.end('ok'));
    expect(failed(await transport({ ca: 'not a certificate' })(request(url))).reason).toBe('tls');
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
