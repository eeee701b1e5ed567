import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtInProfiles, loadProfile, type ProfileSource } from '../../src/config/profile.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fileWith } from '../cli/io.ts';

let source: ProfileSource;
beforeAll(async () => {
  source = { document: (await loadDocument()).document, folder: '/' };
});

describe('a profile', () => {
  test('that is built in loads by its name, and fits the document', () => {
    expect(builtInProfiles()).toEqual(['any', 'machine-readable', 'reference-pages']);
    for (const name of builtInProfiles()) expect(loadProfile(name, source).name).toBe(name);
  });

  test('of a user extends another one; any opens a conflict again', () => {
    const path = fileWith(
      'mine.yaml',
      'name: mine\nextends: reference-pages\nbranches:\n  predict-body: any\n  chat-media: plain\n',
    );
    expect(loadProfile(path, source)).toMatchObject({
      name: 'mine',
      branches: { 'search-envelope': 'wrapped', 'paper-miss-body': 'data-error', 'chat-media': 'plain' },
    });
    expect(loadProfile(path, source).branches).not.toHaveProperty('predict-body');
  });

  test('extends a neighbour by a relative path', () => {
    const path = fileWith('child.yaml', 'extends: ./parent.yaml\n');
    writeFileSync(join(dirname(path), 'parent.yaml'), 'branches: { chat-media: plain }\n');
    expect(loadProfile(path, source)).toEqual({ name: 'child', description: '', branches: { 'chat-media': 'plain' } });
  });

  test('takes single branches on top, and says so in its name', () => {
    const profile = loadProfile('any', source, ['predict-body=flat', 'chat-media=any']);
    expect(profile).toMatchObject({
      name: 'any with predict-body=flat, chat-media=any',
      branches: { 'predict-body': 'flat' },
    });
  });

  test.each([
    [
      'an unknown name',
      'reference-page',
      'unknown profile reference-page (did you mean reference-pages?). Built in: any, machine-readable, reference-pages',
    ],
    ['a file that is not there', './nope.yaml', 'there is no such file'],
  ])('complains of %s', (_, name, message) => {
    expect(() => loadProfile(name, source)).toThrow(message);
  });

  test.each([
    [
      'an unknown conflict',
      'branches:\n  predict-bod: flat',
      ':2:3: unknown conflict predict-bod (did you mean predict-body?)',
    ],
    [
      'an unknown branch',
      'branches:\n  predict-body: flatt',
      ':2:3: conflict predict-body has no branch flatt (did you mean flat?)',
    ],
    ['an unknown conflict left open', 'branches: { nope: any }', 'unknown conflict nope'],
    ['an unknown key', 'branch: {}', 'unknown key branch (did you mean branches?)'],
    ['itself as its ancestor', 'extends: ./mine.yaml', 'extends itself: mine.yaml -> mine.yaml'],
  ])('complains of %s in a file', (_, text, message) => {
    expect(() => loadProfile(fileWith('mine.yaml', text), source)).toThrow(message);
  });

  test.each([
    ['predict-body', 'write it as conflict=branch'],
    ['predict-body=', 'write it as conflict=branch'],
    ['predict-body=x', 'has no branch x'],
    ['x=y', 'unknown conflict x'],
  ])('complains of --branch %s', (branch, message) => {
    expect(() => loadProfile('any', source, [branch])).toThrow(message);
  });
});
