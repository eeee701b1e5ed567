import { check } from '../../src/check/index.ts';

/** What the document declares of every created webhook. */
function onCreatedWebhooks(slug: string) {
  return check({
    clause: `createWebhook/${slug}`,
    once: true,
    act: (tools) => tools.life('createWebhook'),
  });
}

export const urlIsEchoed = onCreatedWebhooks('url-is-echoed');
export const eventsAreEchoed = onCreatedWebhooks('events-are-echoed');
export const createdAtIsNow = onCreatedWebhooks('created-at-is-now');
export const startsUntriggered = onCreatedWebhooks('starts-untriggered');
