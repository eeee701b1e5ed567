import { describe, test } from 'vitest';
import { conformanceTests, optionsFromEnvironment } from '../src/vitest.ts';

// Without a target this throws, and so the file fails: no test of it can be green by not having been run.
await conformanceTests({ describe, test }, await optionsFromEnvironment(process.env, process.cwd()));
