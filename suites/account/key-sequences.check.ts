import { check, NotShown } from '../../src/check/index.ts';
import { asked, keySequences, type Shown } from './key-sequences.ts';

/** The steps of all sequences that show a clause. */
function inAnyOrder(clause: string, shown: Shown) {
  return check({
    clause,
    variant: 'in-any-order',
    depth: 'deep',
    async act(tools) {
      const { steps: all, broken, replay } = await keySequences(tools);
      const steps = all.filter(({ shows }) => shows === shown);
      if (steps.length === 0) throw new NotShown('skip', 'no sequence of this seed came to it');
      return { steps, replay: broken?.shows === shown ? replay : '' };
    },
    judge: ({ steps }) => steps.map((step) => asked(step)),
  });
}

export const keysAreListedInAnyOrder = inAnyOrder('listApiKeys/follows-every-change', 'keys');

export const newKeysOpenInAnyOrder = inAnyOrder('createApiKey/created-key-opens-rate-limit', 'opens');

export const otherKeysOpenInAnyOrder = inAnyOrder('deleteApiKey/leaves-other-keys', 'opens after a deletion');

export const deletedKeysOpenNothingInAnyOrder = inAnyOrder('deleteApiKey/deleted-key-opens-nothing', 'closed');

export const deletingAgain404InAnyOrder = inAnyOrder('deleteApiKey/deleting-again-404', 'deleted once');

export const webhooksAreListedInAnyOrder = inAnyOrder('listWebhooks/lists-created-webhooks', 'webhooks');
