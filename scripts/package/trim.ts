import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';

/** What `exports` of package.json gives types of. */
const ENTRIES = ['index.d.ts', 'vitest.d.ts', 'check/index.d.ts'];

/** Removes from the build the declarations that no entry leads to: nobody can import them. */
const root = resolvePath('dist/src');
const needed = new Set<string>();
const open = ENTRIES.map((entry) => join(root, entry));
for (let file = open.pop(); file !== undefined; file = open.pop()) {
  if (needed.has(file) || !existsSync(file)) continue;
  needed.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?['"](\.[^'"]+)['"]/gu))
    open.push(join(dirname(file), path.replace(/\.[jt]s$/u, '.d.ts')));
}
for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.d.ts') && !needed.has(join(root, name))) rmSync(join(root, name));
