import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { runConformance } from '../../src/index.ts';
import { Redactor } from '../../src/redact/redactor.ts';
import { lockFolder } from '../../src/send/folder-lock.ts';
import { openJournal, readJournal } from '../../src/send/journal-file.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('the lock of a folder', () => {
  test('keeps a second run out, and lets it in afterwards', () => {
    const folder = temporaryFolder();
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`another run (process ${process.pid}) is writing to ${folder}`);
    unlock();
    lockFolder(folder)();
    expect(existsSync(join(folder, 'run.lock'))).toBe(false);
  });

  test.each([
    ['of a process that is no more', '999999999'],
    ['that says nothing', ''],
    ['that is no number', 'x'],
    ['of our own number that is not ours, as in a container where each run is process 1', String(process.pid)],
  ])('%s is taken over', (_, text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'run.lock'), text);
    lockFolder(folder)();
    expect(existsSync(join(folder, 'run.lock'))).toBe(false);
  });

  test('holds for the library too: its second run is told, and the report of an earlier run is gone at once', async () => {
    const folder = temporaryFolder();
    const { fetch } = createReference();
    writeFileSync(join(folder, 'report.json'), '{"outcome":{"exitStatus":0}}');
    const options = { fetch, folder, only: ['getChatCapabilities'] };
    const seen: boolean[] = [];
    let [begin, end] = [(): void => undefined, (): void => undefined];
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const ended = new Promise<void>((resolve) => (end = resolve));
    const first = runConformance({
      ...options,
      onEvent: () => {
        seen.push(existsSync(join(folder, 'report.json')));
        begin();
      },
      // It is at work until the second run has been told.
      fetch: async (request) => (await ended, fetch(request)),
    });
    await begun;
    await expect(runConformance(options)).rejects.toThrow('another run');
    end();
    await first;
    expect(seen[0]).toBe(false);
    expect(existsSync(join(folder, 'report.json'))).toBe(true);
    await runConformance(options);
  });
});

describe('the file of a journal', () => {
  const into = (path: string) => {
    const journal = openJournal(path);
    journal.sink({ type: 'note', text: 'hello' }, new Redactor());
    journal.close();
  };

  test('is for its owner alone, whatever stood there before', () => {
    const path = join(temporaryFolder(), 'run.ndjson');
    writeFileSync(path, 'old', { mode: 0o666 });
    chmodSync(path, 0o666);
    into(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain('old');
  });

  test('is never that at the end of a link', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'precious'), 'precious');
    symlinkSync(join(folder, 'precious'), join(folder, 'run.ndjson'));
    into(join(folder, 'run.ndjson'));
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
    expect(readFileSync(join(folder, 'run.ndjson'), 'utf8')).toContain('hello');
  });

  test('takes the place of a pipe, and a folder in its place is told', () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'run.ndjson')]);
    into(join(folder, 'run.ndjson'));
    expect(statSync(join(folder, 'run.ndjson')).isFile()).toBe(true);
    mkdirSync(join(folder, 'other'));
    expect(() => openJournal(join(folder, 'other'))).toThrow('cannot be written');
  });

  test('is not read from a pipe, which might be waited for without end', () => {
    const path = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(() => readJournal(path)).toThrow('not a plain file');
  });

  test('that would fill the disk ends, and says so', () => {
    const path = join(temporaryFolder(), 'run.ndjson');
    const journal = openJournal(path, 10);
    for (let line = 0; line < 5; line += 1) journal.sink({ type: 'note', text: 'x'.repeat(20) }, new Redactor());
    journal.close();
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(2);
    expect(readFileSync(path, 'utf8')).toContain('The journal is full');
  });
});
