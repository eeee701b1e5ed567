import type { ColdStart, DeepFigures } from './children.ts';
import type { DepthFigures } from './depths.ts';
import type { Overhead } from './overhead.ts';

/** Everything that the benchmark measured in one go. */
export interface Figures {
  readonly at: string;
  readonly node: string;
  readonly cpus: number;
  readonly overhead?: Overhead;
  readonly depths?: readonly DepthFigures[];
  readonly deep?: readonly DeepFigures[];
  readonly coldStart?: ColdStart;
}

/** The figures as a Markdown page, with what each of them is meant to stay under. */
export function renderFigures({ at, node, cpus, overhead, depths = [], deep = [], coldStart }: Figures): string {
  const rows = [
    ...(overhead === undefined ? [] : [overheadRow(overhead)]),
    ...depths.map(depthRow),
    ...depths.map(killRow),
    ...deep.map(deepRow),
    ...(deep.length < 2 ? [] : [memoryRow(deep)]),
    ...(coldStart === undefined ? [] : [coldRow(coldStart)]),
  ];
  return [
    '# Benchmark',
    '',
    `${at}, Node ${node}, ${cpus} CPUs. Written by \`npm run bench\`.`,
    '',
    '| figure | measured | aim |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    ...operations(depths),
  ].join('\n');
}

type Row = readonly [figure: string, measured: string, aim: string];

function overheadRow({ ratio, suiteMs, bareMs, requests }: Overhead): Row {
  return [
    '(a) standard run / bare undici',
    `${ratio.toFixed(2)} (${suiteMs.toFixed(0)} ms / ${bareMs.toFixed(0)} ms, ${requests} requests)`,
    'at most 2.0',
  ];
}

const MOST: Readonly<Record<string, string>> = {
  smoke: 'at most 100',
  standard: 'at most 400',
  deep: 'at most 10,000',
};

function depthRow({ depth, requests, shown, clauses }: DepthFigures): Row {
  return [`(b) requests, ${depth}`, `${requests} (${shown} of ${clauses} clauses shown)`, MOST[depth] ?? ''];
}

const SHARE: Readonly<Record<string, string>> = { smoke: 'at least 85 %', standard: 'all', deep: 'all' };

function killRow({ depth, mutants, killed }: DepthFigures): Row {
  return [
    `(c) mutants killed, ${depth}`,
    `${killed} of ${mutants} (${((100 * killed) / mutants).toFixed(1)} %)`,
    SHARE[depth] ?? '',
  ];
}

function deepRow({ requests, seconds, peakMb }: DeepFigures): Row {
  return [
    `(d) deep run, ${requests} requests`,
    `${(requests / seconds).toFixed(0)} requests/s, peak ${peakMb.toFixed(0)} MB`,
    '',
  ];
}

function memoryRow(deep: readonly DeepFigures[]): Row {
  const [least, most] = [deep[0]?.peakMb ?? Number.NaN, deep.at(-1)?.peakMb ?? Number.NaN];
  return [
    `(d) peak memory, ${deep.at(-1)?.requests ?? 0} / ${deep[0]?.requests ?? 0} requests`,
    (most / least).toFixed(2),
    'at most 1.3',
  ];
}

function coldRow({ cpuSeconds, wallSeconds, peakMb }: ColdStart): Row {
  return [
    '(e) cold start to verdict of `conform demo`',
    `${cpuSeconds.toFixed(2)} s of CPU (${wallSeconds.toFixed(2)} s, peak ${peakMb.toFixed(0)} MB)`,
    'under 3 s of CPU',
  ];
}

function operations(depths: readonly DepthFigures[]): readonly string[] {
  const names = [...new Set(depths.flatMap(({ requestsByOperation }) => Object.keys(requestsByOperation)))].sort();
  if (names.length === 0) return [];
  const rows = names.map(
    (name) => `| ${name} | ${depths.map(({ requestsByOperation }) => requestsByOperation[name] ?? 0).join(' | ')} |`,
  );
  return [
    '## Requests by operation',
    '',
    `| operation | ${depths.map(({ depth }) => depth).join(' | ')} |`,
    `|---|${'---|'.repeat(depths.length)}`,
    ...rows,
    '',
  ];
}
