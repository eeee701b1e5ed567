import { describe, expect, test } from 'vitest';
import type { Exchange, Judging } from '../../src/check/index.ts';
import { createContract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { inTime, saysSo, waitingFor } from '../../suites/inference/conditions.ts';

const judging: Judging = { contract: createContract(await loadDocument()) };

const TIMEOUT = /time[sd]?[\s-]?out/iu;

const request = { method: 'POST', target: '/', query: {}, headers: {}, credentials: [] };

function answered(value: unknown, durationMs = 1): Exchange {
  const text = JSON.stringify(value);
  return {
    seq: 1,
    operation: 'inferSensitivity',
    intent: { kind: 'valid' },
    request,
    outcome: {
      kind: 'response',
      status: 504,
      headers: {},
      durationMs,
      body: { size: text.length, text, utf8: true, json: { value } },
    },
  };
}

function failed(reason: 'timeout' | 'reset', durationMs: number): Exchange {
  return {
    seq: 1,
    operation: 'inferSensitivity',
    intent: { kind: 'valid' },
    request,
    outcome: { kind: 'failure', reason, message: reason, durationMs },
  };
}

describe('the duration of an answer', () => {
  test.each([
    ['in time', answered({}, 29_900), undefined],
    ['late by no more than the way there and back', answered({}, 30_900), undefined],
    ['late', answered({}, 33_000), 'violation'],
    ['never', failed('timeout', 35_000), 'violation'],
    ['never, but not waited for long enough', failed('timeout', 5_000), undefined],
    ['unknown', failed('reset', 40_000), 'not-shown'],
  ])('%s', (_, exchange, kind) => {
    expect(inTime('inferSensitivity', waitingFor(exchange))(judging)?.kind).toBe(kind);
  });
});

describe('what an error says', () => {
  test.each([
    ['in a problem', { title: 'Gateway Timeout', detail: 'ML engine timeout' }, undefined],
    ['in an envelope', { error: { message: 'The model timed out.', code: 'X' } }, undefined],
    ['as the error itself', { error: 'ML engine timeout' }, undefined],
    [
      'in the title alone, which repeats the status',
      { title: 'Gateway Timeout', detail: 'Something failed.' },
      'violation',
    ],
    ['not at all', { error: { message: 'Internal error' } }, 'violation'],
    ['with no words', {}, 'violation'],
    ['in another language', { detail: 'Das Rechenwerk hat sich verspätet.' }, 'not-shown'],
  ])('%s', (_, body, kind) => {
    expect(saysSo(answered(body), TIMEOUT, 'tells of a timeout')(judging)?.kind).toBe(kind);
  });
});
