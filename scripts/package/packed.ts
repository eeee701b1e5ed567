import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { packageRoot } from '../../src/package.ts';
import { type Manifest, type Registry, serveRegistry } from './registry.ts';

/** The package as users get it: packed, and in a registry that npm can be pointed at. */
export interface Packed {
  readonly tarball: string;
  readonly manifest: Manifest;
  readonly registry: Registry;
  /** A new empty folder. */
  readonly folder: (name: string) => string;
  /** Runs a program as a user would, with npm pointed at the registry and at a cache of its own. */
  readonly run: (command: string, args: readonly string[], options: RunOptions) => Promise<Ran>;
  readonly close: () => Promise<void>;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

const LONGEST_MS = 120_000;

export async function pack(): Promise<Packed> {
  const home = mkdtempSync(join(tmpdir(), 'conform-package-'));
  const made = await start(
    'npm',
    ['pack', '--silent', '--pack-destination', home],
    { cwd: sourcesIn(join(home, 'sources')) },
    process.env,
  );
  if (made.status !== 0) throw new Error(`npm pack failed: ${made.err}`);
  const tarball = join(home, made.out.trim().split('\n').at(-1) ?? '');
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as Manifest;
  const registry = await serveRegistry([
    { manifest, tarball: () => readFileSync(tarball) },
    { manifest: { name: 'vitest', version: '3.2.4' }, tarball: () => readFileSync(tarball) },
  ]);
  return {
    tarball,
    manifest,
    registry,
    folder: (name) => mkdtempSync(join(home, `${name}-`)),
    run: (command, args, options) => start(command, args, options, environment(home, registry.url)),
    close: async () => {
      await registry.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A copy of the sources: packing builds anew, and others use what is built here. */
function sourcesIn(folder: string): string {
  const root = packageRoot();
  const isMeant = (path: string): boolean => !NOT_COPIED.includes(relative(root, path));
  cpSync(root, folder, { recursive: true, filter: isMeant });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

const NOT_COPIED: readonly string[] = ['node_modules', 'dist', '.git', 'reports'];

/** Nothing of the machine's own npm: neither its settings nor its cache, and nothing that says that this is a test. */
function environment(home: string, url: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|vitest|conform_|node_options|base_url|force_color|no_color|ci$)/iu.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'production',
    NO_COLOR: '1',
    npm_config_registry: url,
    npm_config_cache: join(home, 'cache'),
    npm_config_userconfig: join(home, 'npmrc'),
    npm_config_include: 'dev',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}

function start(
  command: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
  base: NodeJS.ProcessEnv,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...base, ...env },
      timeout: LONGEST_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding('utf8').on('data', (text: string) => void out.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => void err.push(text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? -1, out: out.join(''), err: err.join('') }));
  });
}

/** Paths of the files below a folder. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** What a folder takes on a disk with blocks of 4 KiB, in bytes. */
export function sizeOnDisk(folder: string): number {
  return filesBelow(folder)
    .map((file) => Math.ceil(statSync(join(folder, file)).size / 4096) * 4096)
    .reduce((sum, size) => sum + size, 0);
}

/** The folders of the packages below a node_modules, at any depth. */
export function packagesBelow(modules: string): readonly string[] {
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name.startsWith('.')) return [];
    const folder = join(modules, entry.name);
    if (entry.name.startsWith('@')) return packagesBelow(folder);
    const nested = filesBelow(folder).some((file) => file.startsWith('node_modules'));
    return [folder, ...(nested ? packagesBelow(join(folder, 'node_modules')) : [])];
  });
}

/** Lends a project a package of this one's node_modules. */
export function lend(project: string, name: string): void {
  const to = join(project, 'node_modules', name);
  mkdirSync(join(to, '..'), { recursive: true });
  symlinkSync(join(packageRoot(), 'node_modules', name), to, 'junction');
}

/** Copies an installation, so that a test may add to it. */
export function copyOf(project: string, to: string): string {
  cpSync(project, to, { recursive: true, verbatimSymlinks: true });
  return to;
}
