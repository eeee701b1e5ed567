import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/temporary.ts';

/** A mock server from npm, in a process of its own. */
export interface Prism {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const ATTEMPTS = 5;

/** Serves a document. Prism takes no port 0, so a free one is looked for first; where somebody is faster, another one. */
export async function startPrism(document: string): Promise<Prism> {
  const file = join(temporaryFolder(), 'openapi.yaml');
  writeFileSync(file, document);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [programOfPrism(), 'mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent', file],
      { stdio: 'ignore' },
    );
    const url = `http://127.0.0.1:${port}`;
    if (await listens(url, child)) return { url, close: () => end(child) };
    await end(child);
  }
  throw new Error(`Prism did not start in ${ATTEMPTS} attempts`);
}

function programOfPrism(): string {
  const manifest = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/package.json'));
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: { readonly prism: string } };
  return join(dirname(manifest), bin.prism);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

const PATIENCE_MS = 60_000;

/** Waits until the server answers anything; false where the process ends before. */
async function listens(url: string, child: ChildProcess): Promise<boolean> {
  const until = Date.now() + PATIENCE_MS;
  while (child.exitCode === null && Date.now() < until) {
    const answered = await fetch(url)
      .then((answer) => answer.text())
      .catch(() => undefined);
    if (answered !== undefined) return child.exitCode === null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await gone;
  }
}
