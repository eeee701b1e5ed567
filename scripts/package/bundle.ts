import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve as resolvePath } from 'node:path';
import { rolldown } from 'rolldown';

/** What `bin` and `exports` of package.json lead to, without the ending. */
const ENTRIES = ['cli/main', 'index', 'vitest', 'check/index'];

const root = resolvePath('dist/src');

const bundle = await rolldown({
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(root, `${entry}.js`)])),
  platform: 'node',
  transform: { target: 'node20.20' },
  // Only our own code is bundled; what package.json depends on is imported as it is installed.
  external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('\0') && !id.startsWith('@oxc-project/'),
});
const { output } = await bundle.write({
  dir: root,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  // One chunk for all that entries share: each further one would repeat the names that it takes from others.
  codeSplitting: { groups: [{ name: 'engine', minShareCount: 2 }] },
  comments: false,
  minify: true,
});
await bundle.close();

const kept = new Set([...output.map(({ fileName }) => join(root, fileName)), ...declarations()]);
for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
  if (/\.\w+$/u.test(name) && !kept.has(join(root, name))) rmSync(join(root, name));
for (const folder of ['suites', 'fixtures', 'scripts']) rmSync(join('dist', folder), { recursive: true, force: true });

/** The declarations that an entry leads to: nobody can import the others. */
function declarations(): ReadonlySet<string> {
  const needed = new Set<string>();
  const open = ENTRIES.filter((entry) => entry !== 'cli/main').map((entry) => join(root, `${entry}.d.ts`));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (needed.has(file) || !existsSync(file)) continue;
    needed.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?['"](\.[^'"]+)['"]/gu))
      open.push(join(dirname(file), path.replace(/\.[jt]s$/u, '.d.ts')));
  }
  return needed;
}
