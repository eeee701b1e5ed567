import { expect, test } from 'vitest';
import { judgeEvidence } from '../../src/judge/evidence.ts';
import { spanIsThatOfThePeriod } from '../../suites/account/usage.check.ts';
import { exchange, json } from '../support/exchanges.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PERIODS = ['hour', 'day', 'week', 'month'] as const;
type Period = (typeof PERIODS)[number];

/** The offsets from UTC that are in use, in hours. */
const ZONES = [-11, -9.5, -8, -3.5, 0, 1, 3.5, 5.75, 8, 10.5, 12.75, 14];
/** Whenever somebody may look: the first and last minutes of units among them. */
const MOMENTS = [
  '2026-01-01T00:00:07Z',
  '2026-02-28T23:59:41Z',
  '2026-03-29T01:17:00Z',
  '2026-05-31T12:00:00Z',
  '2026-08-01T10:14:59Z',
  '2026-11-25T13:02:09Z',
  '2028-02-29T18:31:12Z',
].map((text) => Date.parse(text));

function verdictOn(period: Period, start: number, end: number) {
  const time = (at: number) => new Date(at).toISOString();
  const outcome = json(200, {
    period: { start: time(start), end: time(end) },
    requests: { total: 0, successful: 0, failed: 0 },
    endpoints: [],
    quota: { limit: 0, used: 0, remaining: 0 },
  });
  const answer = exchange({ operation: 'getUsage', request: { query: { period } }, outcome });
  return judgeEvidence(suiteUnder({}), spanIsThatOfThePeriod, { pairs: [], answers: [answer] }).kind;
}

/** When the unit of the calendar began that it is at this time, where clocks are so many hours ahead; weeks begin on this day. */
function beginning(period: Period, now: number, zone: number, firstDay: number): number {
  const local = new Date(now + zone * HOUR);
  if (period === 'hour') return local.setUTCMinutes(0, 0, 0) - zone * HOUR;
  local.setUTCHours(0, 0, 0, 0);
  if (period === 'week') local.setUTCDate(local.getUTCDate() - ((local.getUTCDay() - firstDay + 7) % 7));
  if (period === 'month') local.setUTCDate(1);
  return local.getTime() - zone * HOUR;
}

const UNITS = PERIODS.flatMap((period) =>
  ZONES.flatMap((zone) => [6, 0, 1].flatMap((firstDay) => MOMENTS.map((now) => ({ period, zone, firstDay, now })))),
);

test('the unit of the calendar is right from its start until now, wherever it began', () => {
  const wrong = UNITS.filter(
    ({ period, zone, firstDay, now }) => verdictOn(period, beginning(period, now, zone, firstDay), now) !== 'pass',
  );
  expect(wrong).toEqual([]);
});

const LENGTHS: Readonly<Record<Period, readonly number[]>> = {
  hour: [HOUR],
  day: [DAY, 23 * HOUR, 25 * HOUR, DAY - 1],
  week: [7 * DAY, 7 * DAY - 1],
  month: [28 * DAY, 30 * DAY, 31 * DAY, 31 * DAY - 1],
};

test.each(PERIODS)('%s: a rolling one is right at its full length', (period) => {
  for (const now of MOMENTS)
    for (const length of LENGTHS[period]) expect(verdictOn(period, now - length, now)).toBe('pass');
});

test.each(PERIODS.slice(1))('%s: another length that begins at no unit is wrong', (period) => {
  const now = Date.parse('2026-11-25T13:02:09Z');
  const others = PERIODS.filter((other) => other !== period);
  for (const other of others) expect(verdictOn(period, now - (LENGTHS[other][0] ?? 0), now)).toBe('fail');
});
