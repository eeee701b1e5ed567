import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SpecError } from './errors.ts';

/** The folder of this package, both from its sources and from its build. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'spec', 'openapi.yaml'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new SpecError('spec/openapi.yaml is not above the code: the package is incomplete; install it again.');
    folder = parent;
  }
  return folder;
}

/** The version of this package. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}
