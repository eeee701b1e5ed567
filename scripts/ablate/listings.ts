import { register } from 'node:module';
import type { runListings } from './listing-runs.ts';

/** Runs services with faults of listings without some steps: their names with a plus between them, seeds, every Nth mutant. */
const [names = '', seeds = '3', sample = '20'] = process.argv.slice(2);
register(new URL('hooks.js', import.meta.url));
const url = new URL('listing-runs.js', import.meta.url);
if (names !== '') url.search = new URLSearchParams({ without: names, within: '/' }).toString();
const runs = (await import(url.href)) as { readonly runListings: typeof runListings };
for await (const row of runs.runListings(names, Number(seeds), Number(sample))) process.send?.(row);
process.disconnect?.();
