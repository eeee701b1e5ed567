import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder, gone when all tests are done. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'conform-test-'));
}

/**
 * Before the first test: whatever the tests, and the commands that they start, keep in a temporary folder lies under one,
 * which goes at the end. A hook in a helper's file would not do, for files that share their modules load it once.
 */
export function setup(): () => void {
  const root = temporaryFolder();
  process.env['TMPDIR'] = root;
  return () => rmSync(root, { recursive: true, force: true });
}
