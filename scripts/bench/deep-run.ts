import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../../src/check/check.ts';
import { accepted } from '../../src/check/judges.ts';
import type { Target } from '../../src/check/target.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { createTransport } from '../../src/http/client.ts';
import { runSuite } from '../../src/run/run.ts';
import { JOURNAL, openJournal } from '../../src/send/journal-file.ts';
import { allChecks } from '../../suites/index.ts';

/**
 * A process of its own, for its peak memory: a deep run of exactly so many requests over HTTP, with its journal on the
 * disk. What the fuzz phase leaves of the budget is used up with more of the same.
 */
const [budgetText = '', targetText = ''] = process.argv.slice(2);
const budget = Number(budgetText);
const more = check({
  clause: 'listPapers/public-with-every-parameter',
  variant: 'bench',
  depth: 'deep',
  async act({ send, request }) {
    const plain = request('listPapers');
    for (let turn = 0; turn < budget; turn += 1)
      await send(
        plain
          .query({
            limit: String(1 + (turn % 40)),
            page: String(1 + (turn % 5)),
            yearStart: String(1990 + (turn % 30)),
          })
          .discardable(),
      );
    return { last: await send(plain) };
  },
  judge: ({ last }) => [accepted(last)],
});
const folder = mkdtempSync(join(tmpdir(), 'conform-bench-'));
const journal = openJournal(join(folder, JOURNAL));
const transport = createTransport();
const loaded = await loadDocument();
const started = performance.now();
try {
  const { record } = await runSuite({
    loaded,
    checks: [...allChecks, more],
    target: JSON.parse(targetText) as Target,
    profile: { name: 'any', branches: {} },
    depth: 'deep',
    budget,
    transport: transport.send,
    sink: journal.sink,
  });
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    JSON.stringify({ requests: record.exchanges.length, seconds, peakMb: process.resourceUsage().maxRSS / 1024 }),
  );
} finally {
  journal.close();
  await transport.close();
  rmSync(folder, { recursive: true, force: true });
}
