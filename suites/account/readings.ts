import { isDeepStrictEqual } from 'node:util';
import {
  type Assertion,
  accepted,
  type CheckContext,
  type Exchange,
  enough,
  every,
  headerOf,
  isSuccess,
  NotTested,
  type RequestBuilder,
  type Role,
  textAt,
} from '../../src/check/index.ts';

/** One answer of the rate-limit status, and when it was given as far as the clocks can tell. */
export interface Reading {
  readonly answer: Exchange;
  /** The service's own clock where its answer tells it, else ours before and after. */
  readonly from: number;
  readonly to: number;
  /** How far that clock may be off, in milliseconds. */
  readonly slack: number;
  /** How far it is ahead of ours; undefined where one of them does not tell when the answer was given. */
  readonly ahead: number | undefined;
}

export type Readings = { readonly readings: readonly Reading[] };

const ROLES: readonly Role[] = ['apiKey', 'bearer'];

/** What `ask` brings for each credential that was given; a skip where none was. */
export async function eachRole<T>(ask: (role: Role) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  let missing: NotTested | undefined;
  for (const role of ROLES) {
    try {
      results.push(await ask(role));
    } catch (error) {
      if (!(error instanceof NotTested) || error.kind !== 'skip') throw error;
      missing = error;
    }
  }
  if (results.length > 0 || missing === undefined) return results;
  if (missing.budgetSpent) throw missing;
  throw new NotTested(
    'skip',
    'neither an API key nor a bearer token was given',
    'give credentials.apiKey or credentials.bearer in the target file, or set CONFORM_API_KEY or CONFORM_TOKEN',
  );
}

/** With an API key more often than with a bearer token: four in a row show what goes wrong each second or third time. */
const TIMES: Readonly<Record<string, number>> = { apiKey: 4, bearer: 2 };

/** Several readings with each credential, with a request that is refused among them, for that has to count or not, but never back. */
export function readings(tools: CheckContext): Promise<Readings> {
  return tools.shared('rate-limit readings', async () => ({
    readings: (await eachRole((role) => readingsOf(tools, role))).flat(),
  }));
}

async function readingsOf(tools: CheckContext, role: Role): Promise<readonly Reading[]> {
  const all = [await readingOf(tools, tools.request('getRateLimit').as(role))];
  if (role === 'apiKey') await refusedRequest(tools, role);
  while (all.length < (TIMES[role] ?? 1)) all.push(await readingOf(tools, tools.request('getRateLimit').as(role)));
  return all;
}

async function refusedRequest(tools: CheckContext, role: Role): Promise<void> {
  await tools.send(
    tools
      .request('getUsage')
      .query({ period: 'fortnight' })
      .as(role)
      .fresh()
      .invalid('invalid-query', 'period=fortnight (outside the enumeration)'),
  );
}

/** One reading by whatever credential the request presents. */
export async function readingOf(tools: CheckContext, request: RequestBuilder): Promise<Reading> {
  const from = tools.now();
  const answer = await tools.send(request.fresh());
  return readingFrom({ answer, from, to: tools.now() });
}

/** The service's own clock counts where its answer tells it, else ours. Some servers write one Date for a whole connection. */
export function readingFrom({ answer, from, to }: Omit<Reading, 'slack' | 'ahead'>): Reading {
  const told = Date.parse(headerOf(answer, 'Date') ?? '');
  return Number.isNaN(told)
    ? { answer, from, to, slack: 30_000, ahead: undefined }
    : {
        answer,
        from: told - (to - from),
        to: Math.max(told + 1000 + (to - from), to),
        slack: 2000,
        ahead: to > 0 ? told - to : undefined,
      };
}

/** A Date has whole seconds, and an answer takes its time. */
const ONE_CLOCK_MS = 3000;

/** When the window of each reading ends, by one clock for all: instances behind one address may have clocks that differ. */
export interface OneClock {
  /** Those of which it is known. */
  readonly readings: readonly Reading[];
  readonly endOf: (reading: Reading) => number;
  /** How far two ends of one window may lie apart for the Date alone, in milliseconds. */
  readonly blurMs: number;
}

export function onOneClock({ readings: all }: Readings): OneClock {
  const known = all.flatMap(({ ahead }) => ahead ?? []);
  if (Math.max(...known) - Math.min(...known) <= ONE_CLOCK_MS || known.length === 0)
    return { readings: all, endOf: resetOf, blurMs: 0 };
  return {
    readings: all.filter(({ ahead }) => ahead !== undefined),
    endOf: (reading) => resetOf(reading) - (reading.ahead ?? 0),
    blurMs: 1000,
  };
}

/** One credential that is served is enough: that the others are not is told by clauses of their own. */
export function answered({ readings: all }: Readings): readonly Assertion[] {
  const none = all.every(({ answer }) => !isSuccess(answer));
  return [enough(all.length > 0, 'there is no reading'), ...(none ? all.map(({ answer }) => accepted(answer)) : [])];
}

export function eachReading({ readings: all }: Readings, ask: (reading: Reading) => Assertion): readonly Assertion[] {
  const served = all.filter(({ answer }) => isSuccess(answer));
  return [every(served, 'reading', ask)];
}

/** Were both asked with the very same credential? Of two keys that the run created each is a caller of its own. */
export function isSameCaller({ answer: one }: Reading, { answer: other }: Reading): boolean {
  return isDeepStrictEqual(one.request.headers, other.request.headers);
}

export function resetOf({ answer }: Reading): number {
  return Date.parse(textAt(answer, '/resetTime') ?? '');
}
