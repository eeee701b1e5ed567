import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { type Source, sourcesBelow } from './support/sources.ts';

const FILE = 250;
const COMMAND = 120;
const FUNCTION = 40;

/** Files that are longer, and how long they may be. Entries only shrink and go. */
const LONG_FILES: Readonly<Record<string, number>> = {
  'fixtures/benign/data.ts': 268,
  'fixtures/benign/finding.ts': 271,
  'fixtures/field/fastapi.ts': 255,
  'fixtures/mutants/derived-answers.ts': 259,
  'fixtures/mutants/papers.ts': 287,
  'suites/papers/limits.check.ts': 267,
  'suites/prediction/predictions.ts': 252,
};

/** Functions of the engine that are longer, and how long they may be. Entries only shrink and go. */
const LONG_FUNCTIONS: Readonly<Record<string, number>> = {};

const engine = sourcesBelow('src');
const product = [...engine, ...sourcesBelow('suites', 'fixtures', 'scripts')];

describe('lengths', () => {
  test(`of files: at most ${FILE} lines`, () => {
    const lengths = new Map(product.map(({ path, text }) => [path, linesIn(text)]));
    expect(complaints(lengths, FILE, LONG_FILES)).toEqual([]);
  });

  test(`of commands: at most ${COMMAND} lines`, () => {
    const commands = engine.filter(({ path }) => path.startsWith('src/cli/commands/'));
    expect(commands.length).toBeGreaterThan(15);
    expect(complaints(new Map(commands.map(({ path, text }) => [path, linesIn(text)])), COMMAND, {})).toEqual([]);
  });

  test(`of functions of the engine: at most ${FUNCTION} lines`, () => {
    expect(complaints(new Map(engine.flatMap(functionsIn)), FUNCTION, LONG_FUNCTIONS)).toEqual([]);
  });

  test('are compared with what is allowed', () => {
    const lengths = new Map([
      ['grown', 12],
      ['new', 11],
      ['right', 13],
      ['shrunk', 12],
      ['small', 10],
    ]);
    expect(complaints(lengths, 10, { grown: 11, right: 13, shrunk: 13, small: 11, gone: 11 })).toEqual([
      'grown has 12 lines: at most 11',
      'new has 11 lines: at most 10',
      "shrunk has 12 lines: write 'shrunk': 12,",
      'small has 10 lines: delete its entry',
      'gone has 0 lines: delete its entry',
    ]);
  });

  test('of functions are counted by name', () => {
    const text = [
      'function outer<T>(a: T) {',
      '  const inner = async (): Promise<void> => {',
      '    a;',
      '  };',
      '  return [1].map((one) => {',
      '    return one as number;',
      '  });',
      '}',
      'class Some {',
      '  method() {',
      '  }',
      '}',
      'const table = { entry: function () {',
      '} };',
    ].join('\n');
    expect(functionsIn({ path: 'a.ts', text, imports: [] })).toEqual([
      ['a.ts#inner', 3],
      ['a.ts#outer', 8],
      ['a.ts#method', 2],
      ['a.ts#entry', 2],
    ]);
  });
});

/** What is longer than it may be, and each entry of the list that allows more than is needed. */
function complaints(
  lengths: ReadonlyMap<string, number>,
  most: number,
  allowed: Readonly<Record<string, number>>,
): readonly string[] {
  const tooLong = [...lengths]
    .filter(([name, lines]) => lines > (allowed[name] ?? most))
    .map(([name, lines]) => `${name} has ${lines} lines: at most ${allowed[name] ?? most}`);
  const tooGenerous = Object.entries(allowed).flatMap(([name, entry]) => {
    const lines = lengths.get(name) ?? 0;
    if (lines >= entry && entry > most) return [];
    return [`${name} has ${lines} lines: ${lines > most ? `write '${name}': ${lines},` : 'delete its entry'}`];
  });
  return [...tooLong, ...tooGenerous];
}

function linesIn(text: string): number {
  return text.trimEnd().split('\n').length;
}

/** The longest function of each name in a file, as `path#name`. One without a name counts for what it stands in. */
function functionsIn({ path, text }: Source): readonly (readonly [name: string, lines: number])[] {
  const found = new Map<string, number>();
  const visit = (node: unknown, outer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, id, key, start, end } = node as Partial<Node>;
    const name = type !== undefined && NAMING.has(type) ? (id?.name ?? key?.name ?? outer) : outer;
    for (const child of Object.values(node)) visit(child, name);
    if (type !== undefined && FUNCTIONS.has(type))
      found.set(`${path}#${name}`, Math.max(found.get(`${path}#${name}`) ?? 0, linesIn(text.slice(start, end))));
  };
  visit(parseSync(path, text).program, '');
  return [...found];
}

interface Node {
  readonly type: string;
  readonly id: { readonly name?: string } | null;
  readonly key: { readonly name?: string };
  readonly start: number;
  readonly end: number;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
const NAMING: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'MethodDefinition',
  'Property',
  'PropertyDefinition',
  'VariableDeclarator',
]);
