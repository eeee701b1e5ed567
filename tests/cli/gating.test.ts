import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrap } from '../../fixtures/middleware.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Listening, listen } from '../../fixtures/reference/listen.ts';
import type { Report } from '../../src/report/model.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

let sound: Listening;
let faulty: Listening;
let cwd: string;
beforeAll(async () => {
  const service = createReference();
  sound = await listen(service.fetch);
  faulty = await listen(
    wrap(
      (request) => Promise.resolve(service.fetch(request)),
      async (call, next) => {
        const reply = await next();
        if (call.operation !== 'getChatCapabilities' || reply.status !== 200) return reply;
        const text = JSON.stringify(reply.body).replaceAll(/"enabled":(true|false)/gu, '"enabled":5');
        return { ...reply, body: JSON.parse(text) as unknown };
      },
    ),
  );
  cwd = temporaryFolder();
  await run(faulty, '--report', 'red');
});
afterAll(async () => {
  await sound.close();
  await faulty.close();
});

function run({ url }: Listening, ...more: readonly string[]) {
  const only = more.includes('--failed') ? [] : ['--only', 'getPredictManifest,getChatCapabilities'];
  return conform(['run', '--base-url', url, ...only, ...more], { cwd });
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

describe('from a red run to a green one, with its known failures', () => {
  test('conform expect writes them, asks for reasons, and overwrites nothing', async () => {
    const { status, out, err: warning } = await conform(['expect', 'red', '--write', 'known.yaml'], { cwd });
    // Ids alone say little to whoever fills in the reasons, and a part of the suite finds a part of what is broken.
    const { findings } = JSON.parse(readFileSync(join(cwd, 'red/report.json'), 'utf8')) as Report;
    for (const { title } of findings) expect(readFileSync(join(cwd, 'known.yaml'), 'utf8')).toContain(`  # ${title}\n`);
    expect(warning).toContain('That run tested a part alone (getPredictManifest, getChatCapabilities)');
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(/^\d known failures? written to known\.yaml\. Fill in the reason/u),
    ]);
    const { err } = await run(faulty, '--expectations', 'known.yaml', '--report', 'x');
    expect(err).toMatch(/known\.yaml:\d+:\d+: known\.0\.reason is empty/u);
    expect((await conform(['expect', 'red', '--write', 'known.yaml'], { cwd })).err).toContain('known.yaml exists');
  });

  test('a known failure does not fail the run, and passes no longer unnoticed', async () => {
    await conform(['expect', 'red', '--reason', 'a proxy; see the ticket', '--owner', 'web', '--write', 'list.yaml'], {
      cwd,
    });
    const held = await run(faulty, '--expectations', 'list.yaml', '--report', 'held');
    expect([held.status, lastLine(held.out)]).toEqual([0, 'Exit status 0: only known failures remain.']);
    expect(held.out).toContain('KNOWN');
    expect(held.err).toMatch(/Known failures: \d in list\.yaml\./u);
    const report = JSON.parse(readFileSync(join(cwd, 'held/report.json'), 'utf8')) as Report;
    expect(report.gate?.known[0]).toMatchObject({ state: 'holds', owner: 'web' });
    expect(readFileSync(join(cwd, 'held/report.html'), 'utf8')).toContain('failed, as known');
    const healed = await run(sound, '--expectations', 'list.yaml', '--report', 'healed');
    expect([healed.status, lastLine(healed.out)]).toEqual([
      5,
      'Exit status 5: a known failure passes now; remove it from the list.',
    ]);
  });

  test('a recorded run is judged, and shown again, behind the same list', async () => {
    const judged = await conform(['judge', 'red', '--expectations', 'list.yaml'], { cwd });
    expect([judged.status, lastLine(judged.out)]).toEqual([0, 'Exit status 0: only known failures remain.']);
    expect((await conform(['judge', 'red'], { cwd })).status).toBe(1);
    const shown = await conform(['report', 'red', '--expectations', 'list.yaml', '--reporter', 'junit=-'], { cwd });
    expect([shown.status, shown.out]).toEqual([0, expect.stringContaining('a proxy; see the ticket')]);
    expect((await conform(['report', 'red'], { cwd })).status).toBe(1);
    const before = await conform(['report', 'held', '--fail-on', 'should', '--baseline', 'red'], { cwd });
    expect([before.status, lastLine(before.out)]).toEqual([
      0,
      'Exit status 0: nothing is worse than in the earlier run.',
    ]);
    expect((await conform(['report', 'held', '--fail-on', 'must'], { cwd })).status).toBe(1);
  });

  test('the target file may list them, beside expectations.yaml', async () => {
    const folder = temporaryFolder();
    const list = readFileSync(join(cwd, 'list.yaml'), 'utf8');
    const target = (known: string) => writeFileSync(join(folder, 'conform.yaml'), `baseUrl: ${faulty.url}\n${known}`);
    target(list);
    const ran = await conform(['run', '--only', 'getChatCapabilities'], { cwd: folder });
    expect([ran.status, lastLine(ran.out)]).toEqual([0, 'Exit status 0: only known failures remain.']);
    const red = join(cwd, 'red');
    for (const command of [
      ['judge', red],
      ['report', red, '--target', 'conform.yaml'],
    ]) {
      const after = await conform(command, { cwd: folder });
      expect([after.status, lastLine(after.out)], command.join(' ')).toEqual([0, lastLine(ran.out)]);
    }
    // What is over is judged where its credentials are not.
    target(`credentials: { bearer: { headers: { Authorization: "\${NOT_SET}" } } }\n${list}`);
    expect((await conform(['judge', red], { cwd: folder })).status).toBe(0);
    expect((await conform(['judge', red, '--target', 'none.yaml'], { cwd: folder })).err).toContain(
      'there is no such file',
    );
    target('known:\n  - clauses: [listPapers/status]\n    reson: r\n');
    expect((await conform(['judge', red], { cwd: folder })).err).toMatch(/conform\.yaml:4:5: unknown key reson/u);
    target(list);
    writeFileSync(join(folder, 'expectations.yaml'), list);
    expect((await conform(['run', '--only', 'getChatCapabilities'], { cwd: folder })).err).toMatch(
      /expectations\.yaml:\d+:\d+: getChatCapabilities\S+ stands there already, at \S+conform\.yaml:\d+:/u,
    );
    target('known:\n  - clauses: [listPapers/nope]\n    reason: r\n');
    expect((await conform(['run'], { cwd: folder })).err).toMatch(
      /expectations\.yaml:|conform\.yaml:3:15: listPapers\/nope/u,
    );
    target('known:\n  - clauses: [listPapers/status]\n    reson: r\n');
    expect((await conform(['run'], { cwd: folder })).err).toMatch(/conform\.yaml:4:5: unknown key reson/u);
  });

  test('expectations.yaml is taken unasked', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'expectations.yaml'), readFileSync(join(cwd, 'list.yaml')));
    const { status } = await conform(['run', '--base-url', faulty.url, '--only', 'getChatCapabilities'], {
      cwd: folder,
    });
    expect(status).toBe(0);
  });

  test('what was broken in an earlier run does not fail this one with --baseline', async () => {
    const { status, out } = await run(faulty, '--baseline', 'red', '--fail-on', 'new', '--report', 'y');
    expect([status, out]).toEqual([0, expect.stringContaining('0 clauses newly failed, 0 fixed')]);
    expect((await run(sound, '--baseline', 'red', '--report', 'z')).out).toMatch(
      /0 clauses newly failed, [1-9]\d* fixed/u,
    );
  });

  test('--failed asks only for what was broken', async () => {
    const again = await run(faulty, '--failed', 'red', '--report', 'again');
    expect(again.status).toBe(1);
    const [all, few] = ['red', 'again'].map(
      (name) => (JSON.parse(readFileSync(join(cwd, name, 'report.json'), 'utf8')) as Report).run.requests,
    );
    expect(few).toBeLessThan(all ?? 0);
    expect(again.out).toContain('Since that run: 0 fixed, 0 newly failed');
    const mended = await run(sound, '--failed', 'red', '--report', 'mended');
    expect(mended.status).toBe(0);
    expect(mended.out).toMatch(
      /^Since that run: [1-9]\d* fixed, 0 newly failed, 0 failed when first tested\n {2}fixed {4}\S+/mu,
    );
    const done = await run(sound, '--failed', 'mended');
    expect([done.status, done.out]).toEqual([0, 'Nothing to run again: mended found nothing broken.\n']);
  });
});

test('--failed leaves out clauses that only another branch has', async () => {
  const { clauses, findings, ...rest } = JSON.parse(readFileSync(join(cwd, 'red', 'report.json'), 'utf8')) as Report;
  const [first, ...others] = findings;
  if (first === undefined) throw new Error('that run has no finding');
  const before = (extra: readonly string[]) => ({
    ...rest,
    clauses,
    findings: [{ ...first, clauses: [...first.clauses, ...extra] }, ...others],
  });
  mkdirSync(join(cwd, 'branch'));
  writeFileSync(
    join(cwd, 'branch', 'report.json'),
    JSON.stringify(before(['getPredictManifest/200/of-another-branch/type'])),
  );
  expect((await run(faulty, '--failed', 'branch', '--report', 'left-out')).status).toBe(1);
});

describe('a list of known failures that is wrong', () => {
  test.each([
    [
      'a clause that there is not',
      'known:\n  - clauses: [listPapers/nope]\n    reason: r\n',
      /:2:15: listPapers\/nope matches no clause/u,
    ],
    ['a pattern without a match', 'known:\n  - clauses: [nope/*]\n    reason: r\n', /nope\/\* matches no clause/u],
    [
      'a day that there is not',
      'known:\n  - clauses: [listPapers/status]\n    reason: r\n    until: 2026-02-30\n',
      /:4:12: there is no day 2026-02-30/u,
    ],
    [
      'no date',
      'known:\n  - clauses: [listPapers/status]\n    reason: r\n    until: soon\n',
      /has to be a date such as 2026-12-31/u,
    ],
    [
      'a double',
      'known:\n  - clauses: [listPapers/status]\n    reason: r\n  - clauses: [listPapers/status]\n    reason: s\n',
      /stands there already, at .*:2:/u,
    ],
    ['no reason', 'known:\n  - clauses: [listPapers/status]\n', /lacks reason/u],
    [
      'an unknown key',
      'known:\n  - clauses: [listPapers/status]\n    reason: r\n    untill: 2026-12-31\n',
      /unknown key untill/u,
    ],
    ['no YAML', 'known: [\n', /YAML/u],
  ])('%s', async (_name, text, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'expectations.yaml'), text);
    const { status, err } = await conform(['run', '--base-url', sound.url], { cwd: folder });
    expect([status, err]).toEqual([2, expect.stringMatching(message)]);
  });

  test.each([
    [['--expectations', 'none.yaml'], 'there is no such file'],
    [['--baseline', 'none'], 'none: there is no run; give the folder'],
    [['--fail-on', 'new'], '--fail-on new needs --baseline'],
    [['--fail-on', 'nwe'], 'did you mean new?'],
    [['--failed', 'red', '--only', 'listPapers'], 'give one of them'],
  ])('%j', async (flags, message) => {
    const { status, err } = await conform(['run', '--base-url', sound.url, ...flags], { cwd });
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
