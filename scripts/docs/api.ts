import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package.ts';
import { apiPage } from './api-page.ts';

/** Writes docs/api.md from the declaration files of the build. */
const root = packageRoot();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const exampleOf = (name: string): string | undefined => {
  const file = join('docs', 'examples', `${name}.ts`);
  return existsSync(join(root, file)) ? read(file) : undefined;
};
const entries = [
  { title: 'conform-contract', file: 'dist/src/index.d.ts' },
  { title: 'conform-contract/vitest', file: 'dist/src/vitest.d.ts' },
];
const more = [
  '## More examples',
  '',
  'A service within the process:',
  '',
  '```ts',
  (exampleOf('in-process') ?? '').trimEnd(),
  '```',
  '',
  'A check and a clause of your own (`docs/writing-a-check.md` in the repository says how checks are written):',
  '',
  '```ts',
  (exampleOf('check') ?? '').trimEnd(),
  '```',
  '',
];
writeFileSync(join(root, 'docs', 'api.md'), `${apiPage(entries, read, exampleOf)}${more.join('\n')}`);
