import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/http/exchange.ts';
import { replayOf } from '../../src/report/replay.ts';
import type { Act } from '../../src/send/journal.ts';
import { exchange } from '../support/exchanges.ts';
import { record } from '../support/records.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const CLAUSE = 'createApiKey/created-key-opens-rate-limit';
const readings = { suite: suiteUnder({}), declared: suiteUnder({}) };
const asked = (...credentials: readonly string[]) => exchange({ seq: 7, request: { credentials } });
const acted = (evidence: Readonly<Record<string, unknown>>): Act => ({
  check: CLAUSE,
  clause: CLAUSE,
  outcome: { kind: 'evidence', evidence },
  again: false,
});

function replayFor(clause: string, credential: string, evidence: Readonly<Record<string, unknown>> = {}) {
  const use = asked(credential);
  return replayOf(clause, [7], record({ exchanges: [use], acts: [acted({ ...evidence, use })] }), readings);
}

describe('the command that repeats a finding', () => {
  test('makes another key where the one that was used is gone', () => {
    expect(replayFor(CLAUSE, 'created apiKey')).toBe(`--only ${CLAUSE} --depth standard --seed 1`);
    expect(replayFor('getRateLimit/200/tier/enum', 'created apiKey')).toContain(CLAUSE);
  });

  test('is not needed where the request can be sent again by itself', () => {
    for (const credential of ['apiKey', 'wrong bearer']) expect(replayFor(CLAUSE, credential)).toBeUndefined();
  });

  test('asks for what brought the answer, too, where one valid request would not', () => {
    const shown = (intent: Exchange['intent']) => {
      const use = { ...asked('apiKey'), intent };
      return replayOf('chat/400/type/type', [7], record({ exchanges: [use], acts: [acted({ use })] }), readings);
    };
    expect(shown({ kind: 'invalid', reject: 'invalid-body', what: 'x' })).toBe(
      `--only ${CLAUSE} --only chat/400/type/type --depth standard --seed 1`,
    );
    expect(shown({ kind: 'valid' })).toBeUndefined();
  });

  test('asks for a check that makes something before it deletes it, as a deletion alone has nothing to delete', () => {
    const deletion = (seq: number) => exchange({ seq, operation: 'deleteApiKey', request: { method: 'DELETE' } });
    const [cleanUp, alone, use] = [deletion(6), deletion(7), deletion(8)];
    const acts = [{ ...acted({ alone }), clause: 'deleteApiKey/security/bearer-opens' }, acted({ made: asked(), use })];
    expect(
      replayOf('deleteApiKey/status', [6, 7, 8], record({ exchanges: [cleanUp, alone, use], acts }), readings),
    ).toBe(`--only ${CLAUSE} --only deleteApiKey/status --depth standard --seed 1`);
  });

  test('chooses the branch that the service follows where the profile does not have the clause', () => {
    const flat = { suite: suiteUnder({ 'predict-body': 'flat' }), declared: suiteUnder({ 'predict-body': 'nested' }) };
    const words = (clause: string) => replayOf(clause, [7], record({ exchanges: [asked()] }), flat);
    expect(words('predict/body/temperature/type')).toBe(
      '--branch predict-body=flat --only predict/body/temperature/type --depth standard --seed 1',
    );
    expect(words('predict/body/systemType/type')).toBeUndefined();
  });

  test('names the counterexample where there is one', () => {
    expect(replayFor(CLAUSE, 'created apiKey', { replay: '3:1' })).toContain('--replay 3:1');
  });
});
