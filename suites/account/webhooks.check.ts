import {
  type Assertion,
  at,
  check,
  controlOf,
  type Exchange,
  holds,
  accepted,
  textAt,
  type Tools,
} from '../../src/check/index.ts';

interface Subscription {
  readonly url: string;
  readonly events: readonly string[];
}

interface NewWebhook {
  readonly asked: Subscription;
  readonly answer: Exchange;
}

type NewWebhooks = { readonly webhooks: readonly NewWebhook[] };

/** There is no way to delete a webhook: so one serves every clause, beside the one that any run creates to see creating work. */
function createdWebhooks(tools: Tools): Promise<NewWebhooks> {
  return tools.shared('webhooks', async () => {
    const first = await controlOf(tools, 'createWebhook');
    const asked = subscription(tools);
    return {
      webhooks: [
        { asked: askedIn(first), answer: first },
        { asked, answer: await tools.send(tools.request('createWebhook').json(asked)) },
      ],
    };
  });
}

function askedIn({ request }: Exchange): Subscription {
  return JSON.parse(request.body ?? '{}') as Subscription;
}

function subscription({ mark }: Tools): Subscription {
  return { url: `https://example.org:8443/${mark}/First?source=conform&note=%C3%A9%20b`, events: ['paper.deleted'] };
}

function answered({ webhooks }: NewWebhooks): readonly Assertion[] {
  return webhooks.map(({ answer }) => accepted(answer));
}

/** What the document declares of every created webhook. */
function onCreated(slug: string) {
  return check({ clause: `createWebhook/${slug}`, once: true, act: createdWebhooks });
}

export const urlIsEchoed = onCreated('url-is-echoed');
export const eventsAreEchoed = onCreated('events-are-echoed');
export const startsUntriggered = onCreated('starts-untriggered');

/** In whichever order. */
function sameEvents(actual: unknown, expected: readonly string[]): boolean {
  return Array.isArray(actual) && JSON.stringify([...actual].sort()) === JSON.stringify([...expected].sort());
}

export const eachWebhookIsNew = check({
  clause: 'createWebhook/each-webhook-is-new',
  once: true,
  act: createdWebhooks,
  given: answered,
  judge: ({ webhooks }) => {
    const ids = new Set(webhooks.map(({ answer }) => textAt(answer, '/id')));
    return [
      holds(ids.size === webhooks.length, webhooks.at(-1)?.answer as Exchange, {
        expected: `${webhooks.length} ids for ${webhooks.length} webhooks`,
        actual: `${ids.size} different ids`,
        at: '/id',
      }),
    ];
  },
});

export const listsCreatedWebhooks = check({
  clause: 'listWebhooks/lists-created-webhooks',
  once: true,
  act: async (tools) => ({
    ...(await createdWebhooks(tools)),
    listing: await tools.send(tools.request('listWebhooks').fresh()),
  }),
  given: (all) => [...answered(all), accepted(all.listing)],
  judge: ({ webhooks, listing }) =>
    webhooks.flatMap(({ asked, answer }) => listedAs(listing, textAt(answer, '/id') ?? '', asked)),
});

function listedAs(listing: Exchange, id: string, asked: Subscription): readonly Assertion[] {
  const body = at(listing, '');
  const entries = Array.isArray(body)
    ? (body as readonly Readonly<Record<string, unknown>>[]).filter((one) => one['id'] === id)
    : [];
  const [entry] = entries;
  return [
    holds(entries.length === 1, listing, {
      expected: `webhook ${id} once in the list`,
      actual: `${entries.length} times`,
    }),
    holds(entry === undefined || entry['url'] === asked.url, listing, {
      expected: `webhook ${id} with url ${asked.url}`,
      actual: entry?.['url'],
    }),
    holds(entry === undefined || sameEvents(entry['events'], asked.events), listing, {
      expected: `webhook ${id} with events ${asked.events.join(', ')}`,
      actual: entry?.['events'],
    }),
  ];
}
