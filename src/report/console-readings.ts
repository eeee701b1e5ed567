import { plural } from '../nouns.ts';
import { type Paint, wrapped } from './console-text.ts';
import { clipped, visible } from './escape.ts';
import { exchangeLine } from './facts.ts';
import type { Reading, Report } from './model.ts';

/** For each conflict: the declared branch, the branch that the target follows, and the number of answers. */
export function readingLines(report: Report, paint: Paint): readonly string[] {
  const { readings } = report;
  if (readings.length === 0) return [];
  const width = Math.max(...readings.map(({ conflict }) => conflict.length));
  return [
    paint.bold('Conflicts: where the contract contradicts itself'),
    ...readings.flatMap((reading) => [
      ...rowOf(reading, width, paint),
      ...evidenceOfSeveral(reading, report).flatMap((line) => wrapped(line, '      ')),
    ]),
  ];
}

function rowOf(reading: Reading, width: number, paint: Paint): readonly string[] {
  const [text, shade] = observation(reading, paint);
  const declared = reading.declared === undefined ? 'any branch accepted' : `profile ${reading.declared}`;
  return wrapped(`${visible(declared)}; ${text}`, `  ${visible(reading.conflict).padEnd(width)}  `, { paint: shade });
}

function observation(reading: Reading, paint: Paint): readonly [string, (text: string) => string] {
  const { branches, observed, declared, consistent, why } = reading;
  if (consistent === 'not seen')
    return [clipped(visible(`branch not seen${why === undefined ? '' : ` (${why})`}`), 200), paint.dim];
  const counts = branches
    .filter(({ answers }) => answers > 0)
    .map(({ id, answers }) => `${id} (${plural(answers, 'answer')})`);
  if (consistent === 'no') return [visible(`service uses several: ${counts.join(', ')}`), paint.yellow];
  const text = visible(`service uses ${counts.join(', ')}`);
  return declared === undefined || declared === observed
    ? [text, (one) => one]
    : [`${text}, not the one of the profile`, paint.yellow];
}

/** One exchange for each branch, if the target follows several. */
function evidenceOfSeveral({ consistent, branches }: Reading, { exchanges }: Report): readonly string[] {
  if (consistent !== 'no') return [];
  return branches.flatMap(({ id, exchanges: [first] }) => {
    const exchange = exchanges.find(({ seq }) => seq === first);
    return exchange === undefined ? [] : [`${visible(id)}: ${exchangeLine(exchange)}`];
  });
}
