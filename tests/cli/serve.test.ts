import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import { readTargetFile } from '../../src/config/target-file.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { pretend } from './io.ts';

/** Serves while `look` looks at it; whatever it says is in `err`. */
async function serving(
  flags: readonly string[],
  look: (seen: { readonly err: string; readonly url: string; readonly target: string }) => Promise<void> | void,
): Promise<void> {
  const cwd = temporaryFolder();
  const { io, err, interrupt } = pretend({ cwd });
  const served = main(['serve', '--write-target', 'target.yaml', ...flags], io);
  try {
    await eventually(() => expect(err()).toContain('conform run --target'));
    const [url = ''] = /http:\/\/[\d.:]+/u.exec(err()) ?? [];
    await look({ err: err(), url, target: join(cwd, 'target.yaml') });
  } finally {
    interrupt();
    expect(await served).toBe(0);
  }
}

test('a service may have several faults at once', async () => {
  await serving(['--mutant', 'listPapers/route', '--mutant', 'searchPapers/route'], async ({ err, url }) => {
    expect(err).toMatch(/breaks listPapers\/route: [\s\S]*breaks searchPapers\/route: /u);
    const statuses = await Promise.all(
      ['/api/v1/papers', '/api/research/search', '/api/chat'].map(async (path) => (await fetch(url + path)).status),
    );
    expect(statuses).toEqual([404, 404, 200]);
  });
});

test('the profile of the target file never contradicts the branch that a fault needs', async () => {
  const fault = ['--mutant', 'predict/body/systemType/required#not-checked-flat'];
  const cases = [
    [[], 'reference-pages', false],
    [fault, 'any', true],
    [[...fault, '--branch', 'predict-body=nested'], 'any', true],
    [[...fault, '--profile', 'machine-readable'], 'machine-readable', false],
  ] as const;
  for (const [flags, profile, says] of cases)
    await serving(flags, ({ err, target }) => {
      expect(readTargetFile(target, {}).profile).toBe(profile);
      expect(err.includes('This fault needs predict-body=flat, and profile reference-pages')).toBe(says);
    });
});

test('it prints the variables that the curl lines of a report read, with the credentials of its target file', async () => {
  await serving([], ({ err, target }) => {
    const lines = [...err.matchAll(/^ {2}export (CONFORM_\w+)=(.+)$/gmu)].map(([, name, value]) => [name, value]);
    expect(lines.map(([name]) => name)).toEqual(['CONFORM_API_KEY', 'CONFORM_TOKEN', 'CONFORM_SESSION']);
    const text = readFileSync(target, 'utf8');
    for (const [, value] of lines) expect(text).toContain(`${value}\n`);
  });
});
