import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { isScalar, LineCounter, parse, parseDocument, visit } from 'yaml';
import { SpecError } from '../errors.ts';
import { textOf } from '../files.ts';
import { packageRoot } from '../package.ts';
import { memoize } from '../schema/memoize.ts';
import { readPattern } from '../schema/pattern.ts';
import type { ContractDocument } from './document.ts';
import { joinCompanions } from './join.ts';
import { normalise } from './normalise.ts';

/** The contract document with everything that stands in files beside it. */
export interface LoadedDocument {
  readonly document: ContractDocument;
  /** SHA-256 of the document and its companions, in hex: two runs with the same digest judged by the same text. */
  readonly digest: string;
  readonly path: string;
  /** Where each pattern stands that cannot be read, as `file:line`. */
  readonly unreadable?: () => ReadonlyMap<string, string>;
  /** The files beside it, as they were joined. */
  readonly companions: readonly string[];
  /** What of it is not tested, and why, in words. */
  readonly notes?: readonly string[];
}

/** The root field that names the files beside the document, relative to it: clauses, conflicts, what a suite needs. */
const COMPANIONS = 'x-companions';

/** Reads a contract document, by default that of this package. Throws a SpecError that names the file. */
export async function loadDocument(path = join(packageRoot(), 'spec', 'openapi.yaml')): Promise<LoadedDocument> {
  const { [COMPANIONS]: names = [], ...plain } = await attempt(
    path,
    () => SwaggerParser.parse(resolve(path), READING) as Promise<Root>,
  );
  const companions = names.map((name) => ({ name, file: join(dirname(path), name) }));
  const joined = joinCompanions(plain, companions.map(readCompanion));
  const { document, notes } = await attempt(path, async () =>
    normalise((await SwaggerParser.bundle(resolve(path), whole(joined) as never, READING)) as unknown as Root),
  );
  return {
    document,
    notes,
    path,
    companions: companions.map(({ file }) => file),
    unreadable: memoize(() => new Map([path, ...companions.map(({ file }) => file)].flatMap(unreadablePatterns))),
    digest: digestOf([path, ...companions.map(({ file }) => file)]),
  };
}

/** The library makes an address of a path, and back again it leaves `?` and some other characters as they were encoded. */
const READING = {
  resolve: {
    file: {
      read: ({ url }: { readonly url: string }) =>
        textIn(url.startsWith('file:') ? fileURLToPath(url) : decodeURIComponent(url)),
    },
  },
};

/** What a document may leave out: schemas of its own, and conflicts, which only some contracts have. */
function whole(document: object): object {
  const { components = {} } = document as { readonly components?: object };
  return { 'x-conflicts': {}, ...document, components: { schemas: {}, ...components } };
}

interface Root extends Readonly<Record<string, unknown>> {
  readonly 'x-companions'?: readonly string[];
}

async function attempt<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new SpecError(`${path} cannot be read as an OpenAPI document: ${(error as Error).message}`);
  }
}

function textIn(file: string): string {
  return textOf(readFileSync(file));
}

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
