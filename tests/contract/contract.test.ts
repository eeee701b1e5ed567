import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operationOf } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { hint, nearest, SpecError, UsageError } from '../../src/errors.ts';
import { contractUnder, everyBranch, loaded } from '../support/contract.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('a contract', () => {
  test('states each clause under the id of its operation, or of the service', () => {
    const { stated, operations } = contractUnder();
    expect(stated.size).toBeGreaterThan(150);
    for (const [id, clause] of stated) {
      const [owner = ''] = id.split('/');
      expect(clause.id).toBe(id);
      expect(owner === 'service' || operations.has(owner)).toBe(true);
      expect(clause.operation).toBe(owner === 'service' ? undefined : owner);
    }
  });

  test.each(everyBranch())('under $conflict/$branch has no clause of another branch', ({ conflict, branch }) => {
    const { stated, everyStated } = contractUnder({ [conflict]: branch });
    const others = [...everyStated.values()].filter(
      (clause) => clause.branch?.startsWith(`${conflict}/`) === true && clause.branch !== `${conflict}/${branch}`,
    );
    expect(others.filter(({ id }) => stated.has(id))).toEqual([]);
    expect([...stated.values()].filter((clause) => clause.branch?.startsWith(`${conflict}/`))).toEqual([]);
  });

  test('keeps the clauses of every reading, so that a record can be judged under another', () => {
    expect([...contractUnder({ 'predict-body': 'flat' }).everyStated.keys()]).toEqual([
      ...contractUnder().stated.keys(),
    ]);
  });

  test('knows its operations, and says when it does not', () => {
    expect(operationOf(contractUnder(), 'listPapers').method).toBe('GET');
    expect(() => operationOf(contractUnder(), 'listPaper')).toThrow(SpecError);
  });

  test('refuses a reading that it does not know', () => {
    expect(() => contractUnder({ 'predict-bodies': 'flat' })).toThrow(UsageError);
  });
});

describe('the document', () => {
  test('has a digest that its text alone decides', async () => {
    expect(loaded.digest).toMatch(/^[0-9a-f]{64}$/u);
    expect((await loadDocument(loaded.path)).digest).toBe(loaded.digest);
  });

  test('has another digest where a file beside it says something else', async () => {
    const folder = temporaryFolder();
    cpSync(dirname(loaded.path), folder, { recursive: true });
    const [path, clauses] = [join(folder, 'openapi.yaml'), join(folder, 'clauses/papers.yaml')];
    expect((await loadDocument(path)).digest).toBe(loaded.digest);
    writeFileSync(clauses, readFileSync(clauses, 'utf8').replace('level: MUST', 'level: SHOULD'));
    expect((await loadDocument(path)).digest).not.toBe(loaded.digest);
    rmSync(clauses);
    await expect(loadDocument(path)).rejects.toThrow(/papers\.yaml, a companion/u);
  });

  test('has no trace of how it is spread over files', () => {
    expect(Object.keys(loaded.document)).not.toContain('x-companions');
    expect(Object.keys(loaded.document)).not.toContain('operations');
  });

  test('that cannot be read is named', async () => {
    await expect(loadDocument('/no/such/openapi.yaml')).rejects.toThrow(SpecError);
    await expect(loadDocument('/no/such/openapi.yaml')).rejects.toThrow('/no/such/openapi.yaml');
  });
});

describe('a hint', () => {
  test.each([
    ['limit', ['limit', 'page'], 'limit'],
    ['limt', ['limit', 'page'], 'limit'],
    ['listPaper', ['getPaper', 'listPapers'], 'listPapers'],
    ['zzz', ['limit', 'page'], undefined],
    ['', [], undefined],
  ])('for %j among %j is %j', (word, known, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });

  test('is said in words, or not at all', () => {
    expect(hint('limt', ['limit'])).toContain('did you mean limit?');
    expect(hint('zzz', ['limit'])).toBe('');
  });
});
