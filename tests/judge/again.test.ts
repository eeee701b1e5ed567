import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOfText } from '../../src/http/body.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { conclude } from '../../src/judge/conclude.ts';
import { buildReport } from '../../src/report/build.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { runSuite } from '../../src/run/run.ts';
import { openJournal, readJournal } from '../../src/send/journal-file.ts';
import { anyAnswer, CREDENTIALS } from '../support/answers.ts';
import { loaded } from '../support/contract.ts';
import { EVERYTHING } from '../support/session.ts';
import { temporaryFolder } from '../support/temporary.ts';

const CASES = 150;
const suiteUnder = suiteCache(loaded, []);
const target = {
  ...EVERYTHING,
  credentials: {
    bearer: { headers: { Authorization: `Bearer ${CREDENTIALS.CONFORM_TOKEN}` } },
    apiKey: { headers: { 'X-API-Key': CREDENTIALS.CONFORM_API_KEY } },
  },
};
const operations = ['getRateLimit', 'createApiKey', 'listApiKeys', 'deleteApiKey', 'getUsage'];

test('a journal that is judged again gives the verdicts of the run, whatever the target answers', async () => {
  const path = join(temporaryFolder(), 'run.ndjson');
  let cases = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAnswer, { minLength: 1, maxLength: 6 }),
      fc.subarray(operations, { minLength: 1, maxLength: 3 }),
      async (answers, only) => {
        cases += 1;
        let asked = 0;
        const transport: Transport = () => {
          const drawn = answers[asked % answers.length];
          asked += 1;
          const [name = '', value = ''] = drawn?.header ?? [];
          const text = JSON.stringify(drawn?.body) ?? '';
          const headers = { 'content-type': 'application/json', [`x-${name.toLowerCase()}`]: value };
          const body = bodyOfText(text, { size: Buffer.byteLength(text), utf8: true });
          return Promise.resolve({ kind: 'response', status: drawn?.status ?? 200, headers, body, durationMs: 1 });
        };
        const journal = openJournal(path);
        const { record, conclusion } = await runSuite({
          loaded,
          checks: [],
          suiteUnder,
          target,
          profile: { name: 'any', branches: {} },
          transport,
          only,
          maxWaitMs: 0,
          sink: journal.sink,
        });
        journal.close();
        const read = readJournal(path);
        const again = conclude(read, {}, suiteUnder);
        const verdicts = ({ results }: typeof again) =>
          results.map(({ clause: { id }, verdict }) => [id, verdict.kind]);
        expect(verdicts(again)).toEqual(verdicts(conclusion));
        expect(buildReport(read, again).outcome).toEqual(buildReport(record, conclusion).outcome);
        expect(record.exchanges.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: CASES, endOnFailure: true },
  );
  expect(cases).toBeGreaterThanOrEqual(CASES);
});
