import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';
import { MISTAKES, URL } from './mistakes.ts';

let server: Server;
let url: string;
let asked = 0;
beforeAll(async () => {
  server = createServer((_, answer) => {
    asked += 1;
    answer.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe('a wrong usage is told before anything happens:', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = join(temporaryFolder(), 'work');
    mkdirSync(cwd);
    asked = 0;
  });

  test.each(Object.entries(MISTAKES))('%s', async (_, { argv, files = {}, env = {}, says }) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text.replaceAll(URL, url));
    const { status, out, err } = await conform(
      argv.map((one) => one.replace(URL, url)),
      { cwd, env },
    );
    expect(status).toBe(2);
    for (const words of says) expect(err).toMatch(typeof words === 'string' ? literally(words) : words);
    expect(err).not.toMatch(/\n\s+at .*:\d+:\d+|secret|\[object /u);
    expect(out).toBe('');
    expect(readdirSync(cwd).sort()).toEqual(Object.keys(files).sort());
    expect(asked).toBe(0);
  });

  test('and there are at least thirty', () => {
    expect(Object.keys(MISTAKES).length).toBeGreaterThanOrEqual(30);
  });
});

function literally(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`), 'u');
}
