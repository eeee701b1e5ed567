import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { createShop } from '../../fixtures/second-contract/service.ts';
import { packageRoot } from '../../src/package.ts';
import { conform } from './io.ts';

let service: ReferenceService;
let sound: Listening;
/** Sends everybody to a login page. */
let login: Listening;
/** Sends those who want an inference there. */
let expired: Listening;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = createReference();
  sound = await listen(service.fetch);
  login = await listen(() => new Response('', { status: 302, headers: { location: '/login?to=here' } }));
  expired = await listen((request) =>
    /sensitivity|inversion|trajectory/u.test(request.url)
      ? new Response('', { status: 302, headers: { location: `/login?from=${new URL(request.url).pathname}` } })
      : service.fetch(request),
  );
  const { apiKey, bearer, session } = service.credentials;
  env = { CONFORM_API_KEY: apiKey, CONFORM_TOKEN: bearer, CONFORM_SESSION: session };
});
afterAll(() => Promise.all([sound, login, expired].map((one) => one.close())));

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

describe('under another contract', () => {
  const SPEC = join(packageRoot(), 'fixtures', 'second-contract', 'openapi.yaml');
  const shop = createShop();
  let online: Listening;
  beforeAll(async () => {
    online = await listen(shop.fetch);
  });
  afterAll(() => online.close());

  test('doctor speaks of it', async () => {
    const { out, status } = await conform(['doctor', online.url, '--spec', SPEC]);
    expect(out).toMatch(/^allow orders +\d+ +\d+ +- /mu);
    expect(out).toMatch(/^credential token +\d+ /mu);
    expect(out).not.toMatch(/apiKey|chat/u);
    expect(status).toBe(0);
  });
});
