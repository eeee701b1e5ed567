import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rolesOf } from '../src/contract/roles.ts';
import { contractUnder, loaded } from './support/contract.ts';
import { type Source, sourcesBelow } from './support/sources.ts';

const engine = sourcesBelow('src');
const suites = sourcesBelow('suites');
const fixtures = sourcesBelow('fixtures');
const scripts = sourcesBelow('scripts');
const product = [...engine, ...suites, ...fixtures, ...scripts];

/** The folders of the engine, and what each may import of the others. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  contract: ['schema'],
  http: ['schema'],
  generate: ['schema', 'contract'],
  check: ['schema', 'contract', 'generate', 'http'],
  redact: ['schema', 'http', 'check'],
  relations: ['schema', 'contract', 'generate', 'http', 'check'],
  rules: ['schema', 'contract', 'generate', 'http', 'check', 'relations'],
  send: ['schema', 'contract', 'generate', 'http', 'check', 'redact'],
  judge: ['schema', 'contract', 'http', 'check', 'rules', 'send'],
  config: ['schema', 'contract', 'http', 'check', 'redact'],
  report: ['schema', 'contract', 'http', 'check', 'redact', 'rules', 'send', 'judge', 'config'],
  run: [
    'schema',
    'contract',
    'generate',
    'http',
    'check',
    'relations',
    'redact',
    'rules',
    'send',
    'judge',
    'config',
    'report',
  ],
  cli: [
    'schema',
    'contract',
    'generate',
    'http',
    'check',
    'redact',
    'rules',
    'send',
    'judge',
    'run',
    'report',
    'config',
  ],
};

/** What every folder may import. */
const SHARED = [
  'src/bounds.ts',
  'src/defined.ts',
  'src/errors.ts',
  'src/files.ts',
  'src/groups.ts',
  'src/memoize.ts',
  'src/media-type.ts',
  'src/nouns.ts',
  'src/package.ts',
  'src/query-fields.ts',
  'src/semantics.ts',
  'src/turns.ts',
];

/** The one file or folder through which a dependency comes in. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  undici: ['src/http/', 'scripts/bench/'],
  ajv: ['src/schema/validators.ts', 'scripts/hostile/verify.ts', 'src/schema/schema-errors.ts'],
  'ajv-formats': ['src/schema/validators.ts'],
  '@apidevtools/swagger-parser': ['src/contract/load.ts'],
  yaml: ['src/config/yaml.ts', 'src/contract/load.ts'],
  'fast-check': ['src/generate/', 'src/fuzz/'],
  'eventsource-parser': ['suites/chat/'],
  commander: ['src/cli/'],
  picocolors: ['src/cli/', 'src/report/'],
  vitest: ['src/vitest.ts', 'suites/conformance.test.ts'],
  rolldown: ['scripts/package/bundle.ts'],
  hono: ['fixtures/', 'src/report/html/'],
  sarif: ['src/report/formats/sarif.ts'],
  'har-format': ['src/report/formats/har.ts'],
  'playwright-core': ['scripts/docs/screenshots.ts', 'scripts/measure/reports.ts'],
};

describe('imports flow downwards', () => {
  test.each(Object.keys(MAY_IMPORT))('src/%s', (folder) => {
    const allowed = [...[folder, ...(MAY_IMPORT[folder] ?? [])].map((one) => `src/${one}/`), ...SHARED];
    expect(
      importsThat(
        within(`src/${folder}/`),
        (target) => target.startsWith('src/') && !allowed.some((prefix) => target.startsWith(prefix)),
      ),
    ).toEqual([]);
  });

  test('every folder of the engine has its place', () => {
    const folders = new Set(
      engine
        .map(({ path }) => path.split('/'))
        .filter((parts) => parts.length > 2)
        .map((parts) => parts[1]),
    );
    expect([...folders].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  test('suites import the authoring API and each other alone', () => {
    const checks = suites.filter(({ path }) => !path.endsWith('.test.ts'));
    expect(importsThat(checks, (target) => target !== 'src/check/index.ts' && !target.startsWith('suites/'))).toEqual(
      [],
    );
  });

  test('the engine imports suites and fixtures only where commands and hosts need them', () => {
    const inner = engine.filter(({ path }) => !path.startsWith('src/cli/') && !/^src\/[^/]+\.ts$/u.test(path));
    expect(importsThat(inner, (target) => target.startsWith('suites/') || target.startsWith('fixtures/'))).toEqual([]);
  });

  test('the library and the vitest host stand beside the command line', () => {
    const hosts = engine.filter(({ path }) => /^src\/[^/]+\.ts$/u.test(path));
    expect(importsThat(hosts, (target) => target.startsWith('src/cli/'))).toEqual([]);
  });

  test('fixtures never import suites', () => {
    expect(importsThat(fixtures, (target) => target.startsWith('suites/'))).toEqual([]);
  });

  test('nobody imports scripts or tests', () => {
    expect(
      importsThat(
        [...engine, ...suites, ...fixtures],
        (target) => target.startsWith('scripts/') || target.startsWith('tests/'),
      ),
    ).toEqual([]);
    expect(importsThat(scripts, (target) => target.startsWith('tests/'))).toEqual([]);
  });

  test('no two files of the engine import each other, however long the way round', () => {
    expect(cycles(engine)).toEqual([]);
  });

  test('and the search finds a circle', () => {
    const source = (path: string, target: string): Source => ({ path, text: '', imports: [{ kind: 'file', target }] });
    expect(cycles([source('a', 'b'), source('b', 'c'), source('c', 'b')])).toEqual(['b > c > b']);
  });
});

describe('one door per dependency', () => {
  test.each(Object.entries(DOORS))('%s', (name, doors) => {
    const users = product
      .filter(({ imports }) => imports.some(({ kind, target }) => kind === 'package' && target === name))
      .map(({ path }) => path);
    expect(users.filter((path) => !doors.some((door) => path.startsWith(door)))).toEqual([]);
  });

  test('every dependency has one', () => {
    const names = new Set(
      product.flatMap(({ imports }) =>
        imports
          .filter(({ kind, target }) => kind === 'package' && !target.startsWith('node:'))
          .map(({ target }) => target),
      ),
    );
    expect([...names].filter((name) => DOORS[name] === undefined && name !== 'openapi-types')).toEqual([]);
  });
});

describe('the house style', () => {
  test.each([
    ['a default export', /^export default\b/mu],
    ['an enum', /^\s*(?:export\s+)?(?:const\s+)?enum\s/mu],
    ['module-level mutable state', /^(?:export\s+)?(?:let|var)\s/mu],
  ])('has no %s', (_name, pattern) => {
    expect(product.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('has no file that is called utils or helpers', () => {
    expect(
      product.filter(({ path }) => /(?:^|\/)(?:utils?|helpers?|misc|common)\.ts$/u.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('names files in kebab case', () => {
    expect(
      product
        .filter(({ path }) => !/^(?:[a-z0-9-]+\/)+[a-z0-9-]+(?:\.check|\.test)?\.ts$/u.test(path))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

describe('names', () => {
  const table = readFileSync('docs/architecture.md', 'utf8').split('## Retired words')[1] ?? '';
  const retired = [...table.matchAll(/^\| (?<words>[a-z, ]+) \| /gmu)].flatMap(
    ({ groups }) => groups?.['words']?.split(', ') ?? [],
  );

  test('have none of the retired words in them', () => {
    const wordsOf = (text: string): ReadonlySet<string> =>
      new Set([...identifiersIn(text)].flatMap((name) => name.split(/(?=[A-Z])|_/u).map((word) => word.toLowerCase())));
    const found = product.flatMap(({ path, text }) => {
      const words = wordsOf(text);
      return retired.filter((word) => words.has(word)).map((word) => `${path}: ${word}`);
    });
    expect(retired.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  test('and the search finds what is there', () => {
    expect([...identifiersIn("const slotsOf = 'tally'; // hunt\nlet a: Sighting;")]).toEqual(
      expect.arrayContaining(['slotsOf', 'Sighting']),
    );
    expect(identifiersIn("const a = 'tally'; // hunt")).not.toContain('tally');
  });
});

describe('the engine knows nothing of this contract', () => {
  /** Words of the field, beside the ids that the document itself gives; inside of strings and names alike, not in comments. */
  const WORDS =
    /paper|\bdoi\b|\bpriors?\b|\bchat|anode|cathode|inference|predict(?:\b|ion\b)|topolog|\badmin|x-api-key|webhook|\bmfc\b|biofilm|reactor|gp-?scm|trajector|exhaustRateLimit|hierarch/iu;
  const ids = [
    ...contractUnder().operations.keys(),
    ...contractUnder().conflicts.keys(),
    ...rolesOf(loaded.document).map(({ variable }) => variable),
  ];

  const found = (text: string): readonly string[] => {
    const code = withoutComments(text);
    const words = code.split('\n').filter((line) => WORDS.test(line) || ids.some((id) => hasWord(line, id)));
    return words.map((line) => line.trim());
  };

  // The help shows the environment variables of this package's own contract.
  const silent = engine.filter(({ path }) => path !== 'src/cli/help.ts');
  test.each(silent.map(({ path, text }) => [path, text] as const))('%s', (_path, text) => {
    expect(found(text)).toEqual([]);
  });

  test('and the search finds what is there', () => {
    expect(
      found("const a = 'the papers';\n// papers in a comment\nif (permission === 'chat') b();\nlistPapers();"),
    ).toEqual(["const a = 'the papers';", "if (permission === 'chat') b();", 'listPapers();']);
  });
});

/** The names in a source: no words of its comments and texts. */
function identifiersIn(text: string): ReadonlySet<string> {
  const code = withoutComments(text).replaceAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/gu, '');
  return new Set(code.match(/[A-Za-z_]\w*/gu));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//gu, '').replaceAll(/(^|[^:'"`])\/\/[^\n]*/gu, '$1');
}

function hasWord(line: string, word: string): boolean {
  return new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'u').test(line);
}

function within(folder: string): readonly Source[] {
  return engine.filter(({ path }) => path.startsWith(folder));
}

function importsThat(sources: readonly Source[], wrong: (target: string) => boolean): readonly string[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ kind, target }) => kind === 'file' && wrong(target))
      .map(({ target }) => `${path} imports ${target}`),
  );
}

/** Circles of imports, those of types included. */
function cycles(sources: readonly Source[]): readonly string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' > '));
    if (done.has(path) || way.includes(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? []) if (byPath.has(target)) visit(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
  return found;
}
