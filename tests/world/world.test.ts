import { describe, expect, test } from 'vitest';
import { awayAfter, bannedAfter, isWrongCredential, uncheckedAfter } from '../../fixtures/world/away.ts';
import { clocksOff } from '../../fixtures/world/clocks.ts';
import { titlesEditedFrom } from '../../fixtures/world/corpus.ts';
import { deployedAfter } from '../../fixtures/world/deployment.ts';
import { keepingFor } from '../../fixtures/world/edge-cache.ts';
import { endingAt, refusal } from '../../fixtures/world/ending.ts';
import { allWorlds, type World } from '../../fixtures/world/index.ts';
import { keysFoundStill, keysKnownLate } from '../../fixtures/world/key-cache.ts';
import { overloaded } from '../../fixtures/world/load.ts';
import { losing } from '../../fixtures/world/lost-answers.ts';
import { lagging } from '../../fixtures/world/replica.ts';
import { sometimes } from '../../fixtures/world/statuses.ts';
import { CUT, editedJson, ofGateway, pathOf } from '../../fixtures/world/world.ts';
import { inPart } from '../../scripts/gate/part.ts';
import { hasSucceeded, type Outcome, type Transport, type WireRequest } from '../../src/http/exchange.ts';
import { falseAlarms } from '../benign/trial.ts';
import { runIn } from './run-in.ts';

/** So large a part of the worlds is in the first tier of the gate. */
const SHARE = 1 / 8;
const idOf = ({ id }: Pick<World, 'id'>): string => id;

describe.each(inPart(allWorlds, SHARE, idOf))('$id', (world) => {
  test(`is held against nobody: ${world.because}`, async () => {
    const { report } = await runIn(world, { only: world.only ?? [] });
    expect(falseAlarms(report)).toEqual([]);
    expect(report.findings).toEqual([]);
    expect(report.setup.map(({ id }) => id)).toEqual(world.ends ?? []);
    expect(report.outcome.exitStatus).toBe(world.ends !== undefined || world.leavesOpen === true ? 3 : 0);
  });
});

/** The service itself answers certain requests otherwise. */
function broken(when: (request: WireRequest) => boolean, change: (outcome: Outcome) => Outcome): World['around'] {
  return (service): Transport =>
    async (request, signal) =>
      when(request) ? change(await service(request, signal)) : service(request, signal);
}

/** The same of every so many of them. */
function sometimesBroken(
  when: (request: WireRequest) => boolean,
  every: number,
  change: (outcome: Outcome) => Outcome,
): World['around'] {
  return (service, clock) => {
    let count = 0;
    return broken((request) => when(request) && ++count % every === 0, change)(service, clock);
  };
}

function both(outer: World['around'], inner: World['around']): World['around'] {
  return (service, clock) => outer(inner(service, clock), clock);
}

const isList = ({ method, url }: WireRequest): boolean => method === 'GET' && url.endsWith('/api/v1/api-keys');
const isDeletion = ({ method }: WireRequest): boolean => method === 'DELETE';
const isUsage = (request: WireRequest): boolean => pathOf(request) === '/api/v1/usage';
const isInversion = (request: WireRequest): boolean => pathOf(request) === '/api/parameters/inversion';
const isRateLimit = (request: WireRequest): boolean => pathOf(request) === '/api/v1/rate-limit';
const isDetail = (request: WireRequest): boolean => pathOf(request).startsWith('/api/papers/');
const isSearch = (request: WireRequest): boolean => pathOf(request) === '/api/research/search';

const withText = (outcome: Outcome, edit: (text: string) => string): Outcome => {
  if (!hasSucceeded(outcome)) return outcome;
  const text = edit(outcome.body.text);
  return { ...outcome, body: { text, size: text.length, utf8: true, json: { value: JSON.parse(text) } } };
};

/** The same trouble beside a fault that looks like it. */
const FAULTS: readonly (Pick<World, 'id' | 'around'> & { readonly only: readonly string[]; readonly shows: string })[] =
  [
    {
      id: 'a deletion that is never carried out, where another one’s answer is lost',
      around: both(
        losing(CUT, 0),
        broken(isDeletion, (outcome) => (hasSucceeded(outcome) ? ofGateway(404) : outcome)),
      ),
      only: ['deleteApiKey', 'listApiKeys'],
      shows: 'deleteApiKey/valid-requests-are-not-refused',
    },
    {
      id: 'a list that never shows what was created, where lists are late',
      around: both(
        lagging(1500),
        broken(isList, (outcome) =>
          withText(outcome, (text) =>
            JSON.stringify((JSON.parse(text) as { name: string }[]).filter(({ name }) => !name.includes('conform'))),
          ),
        ),
      ),
      only: ['createApiKey', 'listApiKeys'],
      shows: 'listApiKeys/lists-created-keys',
    },
    {
      id: 'a search that finds nothing every seventh time',
      around: sometimesBroken(isSearch, 7, (outcome) =>
        hasSucceeded(outcome)
          ? editedJson(outcome, (name, value) => (name === 'papers' ? [] : name === 'totalCount' ? 0 : value))
          : outcome,
      ),
      only: ['searchPapers'],
      shows: 'searchPapers/pages-hold-total',
    },
    {
      id: 'an operation that a gateway never reaches, where there is a deployment as well',
      around: both(
        deployedAfter(20),
        broken(isUsage, () => ofGateway(502)),
      ),
      only: ['account'],
      shows: 'getUsage/valid-requests-do-not-fail',
    },
    {
      id: 'an operation that never takes the token, where the token expires as well',
      around: both(
        endingAt(60, 'authorization', refusal(401)),
        broken(isUsage, (outcome) => (hasSucceeded(outcome) ? refusal(401) : outcome)),
      ),
      only: ['account'],
      shows: 'getUsage/security/bearer-opens',
    },
    {
      id: 'an operation that takes no key together with a period, where nothing else is asked',
      around: broken(
        (request) => isUsage(request) && request.url.includes('period='),
        (outcome) => (hasSucceeded(outcome) ? refusal(401) : outcome),
      ),
      only: ['getUsage'],
      shows: 'getUsage/period/enum',
    },
    {
      id: 'an operation that does not take its credentials every third time, where nothing else is asked',
      around: sometimesBroken(isUsage, 3, (outcome) => (hasSucceeded(outcome) ? refusal(401) : outcome)),
      only: ['getUsage'],
      shows: 'getUsage/period/enum',
    },
    {
      id: 'an operation that always fails, where a small machine fails under load',
      around: both(
        overloaded(2, ofGateway(500)),
        broken(isUsage, () => ofGateway(500)),
      ),
      only: ['account'],
      shows: 'getUsage/valid-requests-do-not-fail',
    },
    {
      id: 'an operation that always fails with a page, where the whole service has such pages for a while',
      around: both(
        awayAfter(20, 2000, () => ofGateway(500)),
        broken(isUsage, () => ofGateway(500)),
      ),
      only: ['account'],
      shows: 'getUsage/valid-requests-do-not-fail',
    },
    {
      id: 'an operation that forbids everything for good, where a gateway does so for a while',
      around: both(
        bannedAfter(30, 3000),
        broken(isUsage, () => refusal(403)),
      ),
      only: ['account'],
      shows: 'getUsage/security/bearer-opens',
    },
    {
      id: 'an operation that forbids what it has to refuse, where wrong credentials are banned for a while',
      around: both(
        bannedAfter(5, 20_000, isWrongCredential),
        broken(isInversion, (outcome) =>
          outcome.kind === 'response' && outcome.status === 401 ? refusal(403) : outcome,
        ),
      ),
      only: ['account', 'inference'],
      shows: 'inferInversion/security/wrong-session-refused',
    },
    {
      id: 'an operation whose connection breaks each time, where a gateway loses answers to deletions',
      around: both(
        losing(CUT, 0),
        broken(isUsage, () => CUT),
      ),
      only: ['account'],
      shows: 'getUsage/whole-answers',
    },
    {
      id: 'an id that breaks the connection when there is none, where the service starts anew as well',
      around: both(
        awayAfter(60, 2000, () => CUT),
        broken(isDetail, (outcome) => (hasSucceeded(outcome) ? outcome : CUT)),
      ),
      only: ['research'],
      shows: 'getPaperDetail/whole-answers',
    },
    {
      id: 'an operation that fails now and then in JSON, where what checks credentials starts anew as well',
      around: both(
        uncheckedAfter(60, 2000, refusal(500)),
        sometimesBroken(isUsage, 2, () => refusal(500)),
      ),
      only: ['account'],
      shows: 'getUsage/valid-requests-do-not-fail',
    },
    {
      id: 'an operation that fails now and then with a page, where nothing else is in trouble',
      around: sometimesBroken(isUsage, 2, () => ofGateway(500)),
      only: ['account'],
      shows: 'getUsage/valid-requests-do-not-fail',
    },
    {
      id: 'an operation that always asks for another connection, where a gateway does now and then',
      around: both(
        sometimes(421, 30),
        broken(isUsage, () => ofGateway(421)),
      ),
      only: ['account'],
      shows: 'getUsage/security/apiKey-opens',
    },
    {
      id: 'a key that opens for good after its deletion, where keys are forgotten late',
      around: keysKnownLate({ opensStillMs: 3_600_000 }),
      only: ['deleteApiKey'],
      shows: 'deleteApiKey/deleted-key-opens-nothing',
    },
    {
      id: 'a key that can be deleted again for good, where it is so for a while',
      around: keysFoundStill(3_600_000),
      only: ['deleteApiKey'],
      shows: 'deleteApiKey/deleting-again-404',
    },
    {
      id: 'a limit of no tier, where the clocks of two instances differ',
      around: both(
        clocksOff(0, 300_000),
        broken(isRateLimit, (outcome) =>
          withText(outcome, (text) => {
            const told = JSON.parse(text) as { limit: number; remaining: number };
            return JSON.stringify({ ...told, limit: told.limit + 7, remaining: told.remaining + 7 });
          }),
        ),
      ),
      only: ['account'],
      shows: 'getRateLimit/limit-is-the-tiers',
    },
    {
      id: 'another paper that is opened under the id asked for, where titles are edited as well',
      around: both(
        titlesEditedFrom(4),
        broken(isDetail, (outcome) =>
          withText(outcome, (text) => {
            const body = JSON.parse(text) as { data?: object };
            Object.assign(body.data ?? {}, { title: 'Another paper' });
            return JSON.stringify(body);
          }),
        ),
      ),
      only: ['getPaperDetail'],
      shows: 'getPaperDetail/id-resolves',
    },
    {
      id: 'a total that counts the page alone, where searches are kept by a cache that does not say so',
      around: both(
        keepingFor(60_000, { saysAge: false }),
        broken(isSearch, (outcome) =>
          withText(outcome, (text) => {
            const body = JSON.parse(text) as { papers: readonly unknown[]; data?: { papers: readonly unknown[] } };
            const found = body.data ?? body;
            Object.assign(found, { totalCount: found.papers.length });
            return JSON.stringify(body);
          }),
        ),
      ),
      only: ['searchPapers'],
      shows: 'searchPapers/total-is-the-same-on-every-page',
    },
  ];

describe.each(inPart(FAULTS, SHARE, idOf))('$id', ({ around, only, shows }) => {
  test(`is found: ${shows}`, async () => {
    const { report } = await runIn({ around }, { only });
    expect(report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toContain(shows);
    expect(report.outcome.exitStatus).toBe(1);
  });
});

test('trouble that passed is told in a note, with its times', async () => {
  const { record } = await runIn({ around: deployedAfter(40) }, { only: ['papers'] });
  expect(record.notes.join('\n')).toMatch(
    /^8 requests got status 502 between 2026-08-01T09:03:0\S+ and 2026-08-01T09:03:0\S+ /u,
  );
  const late = await runIn({ around: lagging(1100) }, { only: ['listApiKeys'] });
  expect(late.record.notes.join('\n')).toContain('listApiKeys showed what had been changed only after 1.2 s.');
});
