import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package.ts';
import { measureInit } from './init.ts';
import { measurePackage } from './package.ts';
import { measureReports } from './reports.ts';

/**
 * What a user waits for and what it takes up: the package, the pages, and what `conform init` finds by itself. Prints
 * Markdown and writes reports/measured.md. Times are those of this machine; none of them is a gate.
 * `npm run measure -- init reports package` takes some of it.
 */
const PARTS = { package: measurePackage, reports: measureReports, init: measureInit } as const;

const names = process.argv.slice(2);
const chosen = Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name));
if (chosen.length === 0) throw new Error(`known parts: ${Object.keys(PARTS).join(', ')}`);
const told: string[] = [];
for (const [, measure] of chosen) told.push((await measure()).join('\n'));
const text = `${told.join('\n\n')}\n`;
process.stdout.write(text);
writeFileSync(join(packageRoot(), 'reports', 'measured.md'), text);
