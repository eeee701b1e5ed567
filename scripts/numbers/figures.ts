import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package.ts';
import type { GateRecord } from '../gate/record.ts';

/** What a change is measured by. */
export interface Figures {
  readonly lines: number;
  readonly requests: number;
  readonly findingsPerFault: { readonly fields: number; readonly crowds: number };
}

/** Some trials, each with its faults and its findings. */
export function findingsPerFault(trials: readonly { readonly faults: number; readonly findings: number }[]): number {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(trials.map(({ findings }) => findings)) / sum(trials.map(({ faults }) => faults));
}

/** The lines of the engine. */
export function linesOfSource(): number {
  const folder = join(packageRoot(), 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').length - 1, 0);
}

/** One line for each number, as a commit message takes them; that of the gate is `gateText`. */
export function figuresText({ lines, requests, findingsPerFault: { fields, crowds } }: Figures): string {
  return [
    `lines of src: ${lines.toLocaleString('en-US')}`,
    `requests of a standard run: ${requests}`,
    `findings a fault: ${fields.toFixed(2)} on fields, ${crowds.toFixed(2)} on crowds`,
  ].join('\n');
}

export function gateText(gate: GateRecord | undefined): string {
  if (gate === undefined) return 'seconds of the gate: not measured; run npm test && npm run proof';
  const { test, proof } = gate.seconds;
  return `seconds of the gate: test ${test ?? 'not run'}, proof ${proof ?? 'not run'} (commit ${gate.commit.slice(0, 8)}${gate.dirty ? ', with changes' : ''})`;
}
