import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FetchHandler } from '../../src/http/in-process.ts';
import { type ConformanceOptions, type ConformanceResult, runConformance } from '../../src/run-conformance.ts';
import { faultsOfReport } from './report-schema.ts';
import { temporaryFolder } from './temporary.ts';

/** A document of somebody else, in a file of its own. */
export function documentFile(document: string | object): string {
  const file = join(temporaryFolder(), 'openapi.yaml');
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  return file;
}

/** One GET of `/a` whose 200 has this content, in the flow style of YAML. */
export function documentOf(content: string): string {
  return `openapi: 3.1.0
info: { title: One, version: '1' }
paths:
  /a:
    get:
      operationId: getA
      responses:
        '200':
          description: A
          content: ${content}
`;
}

/** A document with these paths, and nothing that it need not have. */
export function plainDocument<T extends object>(paths: T) {
  return { openapi: '3.1.0', info: { title: 'Plain', version: '1' }, paths };
}

/** An object that has all of these members. */
export function objectOf<T extends object>(properties: T) {
  return { type: 'object', required: Object.keys(properties), properties };
}

export function arrayOf(items: object) {
  return { type: 'array', items };
}

/** The content of a body or an answer. */
export function json(schema: object) {
  return { content: { 'application/json': { schema } } };
}

export function inQuery(name: string, schema: object) {
  return { name, in: 'query', schema };
}

export function inPath(name: string, schema: object = { type: 'integer' }) {
  return { name, in: 'path', required: true, schema };
}

/** A run against a service of which every answer is this one. Nothing passes by waiting, unless the options say so. */
export async function runOn(
  document: string | object,
  fetch: FetchHandler,
  options: ConformanceOptions = {},
): Promise<ConformanceResult> {
  const result = await runConformance({ env: {}, maxWaitMs: 0, ...options, document: documentFile(document), fetch });
  // What cannot be read again is lost to `show`, `compare` and `--failed`.
  expect(faultsOfReport(result.report)).toEqual([]);
  return result;
}

/** A target that may be written to. */
export const WRITABLE = { baseUrl: 'http://plain.local', allow: { writes: true } };

/** The clauses with one of these verdicts. */
export function clausesWith({ clauses }: Pick<ConformanceResult, 'clauses'>, ...verdicts: readonly string[]) {
  return clauses.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

/** What is broken, by clause. */
export function brokenIn(result: Pick<ConformanceResult, 'clauses'>): readonly string[] {
  return clausesWith(result, 'fail', 'warn');
}
