#!/usr/bin/env node
import { processIo } from './io.ts';
import { main } from './program.ts';

process.exitCode = await main(process.argv.slice(2), processIo());
// Open sockets and timers do not matter any more: once all output is written, the process ends.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
);
process.exit();
