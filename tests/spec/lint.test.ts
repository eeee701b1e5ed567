import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, test } from 'vitest';
import { loadProfile } from '../../src/config/profile.ts';
import { toYaml } from '../../src/config/yaml.ts';
import { resolve } from '../../src/contract/resolve.ts';
import { packageRoot } from '../../src/package.ts';
import { loaded } from '../support/contract.ts';
import { temporaryFolder } from '../support/temporary.ts';

const run = promisify(execFile);
const folder = temporaryFolder();
const PROFILES = readdirSync(join(packageRoot(), 'spec', 'profiles')).map((name) => name.replace(/\.yaml$/u, ''));

/** The errors that Redocly's linter finds; it makes no request. */
async function lint(file: string): Promise<readonly string[]> {
  const cli = join(packageRoot(), 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const args = [cli, 'lint', file, '--format=json', `--config=${join(packageRoot(), 'redocly.yaml')}`];
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 50_000_000 }).catch(
    (error: { readonly stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  const start = stdout.indexOf('{');
  const { problems } = JSON.parse(
    start < 0 ? '{"problems":[{"message":"the linter said nothing","severity":"error"}]}' : stdout.slice(start),
  ) as { readonly problems: readonly { readonly message: string; readonly severity: string }[] };
  return problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

describe('the linter', () => {
  test('finds no error in the document as it stands', async () => {
    expect(await lint(loaded.path)).toEqual([]);
  });

  test.each(PROFILES)('finds none in the document of the profile %s', async (name) => {
    const { branches } = loadProfile(name, { document: loaded.document, folder: packageRoot() });
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, toYaml(resolve(loaded.document, branches)));
    expect(await lint(file)).toEqual([]);
  });

  test('finds an error where there is one', async () => {
    const file = join(folder, 'broken.yaml');
    writeFileSync(
      file,
      readFileSync(loaded.path, 'utf8').replace(
        "$ref: '#/components/schemas/PapersEnvelope'",
        "$ref: '#/components/schemas/NoSuchThing'",
      ),
    );
    expect(await lint(file)).not.toEqual([]);
  });
});

describe('another reader of OpenAPI', () => {
  test('accepts the document as it stands', async () => {
    await expect(SwaggerParser.validate(loaded.path)).resolves.toBeDefined();
  });

  test.each(PROFILES)('accepts the document of the profile %s', async (name) => {
    const { branches } = loadProfile(name, { document: loaded.document, folder: packageRoot() });
    await expect(
      SwaggerParser.validate(structuredClone(resolve(loaded.document, branches)) as never),
    ).resolves.toBeDefined();
  });
});

describe('the built-in profiles', () => {
  test.each(PROFILES)('%s is named as its file, says what it is, and chooses what there is', (name) => {
    const profile = loadProfile(name, { document: loaded.document, folder: packageRoot() });
    expect(profile.name).toBe(name);
    expect(profile.description).toMatch(/\.$/u);
    expect(() => resolve(loaded.document, profile.branches)).not.toThrow();
  });

  test('are the three that the contract’s sources call for', () => {
    expect([...PROFILES].sort()).toEqual(['any', 'machine-readable', 'reference-pages']);
  });
});
