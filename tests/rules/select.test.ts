import { describe, expect, test } from 'vitest';
import { exclusionsOf, matchingClauses, selectClauses } from '../../src/rules/suite.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const suite = suiteUnder({});
const operationsOf = (ids: ReadonlySet<string>) => new Set([...ids].map((id) => suite.clauses.get(id)?.operation));

describe('--exclude', () => {
  test('leaves out operations and prefixes, and nothing else', () => {
    const chosen = selectClauses(suite, exclusionsOf(['listPapers', 'getUsage/200/*']));
    expect(operationsOf(chosen)).not.toContain('listPapers');
    const missing = [...suite.clauses.keys()].filter((id) => !chosen.has(id));
    expect(missing.every((id) => /^listPapers\/|^getUsage\/200\//u.test(id))).toBe(true);
    expect(missing.some((id) => id.startsWith('getUsage/200/'))).toBe(true);
  });

  test('takes away from what --only picks', () => {
    const [all, fewer] = [['getUsage'], ['getUsage', ...exclusionsOf(['getUsage/route'])]].map((only) =>
      matchingClauses(suite, only),
    );
    expect(fewer?.size).toBe((all?.size ?? 0) - 1);
    expect(fewer?.has('getUsage/route')).toBe(false);
  });

  test('refuses what matches nothing, and what leaves nothing', () => {
    expect(() => selectClauses(suite, exclusionsOf(['listPaper']))).toThrow(/--exclude listPaper .*did you mean/u);
    expect(() => selectClauses(suite, ['chat', ...exclusionsOf(['chat'])])).toThrow('leaves no clause');
  });
});
