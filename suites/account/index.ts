import type { Check } from '../../src/check/index.ts';
import * as creation from './key-creation.check.ts';
import * as deletion from './key-deletion.check.ts';
import * as sequences from './key-sequences.check.ts';
import * as rateLimit from './rate-limit.check.ts';
import * as usage from './usage.check.ts';
import * as webhooks from './webhooks.check.ts';

export const accountChecks: readonly Check[] = [
  rateLimit.limitIsTheTiers,
  rateLimit.limitIsTheTiersForNewKeys,
  rateLimit.windowIsFifteenMinutes,
  rateLimit.windowIsFifteenMinutesForNewKeys,
  rateLimit.usedPlusRemainingIsLimit,
  rateLimit.resetIsNotInThePast,
  rateLimit.resetIsWithinOneWindow,
  rateLimit.usedNeverFallsWithinAWindow,
  creation.tierDefaultsToFree,
  creation.permissionsDefaultToRead,
  creation.nameIsEchoed,
  creation.tierIsEchoed,
  creation.permissionsAreEchoed,
  creation.expiresAfterExpiresIn,
  creation.eachKeyIsNew,
  creation.createdKeyOpensRateLimit,
  creation.rateTiersAreRefused,
  creation.emptyNameIsRefused,
  creation.refusalCreatesNothing,
  creation.listsCreatedKeys,
  deletion.dropsDeletedKeys,
  deletion.followsEveryChange,
  deletion.followsEveryChangeAtLength,
  deletion.deletedKeyOpensNothing,
  deletion.deletingAgain404,
  deletion.unknownId404,
  deletion.malformedIdIsRefused,
  deletion.leavesOtherKeys,
  sequences.keysAreListedInAnyOrder,
  sequences.newKeysOpenInAnyOrder,
  sequences.otherKeysOpenInAnyOrder,
  sequences.deletedKeysOpenNothingInAnyOrder,
  sequences.deletingAgain404InAnyOrder,
  sequences.webhooksAreListedInAnyOrder,
  webhooks.urlIsEchoed,
  webhooks.eventsAreEchoed,
  webhooks.startsUntriggered,
  webhooks.eachWebhookIsNew,
  webhooks.listsCreatedWebhooks,
  usage.periodDefaultsToDay,
  usage.startIsNotAfterEnd,
  usage.totalIsSuccessfulPlusFailed,
  usage.quotaAddsUp,
];
