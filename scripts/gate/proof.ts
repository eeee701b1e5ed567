import { runTier } from './tier.ts';

/** `npm run proof`: all that `npm test` with the same seed leaves out, and the four numbers of a change. */
await runTier('proof');
