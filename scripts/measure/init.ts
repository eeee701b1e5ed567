import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fields } from '../../fixtures/field/index.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';
import { createShop } from '../../fixtures/second-contract/service.ts';
import type { Target } from '../../src/check/target.ts';
import type { Io } from '../../src/cli/io.ts';
import { main } from '../../src/cli/program.ts';
import { packageRoot } from '../../src/package.ts';

interface Service {
  readonly name: string;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly env: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

/** What `conform init` finds by itself, at services that show it different things. */
export async function measureInit(): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const service of services()) rows.push(await row(service));
  return ['| Service | credentials | samples | readings |', '|---|---|---|---|', ...rows];
}

function services(): readonly Service[] {
  const reference = createReference();
  const shop = createShop();
  const spec = join(packageRoot(), 'fixtures/second-contract/openapi.yaml');
  const known = fields.filter(({ id }) => id === 'express' || id === 'fastapi');
  return [
    {
      name: 'the reference service',
      fetch: reference.fetch,
      env: variables(embeddedTarget(reference, 'http://x')),
      flags: [],
    },
    { name: 'the second contract', fetch: shop.fetch, env: { SHOP_TOKEN: shop.token }, flags: ['--spec', spec] },
    ...known.map(({ id, serve }) => {
      const { fetch, target } = serve();
      return { name: `field service ${id}`, fetch, env: variables(target), flags: [] };
    }),
  ];
}

/** The variables from which conform takes these credentials. */
function variables({ credentials }: Target): Readonly<Record<string, string>> {
  const header = (role: string): string => Object.values(credentials[role]?.headers ?? {})[0] ?? '';
  return {
    CONFORM_API_KEY: header('apiKey'),
    CONFORM_TOKEN: header('bearer').replace(/^Bearer /u, ''),
    CONFORM_SESSION: header('session'),
  };
}

async function row({ name, fetch, env, flags }: Service): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'conform-init-'));
  const listening = await listen((request) => Promise.resolve(fetch(request)));
  const told: string[] = [];
  const io: Io = {
    stdout: { isTty: false, write: (text) => void told.push(text) },
    stderr: { isTty: false, write: (text) => void told.push(text) },
    env,
    cwd,
    onInterrupt: () => () => undefined,
    exit: () => undefined,
  };
  try {
    const status = await main([...flags, 'init', listening.url], io);
    if (status !== 0) return `| ${name} | exit status ${status}: ${told.join(' ').trim()} | | |`;
    const lines = told.join('').split('\n');
    const of = (start: string): string =>
      lines
        .filter((line) => line.startsWith(start))
        .map((line) => line.slice(start.length).trim().replace(/\.$/u, ''))
        .join('; ');
    return `| ${name} | ${of('Credential ')} | ${of('Samples: ')} | ${of('Reading: ')} |`;
  } finally {
    await listening.close();
    rmSync(cwd, { recursive: true, force: true });
  }
}
