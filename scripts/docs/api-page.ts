/** One name that a module of the package exports, as its declaration file has it. */
interface Exported {
  readonly name: string;
  readonly doc: string;
  readonly declaration: string;
  readonly kind: 'value' | 'type';
}

/** A module that users import, and where its declarations are. */
export interface Entry {
  readonly title: string;
  /** Relative to the root of the declaration files. */
  readonly file: string;
}

/**
 * docs/api.md: every export with its comment, its declaration and its example. `read` gives the text of a declaration
 * file, `exampleOf` the example of a name, or undefined.
 */
export function apiPage(
  entries: readonly Entry[],
  read: (file: string) => string,
  exampleOf: (name: string) => string | undefined,
): string {
  return [
    '# The library',
    '',
    'Written by `npm run docs` from the comments of the code and from `docs/examples`; do not edit. Each example is run as a test.',
    '',
    ...entries.flatMap(({ title, file }) => [
      `## ${title}`,
      '',
      ...exportsOf(file, read).flatMap((one) => section(one, exampleOf)),
    ]),
  ].join('\n');
}

/** The values that a module exports: each of them has an example. */
export function valuesOf(file: string, read: (file: string) => string): readonly string[] {
  return exportsOf(file, read)
    .filter(({ kind }) => kind === 'value')
    .map(({ name }) => name);
}

function section(
  { name, doc, declaration }: Exported,
  exampleOf: (name: string) => string | undefined,
): readonly string[] {
  const example = exampleOf(name);
  return [
    `### ${name}`,
    '',
    ...(doc === '' ? [] : [doc, '']),
    '```ts',
    declaration,
    '```',
    '',
    ...(example === undefined ? [] : ['Example:', '', '```ts', example.trimEnd(), '```', '']),
  ];
}

function exportsOf(file: string, read: (file: string) => string): readonly Exported[] {
  const text = read(file);
  const named = [...text.matchAll(/export (type )?\{([^}]*)\} from '([^']+)';/gu)].flatMap(
    ([, , names = '', from = '']) =>
      names.split(',').flatMap((part) => reexported(part.trim(), resolved(file, from), read)),
  );
  const own = [
    ...text.matchAll(/^export (?:declare )?(?:abstract )?(?:function|class|interface|type|const) (\w+)/gmu),
  ].flatMap(([, name = '']) => declared(name, name, text));
  return [...named, ...own].sort((a, b) => Number(a.kind === 'type') - Number(b.kind === 'type'));
}

function reexported(part: string, file: string, read: (file: string) => string): readonly Exported[] {
  if (part === '') return [];
  const [original = '', name = original] = part.replace(/^type /u, '').split(' as ');
  return declared(original, name, read(file));
}

function resolved(from: string, to: string): string {
  const folder = from.split('/').slice(0, -1);
  for (const step of to.replace(/\.(?:js|ts)$/u, '.d.ts').split('/')) {
    if (step === '..') folder.pop();
    else if (step !== '.') folder.push(step);
  }
  return folder.join('/');
}

function declared(original: string, name: string, text: string): readonly Exported[] {
  const pattern = new RegExp(
    String.raw`(?:^|\n)(/\*\*(?:(?!\*/)[\s\S])*\*/\n)?export (?:declare )?(function|class|interface|type|const) ${original}\b`,
    'u',
  );
  const match = pattern.exec(text);
  if (match === null) throw new Error(`no declaration of ${original}`);
  const start = match.index + match[0].length;
  const head = `${match[2] ?? ''} ${name}`;
  return [
    {
      name,
      doc: proseOf(match[1] ?? ''),
      declaration: `${head}${restOf(text, start)}`.replace(/\r/gu, ''),
      kind: match[2] === 'interface' || match[2] === 'type' ? 'type' : 'value',
    },
  ];
}

/** From behind a name to the end of its declaration: a semicolon, or the end of a block, outside of all brackets. */
function restOf(text: string, start: number): string {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if ('{(['.includes(character)) depth += 1;
    if ('})]'.includes(character)) depth -= 1;
    const endsBlock = character === '}' && depth === 0 && text.charAt(index + 1) === '\n';
    if (depth === 0 && (character === ';' || endsBlock)) return text.slice(start, index + 1);
  }
  return text.slice(start);
}

function proseOf(comment: string): string {
  return comment
    .replace(/^\/\*\*\s?|\s*\*\/\s*$/gu, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/u, '').trim())
    .join('\n')
    .trim();
}
