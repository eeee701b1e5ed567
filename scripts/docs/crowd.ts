import type { Finding, Report } from '../../src/report/model.ts';

/** A report with so many findings: those of a real one, over and over, each with an id of its own. */
export function crowd(report: Report, count: number): Report {
  const { findings } = report;
  const many = Array.from({ length: count }, (_, index): Finding => {
    const one = findings[index % findings.length];
    if (one === undefined) throw new Error('there is no finding to repeat');
    return index < findings.length ? one : { ...one, id: `${one.id}/${index}`, title: `${one.title} (${index})` };
  });
  return { ...report, findings: many };
}
