import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package.ts';
import { temporaryFolder } from '../support/temporary.ts';

const run = promisify(execFile);

const DOCUMENT = `openapi: 3.1.0
info: { title: References, version: '1' }
paths:
  /a:
    get:
      operationId: getA
      responses:
        '200': { description: A, content: { application/json: { schema: { $ref: './the parts/s%3F.yaml#/A' } } } }
`;

describe.each(['q?x', "a#b ü %41 100% it's"])('in a folder %s', (name) => {
  let folder = '';
  let main = '';
  beforeAll(() => {
    folder = join(temporaryFolder(), name);
    const home = join(folder, 'package');
    mkdirSync(home, { recursive: true });
    for (const part of [
      'dist/src',
      'dist/suites',
      'dist/fixtures',
      'spec',
      'src/report/report.schema.json',
      'package.json',
    ])
      cpSync(join(packageRoot(), part), join(home, part), { recursive: true });
    symlinkSync(join(packageRoot(), 'node_modules'), join(home, 'node_modules'));
    main = join(home, 'dist/src/cli/main.js');
    mkdirSync(join(folder, 'the parts'));
    writeFileSync(join(folder, 'the parts', 's?.yaml'), 'A: { type: string }\n');
    writeFileSync(join(folder, 'document.yaml'), DOCUMENT);
  });

  test('the package finds its contract', async () => {
    const { stdout } = await run('node', [main, 'list', '--only', 'getUsage'], { cwd: folder });
    expect(stdout).toContain('getUsage/status');
  });

  test('a document finds the files that it refers to', async () => {
    const { stdout } = await run('node', [main, '--spec', 'document.yaml', 'list'], { cwd: folder });
    expect(stdout).toContain('getA/200/type');
  });
});
