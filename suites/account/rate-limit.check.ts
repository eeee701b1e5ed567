import {
  check,
  enough,
  holds,
  isSuccess,
  numberAt,
  type Tools,
  textAt,
  unlessNotShown,
} from '../../src/check/index.ts';
import { rateTiers } from '../rate-tiers.ts';
import { answered, eachReading, type Reading, type Readings, readingFrom, readings, resetOf } from './readings.ts';

type Tiered = Readings & { readonly tiers: Readonly<Record<string, number>>; readonly windowMs: number };

async function tiered(tools: Tools, from: (tools: Tools) => Promise<Readings>): Promise<Tiered> {
  return { ...(await from(tools)), ...rateTiers(tools) };
}

/** Readings with new keys of each tier, the tiers of the given credentials being only one or two of them. */
async function readingsOfNewKeys(tools: Tools): Promise<Readings> {
  return { readings: (await tools.life('createApiKey')).uses.map(readingFrom) };
}

/** Where requests are few and keys may be created, a new key's; else those with the given credentials. */
async function someReadings(tools: Tools): Promise<Readings> {
  const brief = tools.thrifty ? await unlessNotShown(() => readingsOfNewKeys(tools)) : undefined;
  return brief?.readings.every(({ answer }) => isSuccess(answer)) === true ? brief : readings(tools);
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

function pairs({ readings: all }: Readings): readonly Pair[] {
  return all.slice(1).flatMap((after, index) => {
    const before = all[index];
    const sameWindow =
      before !== undefined && before.who === after.who && Math.abs(resetOf(before) - resetOf(after)) <= SAME_WINDOW_MS;
    return sameWindow ? [{ before, after }] : [];
  });
}

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
