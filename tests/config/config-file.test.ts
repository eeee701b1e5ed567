import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEPTHS } from '../../src/check/target.ts';
import { configSchema, readConfig } from '../../src/config/config-file.ts';
import { parseTargetFile } from '../../src/config/target-file.ts';
import { permissionsOf } from '../../src/contract/permissions.ts';
import { rolesOf } from '../../src/contract/roles.ts';
import { readUserFile } from '../../src/files.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { loaded } from '../support/contract.ts';
import { temporaryFolder } from '../support/temporary.ts';

const read = (text: string): unknown => readConfig(text, 'file.yaml', configSchema('target')).value;

describe('a text that is made to exhaust a reader is refused', () => {
  test('aliases of aliases', () => {
    const rows = Array.from({ length: 30 }, (_, i) => `  k${i + 1}: &a${i + 1} [*a${i}, *a${i}]`);
    expect(() => read(`samples:\n  k0: &a0 [x]\n${rows.join('\n')}`)).toThrow(
      /cannot be read as YAML: Excessive alias/u,
    );
  });

  test('an alias within its own anchor', () => {
    expect(() => read('samples: { inference: { operatingPoint: &a { b: *a } } }')).toThrow('cannot be read as YAML');
  });

  test('a deep nest', () => {
    expect(() => read(`a: ${'['.repeat(200_000)}`)).toThrow(/nested too deeply|is not YAML/u);
  });

  test('and a few aliases are read as what they stand for', () => {
    expect(read('headers: &h { A: b }\ncredentials: { apiKey: { headers: *h } }')).toEqual({
      headers: { A: 'b' },
      credentials: { apiKey: { headers: { A: 'b' } } },
    });
  });
});

describe('a file', () => {
  test.skipIf(process.platform === 'win32')('that is a pipe without a writer is not waited for', () => {
    const pipe = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => readUserFile(pipe, 'target file')).toThrow('it is not a plain file');
  });

  test('that is a folder, missing, or another thing altogether', () => {
    const folder = temporaryFolder();
    expect(() => readUserFile(folder, 'target file')).toThrow('it is a folder');
    expect(() => readUserFile(join(folder, 'no'), 'profile')).toThrow('there is no such file');
    writeFileSync(join(folder, 'big'), ' '.repeat(1_000_001));
    expect(() => readUserFile(join(folder, 'big'), 'profile')).toThrow('larger than 1 MB');
  });

  test('with a key that stands twice, at any depth, names both lines', () => {
    expect(() => read('samples:\n  doi: a\n\n  doi: b')).toThrow(
      'file.yaml:4:3: the key doi stands twice (lines 2 and 4); remove one of them.',
    );
  });

  test('that breaks off names the place', () => {
    expect(() => read('a: [1,')).toThrow(/^file\.yaml:1:\d+: this is not YAML/u);
  });
});

describe('a placeholder', () => {
  const PLACEHOLDERS = [
    'samples: { paperCuid: cl9ebqhxk00003b600tymydho }',
    'samples: { doi: 10.1000/xyz }',
    'samples: { priors: { awaiting: a_slug } }',
    'samples: { inference: { outcome: an_outcome, parameters: [a], operatingPoint: { a: 1 } } }',
    'samples: { inference: { outcome: a, parameters: [a, another], operatingPoint: { a: 1 } } }',
    'samples: { inference: { outcome: a, parameters: [a], operatingPoint: { one: 1 } } }',
  ];
  test.each(PLACEHOLDERS)('is refused: %s', (text) => {
    expect(() => read(text)).toThrow('is still the placeholder of the example');
  });

  test('and values that only look like one are not', () => {
    expect(read('samples: { priors: { awaiting: a_slug_of_ours }, doi: 10.1000/xyza }')).toBeDefined();
  });
});

describe('the schema of the target file', () => {
  const target = configSchema('target');

  test('knows the roles, permissions and depths that the engine knows', () => {
    expect(membersOf(target, 'credentials')).toEqual(rolesOf(loaded.document).map(({ role }) => role));
    expect([...membersOf(target, 'allow')].sort()).toEqual([...permissionsOf(loaded.document)].sort());
    expect((target.properties?.['depth'] as Schema | undefined)?.enum).toEqual([...DEPTHS]);
  });

  test('knows every sample that a clause needs, and explains it', () => {
    const needed = [...JSON.stringify(loaded.document).matchAll(/"sample:([\w.]+)"/gu)].map(([, path]) => path ?? '');
    expect(new Set(needed).size).toBeGreaterThan(5);
    for (const path of needed) {
      const schema = subschema(target, ['samples', ...path.split('.')]);
      expect(schema?.description, path).toMatch(/./u);
    }
  });

  test('never quotes what it calls writeOnly', () => {
    const secret = 'credentials: { apiKey: { headers: { A: 12345678 } } }';
    expect(() => parseTargetFile(secret, 'file.yaml', {})).toThrow(/^(?!.*12345678)/u);
  });
});

function membersOf(schema: Schema, name: string): readonly string[] {
  return Object.keys((schema.properties?.[name] as Schema | undefined)?.properties ?? {});
}

function subschema(schema: Schema, path: readonly string[]): (Schema & { description?: string }) | undefined {
  return path.reduce<Schema | undefined>((node, name) => node?.properties?.[name] as Schema | undefined, schema);
}
