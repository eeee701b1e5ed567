import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rerunCommandOf } from '../../src/cli/rerun-command.ts';
import { cleanCommand, flagsFor, rerunCommand, shellWord } from '../../src/report/command.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { nastyReport } from './sample.ts';

describe('a word of a command line', () => {
  test('is left alone where every shell leaves it alone, and else quoted', () => {
    expect(shellWord('listPapers/200/data/title/type')).toBe('listPapers/200/data/title/type');
    expect(shellWord('my reports/a')).toBe('"my reports/a"');
    expect(shellWord('listPapers/*')).toBe('"listPapers/*"');
    expect(shellWord("a$b'c")).toBe(String.raw`'a$b'\''c'`);
    expect(shellWord('reports\\now')).toBe(String.raw`"reports\now"`);
    expect(shellWord('')).toBe('""');
    // A list of words that are none of one's own to PowerShell.
    expect(shellWord('writes,chat')).toBe('"writes,chat"');
    expect(shellWord('@file')).toBe('"@file"');
  });

  test('reaches a program as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        fc.pre(!text.includes('\0'));
        expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the command of the same run', () => {
  const baseUrl = 'http://127.0.0.1:1';
  const io = { cwd: temporaryFolder() };

  test('names target and reading, and of a header its name alone', () => {
    expect(
      rerunCommandOf(
        { target: 'my target.yaml', header: ['X-Token: secret'], branch: ['a=b'], allow: ['writes', 'chat'] },
        { spec: 'shop.yaml' },
        baseUrl,
        io,
      ),
    ).toBe(
      'conform --spec shop.yaml run --target "my target.yaml" --header "X-Token: ..." --branch a=b --allow "writes,chat"',
    );
    const cached = { ...io, script: '/home/a/.npm/_npx/b985/node_modules/.bin/conform' };
    expect(rerunCommandOf({}, {}, baseUrl, cached)).toBe('npx conform-contract run --base-url http://127.0.0.1:1');
    // From the environment.
    expect(rerunCommandOf({}, {}, baseUrl, io)).toBe('conform run --base-url http://127.0.0.1:1');
  });

  test('becomes that which cleans up, without what belongs to the reading', () => {
    const flags = { target: 't.yaml', insecure: true, profile: 'any', branch: ['a=b'], allow: ['writes'] };
    const command = rerunCommandOf(flags, { spec: 'run' }, baseUrl, io);
    expect(cleanCommand({ command, baseUrl }, 'my run')).toBe(
      'conform --spec run clean "my run" --target t.yaml --insecure',
    );
  });

  test('is made of the facts of a run where nobody typed one', () => {
    expect(rerunCommand({ ...nastyReport.run, permissions: ['writes'] })).toBe(
      'conform run --base-url https://staging.example --branch search-envelope=bare --allow writes',
    );
    expect(rerunCommand({ ...nastyReport.run, command: 'conform run --target x.yaml' })).toBe(
      'conform run --target x.yaml',
    );
    expect(cleanCommand({ baseUrl: 'http://a' }, 'reports/now')).toBe('conform clean reports/now --base-url http://a');
    expect(flagsFor({ clause: 'a/b' }, nastyReport.run)).toBe('--only a/b --depth standard --seed 7');
  });
});
