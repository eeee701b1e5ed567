import {
  type Assertion,
  accepted,
  answeredWith,
  applicable,
  type CheckContext,
  check,
  type Exchange,
  enough,
  holds,
  isSuccess,
  numberAt,
  operationOf,
  type Role,
  statusOf,
  textAt,
} from '../../src/check/index.ts';
import { rateTiers } from '../rate-tiers.ts';

type Burst = {
  /** How many were served before the first that was not. */
  readonly served: number;
  /** The last that was served, the first that was not, and two more. */
  readonly edge: readonly Exchange[];
};

/** Requests until one is not served, at most so many, and two more after it. */
async function burst(tools: CheckContext, atMost: number, roles: readonly Role[]): Promise<Burst> {
  const next = () =>
    tools.send(
      tools
        .request('listPapers')
        .query({ limit: 1 })
        .as(...roles)
        .fresh()
        .noRetry(),
    );
  let served = 0;
  let last = await next();
  let before = last;
  while (isSuccess(last) && served < atMost) {
    served += 1;
    before = last;
    last = await next();
  }
  return {
    served,
    edge: isSuccess(last) ? [last] : [...(served === 0 ? [] : [before]), last, await next(), await next()],
  };
}

function refusals({ edge }: Burst): readonly Exchange[] {
  return edge.filter((exchange) => !isSuccess(exchange));
}

/** The exact statuses that the document declares for a listing beside success and a bad query: the used-up limit. */
function limitKeys({ contract }: CheckContext): readonly string[] {
  const { responses, rejects } = operationOf(contract, 'listPapers');
  return responses.map(({ key }) => key).filter((key) => /^4\d\d$/u.test(key) && key !== rejects['invalid-query']);
}

function refusedForTheLimit(exchange: Exchange, keys: readonly string[]): readonly Assertion[] {
  return [answeredWith(exchange, ...keys)];
}

/** Without a credential: the window may have been open before, so fewer than the tier's number may be left. */
function anonymousBurst(tools: CheckContext): Promise<Burst> {
  return tools.shared('an anonymous burst', () =>
    burst(tools, Number(rateTiers(tools).tiers['anonymous']) * 2 + 10, []),
  );
}

export const pastTheLimit429 = check({
  clause: 'listPapers/past-the-limit-429',
  once: true,
  aboutLimits: true,
  async act(tools) {
    const limit = Number(rateTiers(tools).tiers['anonymous']);
    return { ...(await anonymousBurst(tools)), limit, keys: limitKeys(tools) };
  },
  given: (evidence) => [
    applicable(
      refusals(evidence).length > 0,
      `${evidence.served} requests within a window were served, so no limit seems to be switched on`,
    ),
  ],
  judge: (evidence) => {
    const [first] = refusals(evidence);
    const within =
      first === undefined
        ? []
        : [
            holds(evidence.served <= evidence.limit, first, {
              expected: `at most ${evidence.limit} requests served within a window`,
              actual: `${evidence.served} served`,
            }),
          ];
    return [
      ...evidence.edge
        .slice(evidence.served === 0 ? 0 : 1)
        .flatMap((exchange) => refusedForTheLimit(exchange, evidence.keys)),
      ...within,
    ];
  },
});

/** The credential with the fewest requests left in its window, and what is left after one listing. */
interface Left {
  readonly role: Role;
  readonly first: Exchange;
  readonly second: Exchange;
}

function fewestLeft(tools: CheckContext): Promise<Left | undefined> {
  return tools.shared('what is left of the rate limit', async () => {
    const readings: Left[] = [];
    for (const role of ['apiKey', 'bearer'] as const) {
      const reading = await leftOf(tools, role).catch(() => undefined);
      if (reading !== undefined) readings.push(reading);
    }
    return readings.sort((a, b) => remaining(a.second) - remaining(b.second))[0];
  });
}

async function leftOf(tools: CheckContext, role: Role): Promise<Left> {
  const read = () => tools.send(tools.request('getRateLimit').as(role).fresh());
  const first = await read();
  await tools.send(tools.request('listPapers').query({ limit: 1 }).as(role).fresh());
  await tools.send(tools.request('listPapers').query({ limit: 1 }).as(role).fresh());
  return { role, first, second: await read() };
}

function remaining(reading: Exchange): number {
  return numberAt(reading, '/remaining') ?? Number.NaN;
}

const SPARE_MS = 120_000;

/** Few are left: cheap enough for every depth. Otherwise it is a matter for the deepest. */
const FEW = 300;
const MANY = 9000;

/** A limit that is enforced later than it is told is looked for so much further. */
const furtherThan = (count: number): number => count + Math.max(10, Math.ceil(count / 2));

type Used = {
  /** Callers without a credential are refused past theirs: then limits are switched on. */
  readonly enforced: boolean;
  readonly left: Left | undefined;
  readonly burst: Burst | undefined;
  readonly timeLeft: number;
  readonly keys: readonly string[];
};

/** Uses up what is left of a window where it is more than `above` and at most `atMost`. */
async function useUp(tools: CheckContext, above: number, atMost: number): Promise<Used> {
  const left = await fewestLeft(tools);
  const keys = limitKeys(tools);
  const enforced = await isEnforced(tools, keys);
  if (left === undefined) return { enforced, left, burst: undefined, timeLeft: 0, keys };
  const timeLeft = Date.parse(textAt(left.second, '/resetTime') ?? '') - tools.now();
  const count = remaining(left.second);
  const fit = count < remaining(left.first) && count > above && count <= atMost && timeLeft > SPARE_MS;
  const done = fit ? await burst(tools, furtherThan(count), [left.role]) : undefined;
  return { enforced, left, timeLeft, burst: done, keys };
}

async function isEnforced(tools: CheckContext, keys: readonly string[]): Promise<boolean> {
  return refusals(await anonymousBurst(tools)).some((one) => keys.includes(String(statusOf(one))));
}

/** Whether any limit is switched on shows in the end only: one that counts nothing, or refuses nobody at all, is left alone. */
function usable({ enforced, left, burst: done, timeLeft }: Used, above: number, atMost: number): readonly Assertion[] {
  if (left === undefined) return [applicable(false, 'neither an API key nor a bearer token was given')];
  const count = remaining(left.second);
  return [
    accepted(left.first),
    accepted(left.second),
    applicable(
      count > above && count <= atMost,
      `${count} requests are left in the window, ${count > atMost ? 'too many to use up here; run with --depth deep' : 'which is shown otherwise'}`,
    ),
    enough(count < remaining(left.first), 'listings are not counted for this credential'),
    enough(timeLeft > SPARE_MS, 'the window ends too soon to use up what is left in it'),
    applicable(
      enforced || done === undefined || refusals(done).length > 0,
      'more requests than were left were served, so no limit seems to be switched on',
    ),
  ];
}

function servedWhatWasLeft({ left, burst: done, keys }: Used): readonly Assertion[] {
  if (left === undefined || done === undefined) return [];
  const expected = remaining(left.second);
  const first = (refusals(done)[0] ?? done.edge.at(-1)) as Exchange;
  return [
    holds(Math.abs(done.served - expected) <= 1, first, {
      expected: `the ${expected} requests that were left to be served`,
      actual: `${done.served} served`,
    }),
    ...refusals(done).flatMap((exchange) => refusedForTheLimit(exchange, keys)),
  ];
}

/** Between the two readings. */
const LISTINGS = 2;

/** Whose limit is enforced has requests counted; whether the status itself counts is left open. */
export const usedFollowsTraffic = check({
  clause: 'getRateLimit/used-follows-traffic',
  once: true,
  aboutLimits: true,
  async act(tools) {
    const keys = limitKeys(tools);
    const enforced = await isEnforced(tools, keys);
    return { enforced, left: enforced ? await fewestLeft(tools) : undefined };
  },
  given: ({ enforced, left }) => [
    applicable(enforced, 'no limit seems to be switched on'),
    applicable(left !== undefined, 'neither an API key nor a bearer token was given'),
    ...(left === undefined ? [] : [accepted(left.first), accepted(left.second)]),
    applicable(left === undefined || remaining(left.first) > 0, 'nothing is left that could be used'),
    enough(left === undefined || isSameWindow(left), 'a window ended between two readings'),
  ],
  judge({ left }) {
    if (left === undefined) return [];
    const [before = Number.NaN, after = Number.NaN] = [left.first, left.second].map((one) => numberAt(one, '/used'));
    return [
      holds(after >= before + LISTINGS, left.second, {
        expected: `at least ${before + LISTINGS} used, after ${LISTINGS} listings with the same credential`,
        actual: after,
        at: '/used',
      }),
    ];
  },
});

function isSameWindow({ first, second }: Left): boolean {
  const [one = Number.NaN, other = Number.NaN] = [first, second].map((it) =>
    Date.parse(textAt(it, '/resetTime') ?? ''),
  );
  return !(other - one > GRAIN_MS);
}

/** A window that begins anew ends minutes later; one and the same may be told with or without fractions of a second. */
const GRAIN_MS = 1000;

/** With a credential its rate-limit status tells how many requests are left; whether the status itself counts is left open. */
export const wholeLimitIsServed = check({
  clause: 'listPapers/whole-limit-is-served',
  once: true,
  aboutLimits: true,
  act: (tools) => useUp(tools, 0, FEW),
  given: (used) => usable(used, 0, FEW),
  judge: (used) => servedWhatWasLeft(used),
});

export const wholeLimitIsServedToTheLast = check({
  clause: 'listPapers/whole-limit-is-served',
  variant: 'many',
  depth: 'deep',
  once: true,
  aboutLimits: true,
  act: (tools) => useUp(tools, FEW, MANY),
  given: (used) => usable(used, FEW, MANY),
  judge: (used) => servedWhatWasLeft(used),
});
