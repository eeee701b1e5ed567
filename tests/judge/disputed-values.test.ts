import { expect, test } from 'vitest';
import { type Middleware, onRequest } from '../../fixtures/middleware.ts';
import { fieldsOf } from '../../fixtures/mutants/chat/edit.ts';
import { createBench, runAgainst } from '../../scripts/matrix/trial.ts';
import { buildReport } from '../../src/report/build.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** Answers in the mode `general` if it accepts the mode that is asked for. */
function accepting(isAccepted: (mode: unknown) => boolean): () => Middleware {
  return () =>
    onRequest('chat', (call) => {
      const { mode } = fieldsOf(call);
      return mode !== undefined && isAccepted(mode) ? { body: { ...fieldsOf(call), mode: 'general' } } : undefined;
    });
}

test.each([
  ['any text', (mode: unknown) => typeof mode === 'string', 'chat/body/mode/enum'],
  ['the modes of both branches', (mode: unknown) => String(mode).startsWith('lab-'), 'conflicts/chat-modes'],
])('a chat that accepts %s as its mode is one finding, of the right clause', async (_name, isAccepted, clause) => {
  const { record, conclusion } = await runAgainst(createBench(loaded, suiteUnder), {
    id: 'chat/modes',
    violates: clause,
    because: 'the mode is not checked',
    alsoBreaks: [],
    reference: {},
    scope: ['chat'],
    patch: accepting(isAccepted),
  });
  expect(buildReport(record, conclusion).findings.map(({ id }) => id)).toEqual([clause]);
});
