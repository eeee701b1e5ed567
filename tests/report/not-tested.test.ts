import { expect, test } from 'vitest';
import { notTestedOf } from '../../src/report/not-tested.ts';
import { nastyReport } from './sample.ts';

test('a finding hides the clauses that name it in the record, whatever the words of their reason', () => {
  const { findings, summary, clauses } = nastyReport;
  const [finding, clause] = [findings[0]?.id ?? '', clauses[0]];
  if (clause === undefined) throw new Error('the sample has one');
  const untested = (id: string, reason: string) => ({ kind: 'skip' as const, reason, clauses: [id] });
  const groups = notTestedOf({
    ...nastyReport,
    clauses: [
      { ...clause, id: 'a/hidden', finding },
      { ...clause, id: 'b/named' },
    ],
    summary: { ...summary, notShown: [untested('a/hidden', 'x failed'), untested('b/named', `see ${finding}`)] },
  });
  expect(groups.map(({ kind, reasons }) => [kind, reasons.map(({ clauses: ids }) => ids)])).toEqual([
    ['hidden', [['a/hidden']]],
    ['closed', [['b/named']]],
  ]);
});
