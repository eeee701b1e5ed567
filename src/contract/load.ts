import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { isScalar, LineCounter, parse, parseDocument, visit } from 'yaml';
import { errorCode, SpecError } from '../errors.ts';
import { otherKindOf, textOf } from '../files.ts';
import { memoize } from '../memoize.ts';
import { packageRoot } from '../package.ts';
import { readPattern } from '../schema/pattern.ts';
import type { ContractDocument } from './document.ts';
import { joinCompanions } from './join.ts';
import { normalise } from './normalise.ts';
import { type Action, applied } from './overlay.ts';
import { isCertain, NOTHING_RECOGNISED, type Proposal, type Recognised } from './recognise/proposal.ts';
import { isDeclared, recognise } from './recognise/recognise.ts';

/** The contract document with its companion files joined. */
export interface LoadedDocument {
  readonly document: ContractDocument;
  /** SHA-256 of the document, its companions and the overlay, in hex. Runs with the same digest judged by the same text. */
  readonly digest: string;
  readonly path: string;
  /** The place of each unreadable pattern, as `file:line`. */
  readonly unreadable?: () => ReadonlyMap<string, string>;
  /** The companion files and the overlay. */
  readonly companions: readonly string[];
  /** In words: what is not tested and why, and what is tested because it was recognised. */
  readonly notes?: readonly string[];
  /** What the shape of the document suggests besides its declarations. */
  readonly recognised: () => Recognised;
}

/** An Overlay that the user gives. */
export interface Overlay {
  readonly file: string;
  readonly actions: readonly Action[];
}

/** The root field that names the files beside the document, relative to it: clauses, conflicts, what a suite needs. */
const COMPANIONS = 'x-companions';

/**
 * Reads a contract document (default: that of this package) and applies the overlay. Without an overlay, a document that
 * declares nothing for suites gets the recognised declarations that are certain. Throws a SpecError that names the file.
 */
export async function loadDocument(
  path = join(packageRoot(), 'spec', 'openapi.yaml'),
  overlay?: Overlay,
): Promise<LoadedDocument> {
  const { [COMPANIONS]: names = [], ...plain } = await attempt(path, () => parsed(path));
  const companions = names.map((name) => ({ name, file: join(dirname(path), name) }));
  const joined = joinCompanions(plain, companions.map(readCompanion));
  const bundled = await attempt(
    path,
    async () => (await SwaggerParser.bundle(resolve(path), withDefaults(joined) as never, PARSING)) as unknown as Root,
  );
  const overlaid = applied(bundled, overlay?.actions ?? []);
  const { document, notes } = await attempt(path, () => normalise(overlaid));
  const recognised = memoize(() => recognise(document));
  const { proposals, left } = overlay === undefined && !isDeclared(document) ? recognised() : NOTHING_RECOGNISED;
  const applicable = proposals.filter(isCertain);
  const files = [...companions.map(({ file }) => file), ...(overlay === undefined ? [] : [overlay.file])];
  return {
    document: applied(document, applicable),
    notes: [...notes, ...noteOf(applicable), ...(left.length === 0 ? [] : [`not recognised: ${left.join('; ')}.`])],
    recognised,
    path,
    companions: files,
    unreadable: memoize(() => new Map([path, ...files].flatMap(unreadablePatterns))),
    digest: digestOf([path, ...files]),
  };
}

/** YAML reads the API version 1.0 as a number, which the parser refuses. Then the parser gets the version as it is written. */
async function parsed(path: string): Promise<Root> {
  const parser = (given?: object) =>
    (given === undefined
      ? SwaggerParser.parse(resolve(path), PARSING)
      : SwaggerParser.parse(resolve(path), given as never, PARSING)) as unknown as Promise<Root>;
  try {
    return await parser();
  } catch (error) {
    if (!(error as Error).message.startsWith('API version number must be a string')) throw error;
    const text = textIn(path);
    const version = parseDocument(text).getIn(['info', 'version'], true);
    const { info, ...rest } = parse(text) as { readonly info: object };
    return parser({
      ...rest,
      info: { ...info, version: isScalar(version) ? (version.source ?? String(version.value)) : '' },
    });
  }
}

/** One note about everything that was recognised. */
function noteOf(applicable: readonly Proposal[]): readonly string[] {
  const operations = [...new Set(applicable.map(({ operation }) => operation))];
  const words = operations.map((id) => {
    const parts = applicable.filter(({ operation }) => operation === id).map(({ what }) => what);
    return `${id} ${parts.join(', ')}`;
  });
  return words.length === 0
    ? []
    : [
        `recognised: ${words.join('; ')}. The document does not say so, so it is judged as SHOULD; conform annotate writes it into an overlay, to be changed and given with --overlay.`,
      ];
}

/** Reads the files for the parser, which would leave `?` and other characters of a path percent-encoded. */
const PARSING = {
  resolve: {
    file: {
      read: ({ url }: { readonly url: string }) =>
        textIn(url.startsWith('file:') ? fileURLToPath(url) : decodeURIComponent(url)),
    },
  },
};

/** Adds what a document may leave out: schemas, and conflicts, which only some contracts have. */
function withDefaults(document: object): object {
  const { components = {} } = document as { readonly components?: object };
  return { 'x-conflicts': {}, ...document, components: { schemas: {}, ...components } };
}

interface Root extends Readonly<Record<string, unknown>> {
  readonly 'x-companions'?: readonly string[];
}

async function attempt<T>(path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { message, source } = error as Error & { readonly source?: string };
    const [, known = message] = PARSER_MESSAGES.find(([matcher]) => matcher.test(message)) ?? [];
    const words = (source === undefined ? undefined : unreadableFile(source, path)) ?? known;
    throw new SpecError(`${path} cannot be read as an OpenAPI document: ${words}`);
  }
}

const NOT_FETCHED = 'cannot be fetched; bundle the document into one file first.';

/** Messages of the parser about a wrong file, and what to tell the user instead. */
const PARSER_MESSAGES: readonly (readonly [matcher: RegExp, words: string])[] = [
  [
    /is not a valid Openapi API definition$/u,
    '/openapi: it has to name version 3.0 or 3.1, with info and paths beside it.',
  ],
  [/is not a valid JSON Schema$/u, 'it is empty, or no mapping; give a file that begins with openapi: 3.1.0.'],
  [/^Unable to resolve \$ref pointer "https?:/u, `an address to which it refers ${NOT_FETCHED}`],
  [/expected a single document/u, 'a second document begins in it (---); give a file with one.'],
  [/non-printable characters/u, 'it is no text; give a file in YAML or JSON.'],
];

function textIn(file: string): string {
  const bytes = readFileSync(file);
  const kind = otherKindOf(bytes);
  if (kind !== undefined) throw new SpecError(`${kind}.`);
  return textOf(bytes);
}

/** Why a file of the document cannot be read, which the parser does not say; undefined if it can. */
function unreadableFile(file: string, document: string): string | undefined {
  if (/^https?:/u.test(file)) return `${file}, to which it refers, ${NOT_FETCHED}`;
  const which = resolve(document) === file ? '' : `${file}, to which it refers: `;
  try {
    textIn(file);
    return undefined;
  } catch (error) {
    if (error instanceof SpecError) return `${which}${error.message}`;
    const code = errorCode(error);
    const why = UNREADABLE[code] ?? `it cannot be read (${code})`;
    return `${which}${why}.`;
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; give a file in YAML or JSON',
};

function readCompanion({ name, file }: { readonly name: string; readonly file: string }): {
  readonly file: string;
  readonly content: unknown;
} {
  try {
    return { file: name, content: parse(textIn(file)) };
  } catch (error) {
    throw new SpecError(`${file}, a companion of the contract document, cannot be read: ${(error as Error).message}`);
  }
}

function unreadablePatterns(file: string): readonly (readonly [pattern: string, place: string])[] {
  const lines = new LineCounter();
  const found: (readonly [string, string])[] = [];
  visit(parseDocument(textIn(file), { lineCounter: lines }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== 'pattern' || !isScalar(value) || typeof value.value !== 'string') return;
      const { line } = lines.linePos(value.range?.[0] ?? 0);
      if (readPattern(value.value) === undefined) found.push([value.value, `${basename(file)}:${line}`]);
    },
  });
  return found;
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
