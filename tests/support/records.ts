import type { Verdict } from '../../src/check/verdict.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { judgeRecord } from '../../src/judge/verdicts.ts';
import type { Suite } from '../../src/rules/suite.ts';
import type { Act, RunEvent, RunHeader, RunRecord } from '../../src/send/journal.ts';
import { recordOf } from '../../src/send/journal.ts';
import { atOnce } from '../../src/turns.ts';

/** The header of a made-up run. */
export function header(parts: Partial<RunHeader> = {}): RunHeader {
  return {
    suiteVersion: '0.0.0',
    document: { title: 'T', version: '1', sha256: '0' },
    startedAt: '2026-01-01T00:00:00.000Z',
    baseUrl: 'http://service.test',
    profile: { name: 'made-up', branches: {} },
    strict: false,
    seed: 1,
    depth: 'standard',
    only: [],
    permissions: [],
    credentials: [],
    ...parts,
  };
}

export interface RecordParts {
  readonly branches?: Choices;
  /** The exchanges, and for a repeated one the number of the first. */
  readonly exchanges?: readonly (Exchange | readonly [Exchange, number])[];
  readonly acts?: readonly Act[];
}

/** The record of a made-up run that came to its end. */
export function record({ branches = {}, exchanges = [], acts = [] }: RecordParts = {}): RunRecord {
  const events: RunEvent[] = [
    { type: 'run', header: header({ profile: { name: 'made-up', branches } }) },
    ...exchanges.map(
      (one): RunEvent =>
        'seq' in one ? { type: 'exchange', exchange: one } : { type: 'exchange', exchange: one[0], repeats: one[1] },
    ),
    ...acts.map((act): RunEvent => ({ type: 'act', act })),
    { type: 'end', finishedAt: '2026-01-01T00:01:00.000Z', complete: true },
  ];
  return recordOf(events);
}

/** The verdict on every clause of a suite, from a record. */
export function judgedRecord(suite: Suite, of: RunRecord): ReadonlyMap<string, Verdict> {
  return atOnce(judgeRecord(suite, of));
}
