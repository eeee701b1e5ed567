import { describe, expect, test } from 'vitest';
import { checkId } from '../../src/check/check.ts';
import { derive } from '../../src/rules/index.ts';
import { contractUnder, fullReadings } from '../support/contract.ts';

describe.each([{}, ...fullReadings()])('under %j', (choices) => {
  const contract = contractUnder(choices);
  const { clauses, checks } = derive(contract);

  test('every derived check is about a derived clause', () => {
    const ids = new Set(clauses.map(({ id }) => id));
    expect(checks.map(({ clause }) => clause).filter((clause) => !ids.has(clause))).toEqual([]);
  });

  test('no two derived checks have one id', () => {
    const ids = checks.map(checkId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('every operation has a clause about its route, its status and who may call it', () => {
    for (const { id, security } of contract.operations.values()) {
      const own = clauses.filter(({ operation }) => operation === id).map((clause) => clause.id);
      expect(own.some((clause) => clause.startsWith(`${id}/security/`))).toBe(true);
      if (!security.flat().includes('admin'))
        expect(own).toEqual(expect.arrayContaining([`${id}/route`, `${id}/status`, `${id}/server-errors`]));
    }
  });

  test('every parameter with a bound has a clause and a check for each', () => {
    const byClause = new Set(checks.map(({ clause }) => clause));
    for (const clause of [
      'listPapers/limit/minimum',
      'listPapers/limit/maximum',
      'listPapers/limit/type',
      'listPapers/sort/enum',
      'searchPapers/yearStart/minimum',
      'getUsage/period/enum',
    ]) {
      expect(byClause).toContain(clause);
    }
  });

  test('every body that a document refuses has its malformed ones tried', () => {
    for (const { id, requestBody, rejects } of contract.operations.values()) {
      if (requestBody === undefined || rejects['malformed-json'] === undefined) continue;
      expect(checks.map(({ clause }) => clause)).toContain(`${id}/body/malformed`);
    }
  });

  test('every derived clause names a place that exists in the document', () => {
    for (const clause of clauses) expect(clause.pointer, clause.id).toMatch(/^\/(?:paths|components)\//u);
  });
});

describe('the security of an operation', () => {
  const clauses = new Set(derive(contractUnder()).clauses.map(({ id }) => id));

  test.each([
    'listPapers/security/public',
    'getRateLimit/security/apiKey-opens',
    'getRateLimit/security/bearer-opens',
    'getRateLimit/security/nobody-refused',
    'getRateLimit/security/session-refused',
    'listApiKeys/security/apiKey-refused',
    'inferSensitivity/security/session-opens',
    'inferSensitivity/security/bearer-refused',
    'listApiKeys/security/wrong-bearer-refused',
  ])('gives the clause %s', (id) => {
    expect(clauses).toContain(id);
  });

  test('gives no clause that the document contradicts', () => {
    for (const id of [
      'listPapers/security/nobody-refused',
      'getRateLimit/security/apiKey-refused',
      'listApiKeys/security/apiKey-opens',
    ])
      expect(clauses).not.toContain(id);
  });
});
