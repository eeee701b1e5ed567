import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInProfiles, loadProfile } from '../../src/config/profile.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/package.ts';
import { conflictsPage } from './conflicts-page.ts';

const { document } = await loadDocument();
const profiles = builtInProfiles().map((name) => loadProfile(name, { document, folder: packageRoot() }));
writeFileSync(join(packageRoot(), 'docs', 'conflicts.md'), conflictsPage(document, profiles));
