import type { Check } from '../../src/check/index.ts';
import * as creation from './key-creation.check.ts';
import * as deletion from './key-deletion.check.ts';
import * as rateLimit from './rate-limit.check.ts';
import * as usage from './usage.check.ts';
import * as webhooks from './webhooks.check.ts';

/** What only this contract knows of the account; the lives of keys and webhooks are declared (`x-resource`). */
export const accountChecks: readonly Check[] = [rateLimit, creation, deletion, webhooks, usage].flatMap((topic) =>
  Object.values(topic),
);
