import { otherReadingsNote } from '../../src/rules/readings.ts';
import type { Suite } from '../../src/rules/suite.ts';

/** What the numbers of the README are counted from. */
export interface Counted {
  readonly suite: Suite;
  readonly mutants: number;
  /** The number of clauses once a conflict is decided. */
  readonly others: ReadonlyMap<string, number>;
  /** The text of package-lock.json. */
  readonly lock: string;
}

const BLOCK = /(<!-- numbers: npm run docs -->\n)[\s\S]*?(<!-- \/numbers -->)/u;

/** The lines of numbers in README.md. */
export function numbersBlock({ suite, mutants, others, lock }: Counted): string {
  const clauses = [...suite.clauses.values()];
  const count = (level: string): string => number(clauses.filter((one) => one.level === level).length);
  return [
    `- ${number(suite.contract.operations.size)} operations, ${number(suite.contract.conflicts.size)} conflicts.`,
    `- ${number(clauses.length)} clauses${otherReadingsNote(others, number)}: ${count('MUST')} MUST, ${count('SHOULD')} SHOULD, ${count('MAY')} MAY.`,
    `- ${number(mutants)} built-in faults of the reference service, each detected by the clause that it breaks.`,
    `- ${number(1 + runtimePackages(lock))} packages installed, this one included.`,
  ].join('\n');
}

export function withNumbers(readme: string, block: string): string {
  return readme.replace(BLOCK, (_, begin: string, end: string) => `${begin}${block}\n${end}`);
}

/** The numbers that stand in a text, in order. */
export function numbersIn(text: string): readonly number[] {
  const block = BLOCK.exec(text)?.[0] ?? text;
  return [...block.matchAll(/\d[\d,]*/gu)].map(([digits]) => Number(digits.replaceAll(',', '')));
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function runtimePackages(lock: string): number {
  const { packages } = JSON.parse(lock) as {
    readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  return Object.entries(packages).filter(
    ([path, one]) => path !== '' && one['dev'] !== true && one['devOptional'] !== true && one['peer'] !== true,
  ).length;
}
