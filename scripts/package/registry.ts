import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { packageRoot } from '../../src/package.ts';

/** What npm asks of a registry about one version. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

/** A package that the registry hands out: its manifest and its tarball. */
export interface Stocked {
  readonly manifest: Manifest;
  readonly tarball: () => Buffer;
}

export interface Registry {
  readonly url: string;
  /** What was asked for, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/**
 * A package registry on this machine that knows the runtime dependencies as the lock file has them, out of node_modules,
 * and what is given besides. So an installation is a real one, and needs no network.
 */
export async function serveRegistry(besides: readonly Stocked[]): Promise<Registry> {
  const stock = new Map([...runtimeDependencies(), ...besides].map((one) => [one.manifest.name, one]));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1);
    asked.push(path);
    answer(path, stock, `http://${request.headers.host ?? ''}`, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => closed(server),
  };
}

function answer(path: string, stock: ReadonlyMap<string, Stocked>, origin: string, response: ServerResponse): void {
  const [name, isTarball] = path.endsWith('/-/package.tgz') ? [path.slice(0, -14), true] : [path, false];
  const found = stock.get(name);
  if (found === undefined) return void response.writeHead(404).end('{}');
  if (isTarball) return void response.end(found.tarball());
  const { name: id, version } = found.manifest;
  const manifest = { ...found.manifest, dist: { tarball: `${origin}/${id}/-/package.tgz` } };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ name: id, 'dist-tags': { latest: version }, versions: { [version]: manifest } }));
}

function runtimeDependencies(): readonly Stocked[] {
  const lock = JSON.parse(readFileSync(join(packageRoot(), 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional, peer }]) => path !== '' && !dev && !devOptional && !peer)
    .map(([path]) => stocked(join(packageRoot(), path)));
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly devOptional?: boolean; readonly peer?: boolean }>
  >;
}

function stocked(folder: string): Stocked {
  return {
    manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest,
    tarball: () => tarballOf(folder),
  };
}

/** npm takes the first folder of a tarball away, whatever its name. */
function tarballOf(folder: string): Buffer {
  const args = ['-czf', '-', '--exclude=node_modules', '-C', dirname(folder), basename(folder)];
  const { stdout, status } = spawnSync('tar', args, { maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`tar failed for ${folder}`);
  return stdout;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
