import { runTier } from './tier.ts';

/** `npm test`: all that is quick, and a drawn part of all that is slow. `--seed S` or GATE_SEED draws by another seed than the commit. */
await runTier('test');
