#!/usr/bin/env node
import { processIo } from './io.ts';
import { main } from './program.ts';
import { keepHeapSteady } from './gc-flags.ts';

keepHeapSteady();
process.exitCode = await main(process.argv.slice(2), processIo());
