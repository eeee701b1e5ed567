import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { EXPECTATIONS, isDate } from '../../config/expectations.ts';
import { toYaml } from '../../config/yaml.ts';
import { defined } from '../../defined.ts';
import { UsageError } from '../../errors.ts';
import { writeUserFile } from '../../files.ts';
import { plural } from '../../nouns.ts';
import { visible } from '../../report/escape.ts';
import { isBroken, isCounted, selectionWords } from '../../report/facts.ts';
import type { Finding, Report } from '../../report/model.ts';
import { latestRun, readReport } from '../../report/read-report.ts';
import type { CommandContext } from '../context.ts';
import { say } from '../io.ts';

interface ExpectFlags {
  readonly write: string;
  readonly reason?: string;
  readonly owner?: string;
  readonly until?: string;
}

/** `conform expect`: writes the failures of a run to a file of known failures, which the next run reads. */
export function addExpect(program: Command, context: CommandContext): void {
  program
    .command('expect')
    .description('write what failed in a run as a list of known failures, which do not fail later runs until a date')
    .argument('[run]', 'the folder of a run, or its report.json (default: the latest run)')
    .option('--write <file>', 'the list; a file that exists is never overwritten', EXPECTATIONS)
    .option(
      '--reason <text>',
      'why they are known failures; without it, fill in each reason before the list can be used',
    )
    .option('--owner <name>', 'who fixes it')
    .option('--until <date>', 'the last day on which they do not fail a run (default: 90 days after the run)', toDate)
    .action((run: string | undefined, flags: ExpectFlags) => expect(run ?? latestRun(context.io.cwd), flags, context));
}

function toDate(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/u.test(text) && isDate(text)) return text;
  throw new InvalidArgumentError('A date such as 2026-12-31 is needed.');
}

function expect(run: string, flags: ExpectFlags, { io }: CommandContext): void {
  const report = readReport(run, io.cwd);
  const counted = report.findings.filter(isCounted);
  if (counted.length === 0)
    throw new UsageError(`${run}: this run found nothing broken that is not known; there is nothing to write.`);
  const path = resolvePath(io.cwd, flags.write);
  if (existsSync(path)) throw new UsageError(`${flags.write} exists; give another file with --write, or remove it.`);
  writeUserFile(path, `--write ${flags.write}`, textOf(report, counted, flags), { flag: 'wx' });
  if (report.run.only.length > 0)
    say(
      io.stderr,
      `That run tested a part alone (${selectionWords(report.run)}): a whole run may find more, which this list does not let through.`,
    );
  say(
    io.stdout,
    `${plural(counted.length, 'known failure')} written to ${flags.write}.${flags.reason === undefined ? ' Fill in the reason of each: a list with empty reasons is refused.' : ''}`,
  );
}

const DEFAULT_DAYS = 90;

function textOf(
  { run, clauses }: Report,
  findings: readonly Finding[],
  { reason = '', owner, until }: ExpectFlags,
): string {
  const last = until ?? new Date(Date.parse(run.startedAt) + DEFAULT_DAYS * 86_400_000).toISOString().slice(0, 10);
  const broken = new Set(clauses.filter(isBroken).map(({ id }) => id));
  const seen = new Set<string>();
  const known = findings.flatMap((finding) => {
    const own = finding.clauses.filter((id) => broken.has(id) && !seen.has(id));
    own.forEach((id) => seen.add(id));
    const kind = finding.flaky ? 'flaky' : 'fail';
    if (own.length === 0) return [];
    const entry = toYaml([defined({ clauses: own, known: kind, reason, owner, until: last })]).trimEnd();
    return `  # ${visible(finding.title)}\n${entry.replaceAll(/^/gmu, '  ')}\n`;
  });
  return `# What ${run.baseUrl} was known to break on ${run.startedAt.slice(0, 10)}. Remove what is fixed.\nknown:\n${known.join('')}`;
}
