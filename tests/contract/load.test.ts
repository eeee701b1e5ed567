import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDocument } from '../../src/contract/load.ts';
import { temporaryFolder } from '../support/temporary.ts';

test.each<[string, string | Uint8Array, RegExp]>([
  ['an empty file', '', /it is empty, or no mapping/u],
  ['bytes that are no text', new Uint8Array([0x61, 0x3a, 0x20, 1, 2, 3]), /it is no text/u],
  ['another document', 'name: x\n', /it has to name version 3\.0 or 3\.1/u],
])('%s is refused in plain words', async (_what, content, says) => {
  const file = join(temporaryFolder(), 'api.yaml');
  writeFileSync(file, content);
  await expect(loadDocument(file)).rejects.toThrow(says);
});

test('a folder is refused in plain words', async () => {
  await expect(loadDocument(temporaryFolder())).rejects.toThrow(/it is a folder, or may not be read/u);
});
