import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { ContractDocument } from './document.ts';
import { SpecError } from '../errors.ts';
import { packageRoot } from '../package.ts';

export interface LoadedDocument {
  readonly document: ContractDocument;
  /** SHA-256 of the file, in hex: two runs with the same digest judged by the same text. */
  readonly digest: string;
  readonly path: string;
}

/** Reads the contract document of this package. */
export async function loadDocument(path = join(packageRoot(), 'spec', 'openapi.yaml')): Promise<LoadedDocument> {
  try {
    const text = readFileSync(path);
    const document = (await SwaggerParser.bundle(path)) as unknown as ContractDocument;
    return { document, path, digest: createHash('sha256').update(text).digest('hex') };
  } catch (error) {
    throw new SpecError(`${path} cannot be read as an OpenAPI document: ${(error as Error).message}`);
  }
}
