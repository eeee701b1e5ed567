import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDocument } from '../../src/contract/load.ts';
import { temporaryFolder } from '../support/temporary.ts';

test.each<[string, string | Uint8Array, RegExp]>([
  ['an empty file', '', /it is empty, or no mapping/u],
  ['bytes that are no text', new Uint8Array([0x61, 0x3a, 0x20, 1, 2, 3]), /it is no text/u],
  ['a compressed file', new Uint8Array([0x1f, 0x8b, 8, 0]), /it is compressed with gzip; unpack it first/u],
  ['an archive', 'PK\u0003\u0004', /it is a zip archive/u],
  ['a page', '<!DOCTYPE html><html></html>', /it is an HTML page/u],
  ['a pointer', 'version https://git-lfs.github.com/spec/v1\n', /git lfs pull/u],
  ['a half-merged file', 'openapi: 3.1.0\n<<<<<<< HEAD\npaths: {}\n', /it has conflict marks of Git; resolve them/u],
  ['two documents', 'openapi: 3.1.0\n---\npaths: {}\n', /a second document begins in it/u],
  ['no info', 'openapi: 3.1.0\npaths: {}\n', /\/info: it has no info; add info: \{ title/u],
  [
    'a path without a slash',
    "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { things: {} }\n",
    /\/paths\/things: a path begins with a slash; write \/things/u,
  ],
  [
    'a part on another machine',
    "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { $ref: https://127.0.0.1:1/a.yaml } }\n",
    /an address to which it refers cannot be fetched; bundle the document/u,
  ],
  ['another document', 'name: x\n', /it has to name version 3\.0 or 3\.1/u],
])('%s is refused in plain words', async (_what, content, says) => {
  const file = join(temporaryFolder(), 'api.yaml');
  writeFileSync(file, content);
  await expect(loadDocument(file)).rejects.toThrow(says);
});

test('a folder, and a file that is not there, are refused in plain words', async () => {
  const folder = temporaryFolder();
  await expect(loadDocument(folder)).rejects.toThrow(/it is a folder; give a file in YAML or JSON/u);
  await expect(loadDocument(join(folder, 'none.yaml'))).rejects.toThrow(/there is no such file/u);
});

test('a part that is not there is named', async () => {
  const file = join(temporaryFolder(), 'api.yaml');
  writeFileSync(file, "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { $ref: parts/none.yaml } }\n");
  await expect(loadDocument(file)).rejects.toThrow(/parts\/none\.yaml, to which it refers: there is no such file/u);
});

test('a version that YAML reads as a number is the text that stands there', async () => {
  const file = join(temporaryFolder(), 'api.yaml');
  writeFileSync(file, 'openapi: 3.1.0\ninfo: { title: A, version: 1.0 }\npaths: {}\n');
  expect((await loadDocument(file)).document.info).toEqual({ title: 'A', version: '1.0' });
});
