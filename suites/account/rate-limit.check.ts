import {
  applicable,
  type CheckContext,
  check,
  type Exchange,
  enough,
  holds,
  isSuccess,
  numberAt,
  textAt,
  unlessNotTested,
} from '../../src/check/index.ts';
import { rateTiers } from '../rate-tiers.ts';
import {
  answered,
  eachReading,
  eachRole,
  isSameCaller,
  type OneClock,
  onOneClock,
  type Reading,
  type Readings,
  readingFrom,
  readingOf,
  readings,
  resetOf,
} from './readings.ts';

type Tiered = Readings & { readonly tiers: Readonly<Record<string, number>>; readonly windowMs: number };

async function tiered(tools: CheckContext, from: (tools: CheckContext) => Promise<Readings>): Promise<Tiered> {
  return { ...(await from(tools)), ...rateTiers(tools) };
}

/** Readings with new keys of each tier, the tiers of the given credentials being only one or two of them. */
async function readingsOfNewKeys(tools: CheckContext): Promise<Readings> {
  return { readings: (await tools.life('createApiKey')).uses.map(readingFrom) };
}

/** With new keys, where they may be created and open what they should, and with the given credentials. */
async function someReadings(tools: CheckContext): Promise<Readings> {
  const ofNewKeys = await unlessNotTested(() => readingsOfNewKeys(tools));
  const isServed = ofNewKeys?.readings.every(({ answer }) => isSuccess(answer)) === true;
  const some: Reading[] = [];
  // What the given credentials show takes nothing else to show it again.
  for (const source of tools.sample(isServed ? [() => Promise.resolve(ofNewKeys), readings] : [readings]))
    some.unshift(...(await source(tools)).readings);
  return { readings: some };
}

const OF_NEW_KEYS = ['credential:bearer', 'allow:writes'] as const;

/** What the document declares of every status, shown with the given credentials and with new keys of each tier. */
export const limitIsTheTiers = check({ clause: 'getRateLimit/limit-is-the-tiers', act: someReadings });

export const limitIsTheTiersForNewKeys = check({
  clause: 'getRateLimit/limit-is-the-tiers',
  variant: 'new-keys',
  needs: OF_NEW_KEYS,
  act: readingsOfNewKeys,
});

export const windowIsFifteenMinutes = check({ clause: 'getRateLimit/window-is-fifteen-minutes', act: someReadings });

export const windowIsFifteenMinutesForNewKeys = check({
  clause: 'getRateLimit/window-is-fifteen-minutes',
  variant: 'new-keys',
  needs: OF_NEW_KEYS,
  act: readingsOfNewKeys,
});

export const usedPlusRemainingIsLimit = check({
  clause: 'getRateLimit/used-plus-remaining-is-limit',
  act: someReadings,
});

/** Only a window that is just about to end could be mistaken here, so little slack is needed. */
const SLACK_AT_THE_END = 5000;

export const resetIsNotInThePast = check({
  clause: 'getRateLimit/reset-is-not-in-the-past',
  act: someReadings,
  given: (all) => answered(all),
  judge: (all) =>
    eachReading(all, (one) =>
      holds(resetOf(one) >= one.from - Math.min(one.slack, SLACK_AT_THE_END), one.answer, {
        expected: `resetTime not before ${iso(one.from)}`,
        actual: textAt(one.answer, '/resetTime') ?? 'none',
        at: '/resetTime',
      }),
    ),
});

export const resetIsWithinOneWindow = check({
  clause: 'getRateLimit/reset-is-within-one-window',
  act: (tools) => tiered(tools, someReadings),
  given: (all) => answered(all),
  judge: (all) =>
    eachReading(all, (one) =>
      holds(resetOf(one) <= one.to + all.windowMs + one.slack, one.answer, {
        expected: `resetTime not after ${iso(one.to + all.windowMs)}`,
        actual: textAt(one.answer, '/resetTime') ?? 'none',
        at: '/resetTime',
      }),
    ),
});

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Two readings of one credential after one another within one window: it resets at the same time. */
interface Pair {
  readonly before: Reading;
  readonly after: Reading;
}

const SAME_WINDOW_MS = 1000;

function pairs(given: Readings): readonly Pair[] {
  const { readings: all, endOf, blurMs } = onOneClock(given);
  return all.slice(1).flatMap((after, index) => {
    const before = all[index];
    const sameWindow =
      before !== undefined &&
      isSameCaller(before, after) &&
      Math.abs(endOf(before) - endOf(after)) <= SAME_WINDOW_MS + blurMs;
    return sameWindow ? [{ before, after }] : [];
  });
}

/** Whoever keeps the seconds that are left, rounded, comes to ends that differ by less than one of them, forth and back. */
const ROUNDED_MS = 1200;
/** An end that is worked out anew each time from what is left. */
const STILL_MS = 20;

/** By one clock and as it was told: of an answer that takes long, nobody knows when its service looked at its clock. */
function movedBy({ before, after }: Pair, { endOf, blurMs }: OneClock): number {
  const [byOneClock, asTold] = [endOf, resetOf].map((end) => Math.abs(end(after) - end(before)));
  return Math.max(0, Math.min(byOneClock ?? 0, asTold ?? 0) - blurMs);
}

/** The first reading of each credential, and those after it within the same window: what had been used is used still, and more. */
function withinWindows({ readings: all }: OneClock): readonly Pair[] {
  const served = all.filter(({ answer }) => isSuccess(answer));
  return served.flatMap((after, index) => {
    const before = served.find((one) => isSameCaller(one, after));
    if (before === undefined || served.indexOf(before) === index) return [];
    const [earlier = 0, later = 0] = [before, after].map(({ answer }) => numberAt(answer, '/used'));
    // An end in the past is the affair of another clause.
    const lasts = [before, after].every((one) => resetOf(one) > after.to + after.slack);
    return earlier > 0 && later > earlier && lasts ? [{ before, after }] : [];
  });
}

/** What one caller was told of one window. */
interface Watched {
  /** The two readings whose ends lie farthest apart, and how far. */
  readonly farthest: Pair;
  readonly movedMs: number;
  /** How long at least it was told of the window, as far as it is known when its readings came. */
  readonly forMs: number;
}

function watchedIn(all: Readings): readonly Watched[] {
  const clock = onOneClock(all);
  const found = withinWindows(clock);
  return [...new Set(found.map(({ before }) => before))].map((first) => {
    const own = found.filter(({ before }) => before === first);
    const timed = [first, ...own.map(({ after }) => after)].filter(({ to }) => to > 0);
    const farthest = own.reduce((a, b) => (movedBy(b, clock) > movedBy(a, clock) ? b : a));
    return {
      farthest,
      movedMs: movedBy(farthest, clock),
      forMs: Math.max(...timed.map(({ from }) => from)) - Math.min(...timed.map(({ to }) => to)),
    };
  });
}

/** An end that moves with the time has moved by as much: one that is rounded is known from it once that is more than a second. */
function tellsMovedFromRounded(watched: readonly Watched[]): boolean {
  return (
    watched.every(({ movedMs }) => movedMs <= STILL_MS) ||
    watched.some(({ movedMs, forMs }) => movedMs > ROUNDED_MS || forMs > ROUNDED_MS)
  );
}

/** What others were told before, the readings that follow each other, and one more with each credential when all else was asked. */
async function apart(tools: CheckContext): Promise<Readings> {
  // What a check of the credentials was told before is not asked for again.
  const first = await eachRole((role) => tools.send(tools.request('getRateLimit').as(role)));
  const early = earlier([...first, ...tools.accepted('getRateLimit')]);
  const timed = (await readings(tools)).readings;
  const late = await eachRole((role) => readingOf(tools, tools.request('getRateLimit').as(role)));
  return { readings: [...early, ...timed, ...late] };
}

/** When they came is not known, unless the service's own clock tells it: it is not before the run began. */
function earlier(answers: readonly Exchange[]): readonly Reading[] {
  return answers
    .filter(({ request }) => request.credentials.length === 1)
    .toSorted((a, b) => a.seq - b.seq)
    .map((answer) => readingFrom({ answer, from: 0, to: 0 }));
}

export const resetStandsStillWithinAWindow = check({
  clause: 'getRateLimit/reset-stands-still-within-a-window',
  last: true,
  act: apart,
  given: (all) => [
    ...answered(all),
    applicable(watchedIn(all).length > 0, 'no two readings of one window count more and more'),
    applicable(
      tellsMovedFromRounded(watchedIn(all)),
      'the readings lie too close together to tell an end that moves from one that is rounded',
    ),
  ],
  judge: (all) =>
    watchedIn(all).map(({ farthest: { before, after }, movedMs }) =>
      holds(movedMs <= ROUNDED_MS, after.answer, {
        expected: `resetTime ${textAt(before.answer, '/resetTime')}, as before in this window`,
        actual: textAt(after.answer, '/resetTime') ?? 'none',
        at: '/resetTime',
      }),
    ),
});

export const usedNeverFallsWithinAWindow = check({
  clause: 'getRateLimit/used-never-falls-within-a-window',
  act: someReadings,
  given: (all) => [...answered(all), enough(pairs(all).length > 0, 'no two readings are of one window')],
  judge: (all) =>
    pairs(all).map(({ before, after }) => {
      const [earlier = 0, later = Number.NaN] = [before, after].map(({ answer }) => numberAt(answer, '/used'));
      return holds(later >= earlier, after.answer, {
        expected: `used at least ${earlier}, as before in this window`,
        actual: later,
        at: '/used',
      });
    }),
});
