import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import { environmentFor, toLogin, withInferenceBehindLogin } from '../support/reference-service.ts';
import { conform } from './io.ts';

let sound: Listening;
let login: Listening;
/** Its session is over: inferences are behind the login page. */
let expired: Listening;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  const service = createReference();
  sound = await listen(service.fetch);
  login = await listen(toLogin);
  expired = await listen(withInferenceBehindLogin(service));
  env = environmentFor(service);
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
