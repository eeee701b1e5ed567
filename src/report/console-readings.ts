import { heading, type Paint, plural } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import { exchangeLine } from './exchange-line.ts';
import type { Reading, Report } from './model.ts';

/** Which side of each contradiction in the contract the target takes: declared, observed, on how many answers. */
export function readingLines(report: Report, paint: Paint): readonly string[] {
  const { readings } = report;
  if (readings.length === 0) return [];
  const width = Math.max(...readings.map(({ conflict }) => conflict.length));
  const declared = Math.max(...readings.map((reading) => declaredOf(reading).length));
  return [
    heading('Readings: where the contract contradicts itself', paint),
    ...readings.flatMap((reading) => [
      `  ${visible(reading.conflict).padEnd(width)}  ${paint.dim('declared')} ${visible(declaredOf(reading)).padEnd(declared)}  ${seen(reading, paint)}`,
      ...evidenceOfMixture(reading, report).map((line) => `      ${line}`),
    ]),
  ];
}

function declaredOf({ declared }: Reading): string {
  return declared ?? 'any';
}

function seen(reading: Reading, paint: Paint): string {
  const { branches, observed, declared, consistent, why } = reading;
  if (consistent === 'not seen')
    return paint.dim(clipped(visible(`not seen${why === undefined ? '' : ` (${why})`}`), 200));
  const counts = branches
    .filter(({ answers }) => answers > 0)
    .map(({ id, answers }) => `${id} (${plural(answers, 'answer')})`);
  if (consistent === 'no') return paint.yellow(visible(`mixed: ${counts.join(', ')}`));
  const text = visible(`follows ${counts.join(', ')}`);
  return declared === undefined || declared === observed ? text : paint.yellow(`${text}, not as declared`);
}

/** One exchange of each kind, where the target follows several. */
function evidenceOfMixture({ consistent, branches }: Reading, { exchanges }: Report): readonly string[] {
  if (consistent !== 'no') return [];
  return branches.flatMap(({ id, exchanges: [first] }) => {
    const exchange = exchanges.find(({ seq }) => seq === first);
    return exchange === undefined ? [] : [`${visible(id)}: ${exchangeLine(exchange)}`];
  });
}
