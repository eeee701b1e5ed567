import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ContractDocument } from '../contract/document.ts';
import { permissionsOf } from '../contract/permissions.ts';
import { rolesOf } from '../contract/roles.ts';
import { pickMembers } from '../defined.ts';
import type { Schema } from '../schema/schema.ts';
import { configSchema, schemaIn } from './config-file.ts';

/**
 * The schema of a contract's target files: `schemas/target.schema.json` beside its document if it exists. Otherwise that of
 * this package, with the roles and permissions of the document, and with any samples.
 */
export function targetSchema(document: ContractDocument, path: string | undefined): Schema {
  const own = path === undefined ? undefined : join(dirname(path), 'schemas', 'target.schema.json');
  const packaged = configSchema('target');
  if (own === undefined) return packaged;
  return existsSync(own) ? withKnown(schemaIn(own), packaged) : adaptedTo(packaged, document);
}

/** Adds `known` and `levels`, which the target files of every contract may have. */
function withKnown(own: Schema, { properties = {} }: Schema): Schema {
  const general = pickMembers(properties, (name) => name === 'known' || name === 'levels');
  return { ...own, properties: { ...own.properties, ...general } };
}

function adaptedTo(packaged: Schema, document: ContractDocument): Schema {
  const credential: Schema = { $ref: '#/$defs/credential' };
  return {
    ...packaged,
    properties: {
      ...packaged.properties,
      credentials: closedObject(rolesOf(document).map(({ role }) => [role, credential])),
      allow: closedObject(permissionsOf(document).map((permission) => [permission, { type: 'boolean' }])),
      samples: { type: 'object' },
    },
  };
}

function closedObject(properties: readonly (readonly [string, Schema])[]): Schema {
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}
