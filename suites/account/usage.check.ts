import {
  type Assertion,
  accepted,
  applicable,
  type CheckContext,
  check,
  type Exchange,
  every,
  holds,
  NotTested,
  numberAt,
  objectsAt,
  operationOf,
  type Role,
  textAt,
} from '../../src/check/index.ts';
import { eachRole } from './readings.ts';

type Statistics = {
  /** Without a period and with the default one, for each credential. */
  readonly pairs: readonly { readonly bare: Exchange; readonly named: Exchange }[];
  readonly answers: readonly Exchange[];
};

/** Statistics of every period; those that were asked for before are not asked for again. */
function statistics(tools: CheckContext): Promise<Statistics> {
  return tools.shared('usage statistics', async () => {
    let day: Exchange | undefined;
    const perRole = await eachRole(async (role) => {
      const one = await statisticsOf(tools, role, day);
      day = one.pair.named;
      return one;
    });
    return { pairs: perRole.map(({ pair }) => pair), answers: perRole.flatMap(({ answers }) => answers) };
  });
}

/**
 * Every period with the first credential, and without one for each; with the default one for another credential only where
 * what it gets without one is not as long as what the first got with it.
 */
async function statisticsOf(tools: CheckContext, role: Role, day: Exchange | undefined) {
  const period = operationOf(tools.contract, 'getUsage').parameters.find(({ name }) => name === 'period')?.schema;
  const bare = await tools.send(tools.request('getUsage').as(role));
  if (day !== undefined && isAsLong(bare, day)) return { pair: { bare, named: day }, answers: [bare] };
  const answers = [bare];
  const others = (period?.enum ?? []).filter((value) => value !== period?.default);
  for (const value of role === 'bearer' ? [period?.default] : tools.sample([period?.default, ...others]))
    answers.push(
      await tools.send(
        tools
          .request('getUsage')
          .query({ period: String(value) })
          .as(role),
      ),
    );
  const named = answers.find(({ request }) => request.query['period'] === period?.default) ?? bare;
  return { pair: { bare, named }, answers };
}

function answered({ answers }: Statistics): readonly Assertion[] {
  return answers.map((answer) => accepted(answer));
}

function timeAt(answer: Exchange, end: 'start' | 'end'): number {
  return Date.parse(textAt(answer, `/period/${end}`) ?? '');
}

function lengthOf(answer: Exchange): number {
  return timeAt(answer, 'end') - timeAt(answer, 'start');
}

/** A period that ends now grows between two requests. */
const GROWTH_MS = 60_000;

function isAsLong(one: Exchange, other: Exchange): boolean {
  return Math.abs(lengthOf(one) - lengthOf(other)) <= GROWTH_MS;
}

/** Does one period end before the other begins? Then a day of the calendar ended between the two requests. */
function isPast(one: Exchange, other: Exchange): boolean {
  return timeAt(one, 'end') <= timeAt(other, 'start') || timeAt(other, 'end') <= timeAt(one, 'start');
}

export const periodDefaultsToDay = check({
  clause: 'getUsage/period-defaults-to-day',
  act: statistics,
  given: answered,
  judge: ({ pairs }) => [
    every(pairs, 'pair of answers', ({ bare, named }) =>
      holds(isAsLong(bare, named) || isPast(bare, named), bare, {
        expected: `a period of ${hours(named)} h, as with period ${named.request.query['period']}`,
        actual: `${hours(bare)} h`,
        at: '/period',
      }),
    ),
  ],
});

/** In milliseconds: how short and how long a period is, and whether one of the calendar may begin at this time. */
interface Span {
  readonly least: number;
  readonly most: number;
  readonly begins: (at: Date) => boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days begin at other times elsewhere, but nowhere between two quarters of an hour. */
const isQuarter = (at: Date): boolean => at.getTime() % (HOUR_MS / 4) < 1000;
/** The days of the calendar that it is anywhere at this time. */
const daysAt = (at: Date): readonly Date[] => [-12, 0, 14].map((offset) => new Date(at.getTime() + offset * HOUR_MS));

/** With room for a clock that is put forward or back, and for ends that are rounded to the next smaller unit. */
const SPANS: Readonly<Record<string, Span>> = {
  hour: { least: 0.9 * HOUR_MS, most: 2 * HOUR_MS, begins: isQuarter },
  day: { least: 0.9 * DAY_MS, most: 2 * DAY_MS, begins: isQuarter },
  week: {
    least: 5.9 * DAY_MS,
    most: 8.1 * DAY_MS,
    begins: (at) => isQuarter(at) && daysAt(at).some((day) => [6, 0, 1].includes(day.getUTCDay())),
  },
  month: {
    least: 26.9 * DAY_MS,
    most: 32.1 * DAY_MS,
    begins: (at) => isQuarter(at) && daysAt(at).some((day) => day.getUTCDate() === 1),
  },
};

function covers(answer: Exchange, { least, most, begins }: Span): boolean {
  const length = lengthOf(answer);
  return length <= most && (length >= least || begins(new Date(timeAt(answer, 'start'))));
}

export const spanIsThatOfThePeriod = check({
  clause: 'getUsage/span-is-that-of-the-period',
  act: statistics,
  given: answered,
  judge: ({ answers }) => [
    every(answers, 'answer', (answer) => {
      const period = String(answer.request.query['period'] ?? '');
      const span = SPANS[period];
      // A span that ends before it begins is the affair of another clause.
      const fine = span === undefined || !(lengthOf(answer) >= 0) || covers(answer, span);
      return holds(fine, answer, {
        expected: `${period === 'hour' ? 'an' : 'a'} ${period}, rolling or of the calendar`,
        actual: `${hours(answer)} h, from ${textAt(answer, '/period/start')}`,
        at: '/period',
      });
    }),
  ],
});

function hours(answer: Exchange): string {
  return (lengthOf(answer) / 3_600_000).toFixed(1);
}

export const startIsNotAfterEnd = check({ clause: 'getUsage/start-is-not-after-end', act: statistics });

export const totalIsSuccessfulPlusFailed = check({
  clause: 'getUsage/total-is-successful-plus-failed',
  act: statistics,
});

export const endpointsAreWithinTheTotal = check({
  clause: 'getUsage/endpoints-are-within-the-total',
  act: statistics,
});

export const quotaAddsUp = check({ clause: 'getUsage/quota-adds-up', act: statistics });

/** The same statistics again, after requests of the same caller. */
async function later(tools: CheckContext): Promise<{ readonly before: Exchange; readonly after: Exchange }> {
  const { pairs } = await statistics(tools);
  const before = pairs[0]?.named;
  if (before === undefined) throw new NotTested('inconclusive', 'no statistics came');
  const [role = 'apiKey'] = before.request.credentials;
  const query = { period: before.request.query['period'] };
  const ask = () => tools.send(tools.request('getUsage').query(query).as(role).fresh());
  const next = await ask();
  // Where nothing else was asked in the meantime, this is what is counted.
  return { before, after: next.seq > before.seq + 1 ? next : await ask() };
}

/** By method and path. */
function countsOf(answer: Exchange): ReadonlyMap<string, number> {
  return new Map(
    objectsAt(answer, '/endpoints').map(({ method, path, count }) => [
      `${String(method)} ${String(path)}`,
      Number(count),
    ]),
  );
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Counting late is fine, and so is a list of the busiest endpoints alone; what was counted once stays counted. */
export const usageFollowsTraffic = check({
  clause: 'getUsage/usage-follows-traffic',
  depth: 'standard',
  act: later,
  given: ({ before, after }) => [
    accepted(before),
    accepted(after),
    applicable(
      numberAt(before, '/requests/total') !== numberAt(after, '/requests/total'),
      'nothing was counted between two answers; it may be counted late',
    ),
  ],
  judge({ before, after }) {
    const totals = [before, after].map((answer) => numberAt(answer, '/requests/total') ?? 0);
    const [was = 0, is = 0] = totals;
    const [then, now] = [countsOf(before), countsOf(after)];
    const fallen = [...then].find(([name, count]) => (now.get(name) ?? count) < count);
    // Whoever lists every endpoint counts each request at one of them.
    const standsStill = sumOf(then) === was && is > was && sumOf(now) === sumOf(then);
    // What is busiest of all that was counted was not called zero times.
    const isNothing = is > 0 && now.size > 0 && sumOf(now) === 0;
    // A period that ends now leaves the oldest requests behind.
    const isSame = textAt(before, '/period/start') === textAt(after, '/period/start');
    return [
      holds(is >= was || !isSame, after, {
        expected: `no fewer than ${was} requests, as before in the same period`,
        actual: is,
        at: '/requests/total',
      }),
      holds(!isNothing, after, {
        expected: `a count at one of the endpoints at least, for ${is} requests in all`,
        actual: 'none at any',
        at: '/endpoints',
      }),
      holds(fallen === undefined || !isSame, after, {
        expected: `no fewer than ${fallen?.[1]} at ${fallen?.[0]}, as before in the same period`,
        actual: now.get(fallen?.[0] ?? ''),
        at: '/endpoints',
      }),
      holds(!standsStill, after, {
        expected: `counts of endpoints that add up to ${is}, as they did to ${was} before`,
        actual: sumOf(now),
        at: '/endpoints',
      }),
    ];
  },
});
