import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createReference } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';
import { pack, packagesBelow, sizeOnDisk } from '../package/packed.ts';

/** From the tarball to a verdict in an empty folder: the first time, again, and without a network. */
export async function measurePackage(): Promise<readonly string[]> {
  const packed = await pack();
  const service = await listen(createReference().fetch);
  try {
    const cwd = packed.folder('npx');
    const args = ['--yes', packed.manifest.name, 'run', service.url, '--depth', 'smoke', '--quiet'];
    const rows: string[] = [];
    for (const [name, more] of [
      ['cold', []],
      ['warm', []],
      ['offline', ['--offline']],
    ] as const) {
      const began = performance.now();
      const { status, out } = await packed.run('npx', [...more, ...args], { cwd });
      const ending = out.trimEnd().split('\n').at(-1) ?? '';
      rows.push(`| npx, ${name} | ${((performance.now() - began) / 1000).toFixed(1)} s | ${status}: ${ending} |`);
    }
    const project = packed.folder('project');
    await packed.run('npm', ['install', '--no-save', packed.manifest.name], { cwd: project });
    const modules = join(project, 'node_modules');
    return [
      '| From the tarball to a verdict (smoke, the reference service) | time | it ends with |',
      '|---|---|---|',
      ...rows,
      '',
      `Tarball: ${megabytes(statSync(packed.tarball).size)}. Installed: ${megabytes(sizeOnDisk(modules))} on disk, ${packagesBelow(modules).length} packages.`,
    ];
  } finally {
    await service.close();
    await packed.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
