import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inPart } from '../../scripts/gate/part.ts';
import { type AnyCheck, check } from '../../src/check/check.ts';
import type { Report } from '../../src/report/model.ts';
import { anyAnswer, CREDENTIALS } from '../support/answers.ts';
import { decodings, ENCODINGS } from '../support/encodings.ts';
import { withIsland } from '../support/island.ts';
import { rounds } from '../support/rounds.ts';
import { anyCredential, type DrawnCredential, sharedWith } from '../support/secrets.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { command, conform, pretend } from './io.ts';

/** How the service of the next run answers. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer = (_, response) => void response.end();
const server = createServer((request, response) => answer(request, response));
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.closeAllConnections());
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What the service was sent that a credential may be in. */
function echoOf({ headers, url: target }: IncomingMessage): string {
  return [headers['x-api-key'], headers.authorization, headers.cookie, target].join(' ');
}

const TARGETS: Readonly<Record<string, (encoding: string) => Answer>> = {
  /** Says yes to everybody and tells what it was sent, in values, names of members and names of headers. */
  accepting: (encoding) => (request, response) => {
    const echo = ENCODINGS[encoding]?.(echoOf(request), () => true) ?? '';
    response.setHeader(`x-${Buffer.from(echo).toString('hex').slice(0, 3000)}`, Buffer.from(echo).toString('base64'));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ tier: echo, [echo]: { limit: echo }, data: [echo, 5], message: `you sent ${echo}` }));
  },
  /** Refuses everybody with the credential in the reason. */
  refusing: (encoding) => (request, response) => {
    const echo = ENCODINGS[encoding]?.(echoOf(request), (at) => at % 2 === 0) ?? '';
    response.writeHead(401, { 'content-type': 'text/html' });
    response.end(`<p>${'x'.repeat(3970)} ${echo}</p>`);
  },
  conforming: () => (_, response) => {
    const resetTime = new Date(Date.now() + 900_000).toISOString();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ tier: 'authenticated', limit: 1000, used: 1, remaining: 999, resetTime, windowMs: 900_000 }),
    );
  },
  breaking: () => (request) => void request.socket.destroy(),
};

const bug: AnyCheck = check({
  clause: 'getRateLimit/counts-the-run',
  act: async ({ send, request }) => {
    const exchange = await send(request('getRateLimit').fresh());
    throw new Error(`a bug, with ${JSON.stringify(exchange)}`);
  },
  judge: () => [],
});

const BUGGY = [bug];

/** Whole commands; many more cases are judged again within the process (tests/judge/again.test.ts). */
const [RUNS, JOURNALS] = [10, 5];
const [ROUNDS_OF_RUNS, ROUNDS_OF_JOURNALS] = [inPart(rounds(6), 1 / 6, String), inPart(rounds(4), 1 / 4, String)];

type Ending = 'normal' | 'aborted' | 'unreachable' | 'suite error' | 'usage error';

async function artefactsOf(
  credential: DrawnCredential,
  target: string,
  encoding: string,
  ending: Ending,
): Promise<readonly string[]> {
  const cwd = temporaryFolder();
  const name = { apiKey: 'X-API-Key', bearer: 'Authorization', session: 'Cookie' }[credential.role] ?? 'X-Other';
  const file = { credentials: { [credential.role]: { headers: { [name]: credential.header } } } };
  const broken = {
    credentials: { [credential.role]: credential.header, [credential.header]: 1 },
    depth: credential.header,
  };
  writeFileSync(join(cwd, 'target.json'), JSON.stringify(ending === 'usage error' ? broken : file));
  const { io, out, err, interrupt } = pretend({ cwd });
  let asked = 0;
  answer = (request, response) => {
    asked += 1;
    if (ending === 'aborted' && asked === 4) interrupt();
    TARGETS[target]?.(encoding)(request, response);
  };
  const address = ending === 'unreachable' ? 'http://127.0.0.1:1' : url;
  const argv = ['run', '--base-url', address, '--target', 'target.json', '--only', 'getRateLimit', '--report', 'r'];
  const formats = ['junit', 'github', 'markdown', 'sarif', 'har', 'hurl', 'ctrf', 'tap', 'badge'].flatMap((format) => [
    '--reporter',
    format,
  ]);
  await command(
    [...argv, '--verbose', '--max-wait', '0', ...formats],
    io,
    ending === 'suite error' ? BUGGY : undefined,
  );
  const folder = join(cwd, 'r');
  const files = existsSync(folder)
    ? readdirSync(folder).map((one) => withIsland(readFileSync(join(folder, one), 'utf8')))
    : [];
  return [out(), err(), ...files];
}

describe('no credential is written down', () => {
  test.each(ROUNDS_OF_RUNS)(
    'by any run, whatever the target makes of it and however the run ends: seed %d',
    async (seed) => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          anyCredential,
          fc.constantFrom(...Object.keys(TARGETS)),
          fc.constantFrom(...Object.keys(ENCODINGS)),
          fc.constantFrom<Ending>('normal', 'normal', 'aborted', 'unreachable', 'suite error', 'usage error'),
          async (credential, target, encoding, ending) => {
            runs += 1;
            for (const text of await artefactsOf(credential, target, encoding, ending))
              for (const secret of credential.secrets)
                for (const decoded of decodings(text))
                  expect(sharedWith(decoded, secret).filter((row) => new Set(row).size > 3)).toEqual([]);
          },
        ),
        { numRuns: RUNS, seed, endOnFailure: true },
      );
      expect(runs).toBeGreaterThanOrEqual(RUNS);
    },
  );
});

describe('a journal that is judged again', () => {
  const anyHeader = fc.constantFrom(
    'Accept: application/json',
    'X-Env: getRateLimit',
    'X-Token: Qz7mK1vTHx3pW9rLs2',
    'X-Kind: response',
    '',
  );

  test.each(ROUNDS_OF_JOURNALS)('gives the verdicts of the run, whatever the target answers: seed %d', async (seed) => {
    let cases = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 4 }), anyHeader, async (answers, header) => {
        cases += 1;
        let asked = 0;
        answer = (_, response) => {
          const {
            body,
            status,
            header: [name, value],
          } = answers[asked % answers.length] ?? { body: '', status: 200, header: ['x', ''] };
          asked += 1;
          response.writeHead(status, { 'content-type': 'application/json', [`x-${name}`]: value });
          response.end(JSON.stringify(body));
        };
        const cwd = temporaryFolder();
        const headers = header === '' ? [] : ['--header', header];
        const only = ['--only', 'getRateLimit', '--only', 'createApiKey', '--only', 'listApiKeys', '--allow', 'writes'];
        const patience = ['--max-wait', '0'];
        await conform(['run', '--base-url', url, ...only, ...headers, ...patience, '--report', 'r'], {
          cwd,
          env: CREDENTIALS,
        });
        const judged = await conform(['judge', 'r', '--json'], { cwd, env: CREDENTIALS });
        const [run, again] = [readFileSync(join(cwd, 'r', 'report.json'), 'utf8'), judged.out].map(
          (text) => JSON.parse(text) as Report,
        );
        const verdicts = (report: Report | undefined) => report?.clauses.map(({ id, verdict }) => [id, verdict]);
        expect(verdicts(again)).toEqual(verdicts(run));
        expect(again?.outcome).toEqual(run?.outcome);
        expect(['violations', 'incomplete', 'conforms']).toContain(again?.outcome.verdict);
      }),
      { numRuns: JOURNALS, seed, endOnFailure: true },
    );
    expect(cases).toBeGreaterThanOrEqual(JOURNALS);
  });
});
