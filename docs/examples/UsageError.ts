import { runConformance, UsageError } from 'conform-contract';

const error = await runConformance({ target: 'ftp://staging.example' }).catch((caught: unknown) => caught);
console.log(error instanceof UsageError); // true
