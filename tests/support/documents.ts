import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FetchHandler } from '../../src/http/in-process.ts';
import { type ConformanceOptions, type ConformanceResult, runConformance } from '../../src/run-conformance.ts';
import { temporaryFolder } from './temporary.ts';

/** A document of somebody else, in a file of its own. */
export function documentFile(text: string): string {
  const file = join(temporaryFolder(), 'openapi.yaml');
  writeFileSync(file, text);
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

/** A run against a service of which every answer is this one. */
export function runOn(text: string, fetch: FetchHandler, options: ConformanceOptions = {}): Promise<ConformanceResult> {
  return runConformance({ env: {}, ...options, document: documentFile(text), fetch });
}

/** What is broken, by clause. */
export function brokenIn({ clauses }: ConformanceResult): readonly string[] {
  return clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
}
