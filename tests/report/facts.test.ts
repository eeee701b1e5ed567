import { describe, expect, test } from 'vitest';
import { selectionWords } from '../../src/report/facts.ts';

describe('what a run was about', () => {
  const many = Array.from({ length: 448 }, (_, index) => `listPapers/clause-${index}`);

  test.each([
    [{ only: [] }, ''],
    [{ only: ['listPapers', 'chat'] }, 'listPapers, chat'],
    [{ only: many }, /^listPapers\/clause-0, .* and 440 more$/u],
    [{ only: ['!chat', '!getUsage'] }, 'everything but chat, getUsage'],
    [{ only: ['listPapers', '!listPapers/limit/*'] }, 'listPapers, without listPapers/limit/*'],
    [{ only: many, failed: 'r1' }, 'what r1 found broken, could not judge or did not exercise (448 clauses)'],
  ])('%j', (run, words) => {
    expect(selectionWords(run)).toMatch(words);
    expect(selectionWords(run).length).toBeLessThan(300);
  });
});
