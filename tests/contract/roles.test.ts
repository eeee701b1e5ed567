import { describe, expect, test } from 'vitest';
import type { ContractDocument } from '../../src/contract/document.ts';
import { permissionsOf } from '../../src/contract/permissions.ts';
import { headersFor, rolesOf } from '../../src/contract/roles.ts';
import { loaded } from '../support/contract.ts';

const documentWith = (securitySchemes: ContractDocument['components']['securitySchemes']): ContractDocument => ({
  openapi: '3.1.0',
  info: { title: 'A shop', version: '1' },
  paths: {},
  components: { schemas: {}, ...(securitySchemes === undefined ? {} : { securitySchemes }) },
  'x-conflicts': {},
});

describe('the roles of a document', () => {
  test('are its security schemes, but for those that are nobody’s', () => {
    const roles = rolesOf(
      documentWith({
        shopToken: { type: 'http', scheme: 'bearer' },
        partner: { type: 'apiKey', in: 'header', name: 'X-Partner' },
        basket: { type: 'apiKey', in: 'cookie', name: 'basket', 'x-role': 'visitor', 'x-environment': 'BASKET' },
        owner: { type: 'http', scheme: 'basic', 'x-role': null },
        link: { type: 'apiKey', in: 'query', name: 'accessKey' },
        machine: { type: 'mutualTLS' },
      }),
    );
    expect(roles.map(({ role, variable }) => [role, variable])).toEqual([
      ['shopToken', 'CONFORM_SHOP_TOKEN'],
      ['partner', 'CONFORM_PARTNER'],
      ['visitor', 'BASKET'],
      ['link', 'CONFORM_LINK'],
    ]);
    expect(roles.map((role) => headersFor(role, 'v'))).toEqual([
      { Authorization: 'Bearer v' },
      { 'X-Partner': 'v' },
      { Cookie: 'v' },
      { '?accessKey': 'v' },
    ]);
  });

  test('need no scheme twice', () => {
    const [bearer] = rolesOf(documentWith({ token: { type: 'http', scheme: 'bearer' } }));
    expect(bearer && headersFor(bearer, 'bearer abc')).toEqual({ Authorization: 'Bearer abc' });
  });

  test('of a document without any are none', () => {
    expect(rolesOf(documentWith(undefined))).toEqual([]);
  });
});

test('permissions are those that operations and clauses ask for', () => {
  expect([...permissionsOf(loaded.document)].sort()).toEqual(['chat', 'exhaustRateLimit', 'expendable', 'writes']);
  expect(permissionsOf(documentWith(undefined))).toEqual([]);
});
