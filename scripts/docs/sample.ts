import { renderConsole } from '../../src/report/console.ts';
import { paintIf } from '../../src/report/console-text.ts';
import type { Report } from '../../src/report/model.ts';

/** The fault that the sample in README.md is about. */
export const SAMPLE = 'listPapers/default-page-size#half-the-size-by-default';

const BLOCK = /(<!-- sample: npm run docs -->\n)[\s\S]*?(<!-- \/sample -->)/u;

/** What a terminal shows of a run with one fault, with `…` where lines are left out. */
export function sampleBlock(report: Report): string {
  const command = 'conform run --target broken.yaml';
  const lines = renderConsole({ ...report, run: { ...report.run, command } }, { paint: paintIf(false) }).split('\n');
  const from = (start: string): number => lines.findIndex((line) => line.startsWith(start));
  const [finding, readings, clauses] = [from('1. FAIL'), from('Conflicts'), from('Clauses')];
  const answer = from('      answer');
  const unseen = from('Not tested');
  const remedy = lines.findIndex((line, index) => index > unseen && line.includes(' -> '));
  const shown = [
    ...lines.slice(finding, answer),
    '',
    ...lines.slice(readings, readings + 3),
    '…',
    ...lines.slice(clauses, unseen + 1),
    '…',
    lines[remedy] ?? '',
    '…',
    ...lines.slice(
      lines.findLastIndex((line) => line.startsWith('The target')),
      from('Exit status') + 1,
    ),
  ];
  return `\`\`\`text\n${shown.join('\n')}\n\`\`\``;
}

export function withSample(readme: string, block: string): string {
  return readme.replace(BLOCK, (_, begin: string, end: string) => `${begin}${block}\n${end}`);
}
