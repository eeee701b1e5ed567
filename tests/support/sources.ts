import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { packageRoot } from '../../src/package.ts';

/** One TypeScript file of the project, as text. */
export interface Source {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export interface Import {
  /** The path of a file of the project, relative to the root; or the name of a package, `node:` ones included. */
  readonly target: string;
  readonly kind: 'file' | 'package';
}

/** Every TypeScript file below some folders of the project. */
export function sourcesBelow(...folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) => filesBelow(join(packageRoot(), folder))).map(read);
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function read(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const specifiers = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
  return {
    path: relative(packageRoot(), file),
    text,
    imports: specifiers.map((specifier) => importOf(file, specifier)),
  };
}

const IMPORT = /^(?:import|export)\s+(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gmu;

function importOf(file: string, specifier: string): Import {
  if (specifier.startsWith('.'))
    return { kind: 'file', target: relative(packageRoot(), join(dirname(file), specifier)) };
  const parts = specifier.split('/');
  return {
    kind: 'package',
    target: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? ''),
  };
}
