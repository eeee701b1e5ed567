import { expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

test('a target that follows both branches of an open conflict breaks neither: that it is mixed is the one finding', async () => {
  const [general, lab] = [
    createReference({ chunkDelayMs: 0 }),
    createReference({ branches: { 'chat-modes': 'lab' }, chunkDelayMs: 0 }),
  ];
  const lenient = async (request: Request): Promise<Response> => {
    const answer = await general.fetch(request.clone());
    return answer.status === 400 ? lab.fetch(request) : answer;
  };
  const { conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: embeddedTarget(general, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    only: ['chat'],
    transport: fetchTransport(lenient),
  });
  const broken = conclusion.causes;
  expect(broken.map(({ lead }) => lead)).toEqual(['conflicts/chat-modes']);
  expect(conclusion.observed.find(({ conflict }) => conflict === 'chat-modes')?.consistent).toBe('no');
});
