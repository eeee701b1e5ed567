import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createReference } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';
import type { Report } from '../../src/report/model.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { conform } from './io.ts';

/** A disk of so many bytes, or undefined where this machine makes none (it takes Linux and root). */
function diskOf(bytes: number): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  if (status !== 0) return undefined;
  mounted.push(folder);
  return folder;
}

const mounted: string[] = [];
const KB = 1024;
const disks = [16 * KB, 60 * KB, 100 * KB, 140 * KB].map((bytes) => ({ bytes, folder: diskOf(bytes) }));
// Before the temporary folders are removed.
afterAll(() => mounted.forEach((folder) => void spawnSync('umount', [folder])));

test.skipIf(disks.some(({ folder }) => folder === undefined)).each(disks)(
  'a disk of $bytes bytes that fills up: what was created is taken back, and no report says what nobody can read',
  async ({ bytes, folder = '' }) => {
    const service = createReference({ chunkDelayMs: 0 });
    const env = { CONFORM_TOKEN: service.credentials.bearer };
    let created = 0;
    const { url, close } = await listen((request) => {
      if (request.method === 'POST') created += 1;
      return service.fetch(request);
    });
    const keys = async (): Promise<string> => {
      const headers = { authorization: `Bearer ${service.credentials.bearer}` };
      return (await service.fetch(new Request(`${url}/api/v1/api-keys`, { headers }))).text();
    };
    const before = await keys();
    try {
      const argv = ['run', url, '--only', 'createApiKey', '--only', 'deleteApiKey', '--allow', 'writes'];
      const { status, err } = await conform([...argv, '--report', 'r'], { cwd: folder, env });
      expect(err).toMatch(/cannot be written(?: to \S+)? \(ENOSPC\)/u);
      expect(created).toBeGreaterThan(10);
      expect(await keys()).toBe(before);
      const report = JSON.parse(readFileSync(join(folder, 'r', 'report.json'), 'utf8')) as Report;
      const files = readdirSync(join(folder, 'r'));
      // Where the report itself did not fit, the one from the beginning stands, which says that the run has not ended.
      expect(report.outcome.exitStatus).toBe(report.run.complete ? 0 : 3);
      expect(status).toBe(report.run.complete && files.includes('report.html') ? 0 : 2);
      expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
      // The journal takes some seventy kilobytes: one that was cut off can be judged, and is of a run that did not end.
      expect((await conform(['judge', 'r'], { cwd: folder })).status).toBe(bytes < 70 * KB ? 3 : 0);
    } finally {
      await close();
    }
  },
);
