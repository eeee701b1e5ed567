import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference, type ReferenceService } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';
import { loadProfile } from '../../src/config/profile.ts';
import { toYaml } from '../../src/config/yaml.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import type { FetchHandler } from '../../src/http/in-process.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

const conflicts = Object.entries(loaded.document['x-conflicts']).map(
  ([id, { branches }]) => [id, Object.keys(branches)] as const,
);

/** Readings that together hold each branch of each conflict. */
const readings: readonly Choices[] = [0, 1, 2].map((turn) =>
  Object.fromEntries(conflicts.map(([id, branches]) => [id, branches[turn % branches.length] ?? ''])),
);

/** Detects what a handler follows, with everything given that the reference service gives. */
async function detect(service: ReferenceService, handler: FetchHandler, ...flags: readonly string[]) {
  const cwd = temporaryFolder();
  const listening = await listen(handler);
  try {
    const { baseUrl, credentials, samples, allow } = embeddedTarget(service, listening.url);
    writeFileSync(join(cwd, 'target.yaml'), toYaml({ baseUrl, credentials, samples, allow }));
    return { cwd, ...(await conform(['detect', '--target', 'target.yaml', ...flags], { cwd }, allChecks)) };
  } finally {
    await listening.close();
  }
}

describe('conform detect', () => {
  test.each(readings)('writes the branches that the target follows, reading %#', async (branches) => {
    const service = createReference({ branches, backing: 'absent', chunkDelayMs: 0 });
    const { cwd, status, out, err } = await detect(service, service.fetch, '--write', 'found.yaml');
    expect([status, out]).toEqual([0, '']);
    expect(err).toMatch(/^Found the branch of 13 of 13 conflicts in \d{1,2} requests\./mu);
    expect(err).toContain('conform run --target target.yaml --profile ./found.yaml');
    expect(loadProfile('./found.yaml', { document: loaded.document, folder: cwd }).branches).toEqual(branches);
  });

  test('shows the evidence beside each branch', async () => {
    const service = createReference({ chunkDelayMs: 0 });
    const { out } = await detect(service, service.fetch);
    expect(out).toMatch(
      /# wrapped: \d+ answers, such as GET \/api\/research\/search(?:\?\S*)? -> 200 application\/json \(exchange \d+\)\n {2}search-envelope: wrapped/u,
    );
    expect(out).toContain(
      '# No answer showed another branch; that is all that speaks for it.\n  prior-source: db-json',
    );
  });

  test('leaves open what it cannot tell, and says what would tell', async () => {
    const listening = await listen(createReference().fetch);
    const { status, out } = await conform(['detect', '--base-url', listening.url], {}, allChecks);
    await listening.close();
    expect(status).toBe(0);
    expect(out).toContain(
      '# Not seen: the permission chat was not given: set allow.chat: true in the target file, or pass --allow chat.\n  chat-media: any',
    );
    expect(out).toContain(
      '# Not seen: no session credential was given: give credentials.session in the target file, or set CONFORM_SESSION.\n  gp-scm-forward: any',
    );
  });

  test('shows both kinds of answer of a target that mixes branches', async () => {
    const [bare, wrapped] = [createReference({ branches: { 'search-envelope': 'bare' } }), createReference()];
    const state = { turn: 0 };
    const { out, err } = await detect(wrapped, (request) => {
      const search = request.url.includes('/research/search');
      state.turn += search ? 1 : 0;
      return (search && state.turn % 2 === 1 ? bare : wrapped).fetch(request);
    });
    expect(err).toContain('answered both ways: search-envelope');
    expect(out).toMatch(
      /# Mixed: .*\n {2}# bare: \d+ answers, such as .*\n {2}# wrapped: \d+ answers, such as .*\n {2}search-envelope: any/u,
    );
  });

  test('writes nothing where nobody answers', async () => {
    const cwd = temporaryFolder();
    const { status, out, err } = await conform(
      ['detect', '--base-url', 'http://127.0.0.1:1', '--write', 'found.yaml'],
      { cwd },
      allChecks,
    );
    expect([status, out, existsSync(join(cwd, 'found.yaml'))]).toEqual([3, '', false]);
    expect(err).toContain('No profile was written.');
  });

  test('names a file that it cannot write', async () => {
    const service = createReference({ chunkDelayMs: 0 });
    const { status, err } = await detect(service, service.fetch, '--write', 'no/such/folder.yaml');
    expect([status, err]).toEqual([
      2,
      expect.stringContaining('--write no/such/folder.yaml: it cannot be written (ENOENT)'),
    ]);
  });
});
