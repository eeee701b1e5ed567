import { describe, expect, test } from 'vitest';
import { createClock } from '../../fixtures/world/index.ts';
import { CUT } from '../../fixtures/world/world.ts';
import type { Outcome } from '../../src/http/exchange.ts';
import type { Manner } from '../../src/send/manner.ts';
import { createPassingTrouble } from '../../src/send/passing-trouble.ts';
import { bare, json } from '../support/exchanges.ts';

const MANNER: Manner = {
  noRetry: false,
  caller: 'someone',
  credentials: '',
  isToBeAdmitted: true,
  again: () => true,
  isRepeatable: true,
  isIdempotent: true,
  isForeign: ({ headers }) => headers['content-type'] === 'text/html',
  isDocumented: () => false,
};
const FINE = json(200, {});
const PAGE = bare(500, { 'content-type': 'text/html' });
const REFUSED: Outcome = { ...CUT, reason: 'refused' };

/** Trouble over a script of answers to what is sent again. */
function sittingOut(
  answers: readonly Outcome[],
  { maxWaitMs = 60_000, crowd = [] as readonly Outcome[], away = 0, awayAgain = 0 } = {},
) {
  const seen = { sent: 0, waits: [] as number[], loads: 0, controls: 0 };
  const trouble = createPassingTrouble({
    clock: createClock(0),
    maxWaitMs,
    onWait: (milliseconds) => void seen.waits.push(milliseconds),
    onLoad: () => void (seen.loads += 1),
    onCrowd: () => undefined,
  });
  const alone = (): Promise<Outcome> => {
    seen.sent += 1;
    return Promise.resolve(answers[Math.min(seen.sent, answers.length) - 1] ?? FINE);
  };
  const together = (count: number): Promise<readonly Outcome[]> =>
    Promise.resolve(Array.from({ length: count }, (_, index) => crowd[index] ?? FINE));
  const isServing = (): Promise<boolean> => {
    seen.controls += 1;
    return Promise.resolve(seen.controls > away && seen.controls !== awayAgain);
  };
  const meet = (first: Outcome, { beside = 0, ...manner }: Partial<typeof MANNER> & { beside?: number } = {}) =>
    trouble.waitOut({ outcome: first, beside }, { ...MANNER, ...manner }, { alone, together, isServing });
  return { meet, seen, notes: trouble.notes };
}

describe('trouble that passes', () => {
  test('a limit without a time is sat out by pauses of our own', async () => {
    const { meet, seen, notes } = sittingOut([bare(429), FINE]);
    await meet(FINE);
    expect(await meet(bare(429))).toBe(FINE);
    expect(seen.waits).toEqual([1000, 2000]);
    expect(notes().join('')).toMatch(/^One request got status 429 .* without a usable time/u);
  });

  test('a gateway without its service is sat out, the longer the longer it takes', async () => {
    const { meet, seen, notes } = sittingOut([...Array<Outcome>(7).fill(bare(502)), FINE]);
    await meet(FINE);
    expect(await meet(bare(502))).toBe(FINE);
    expect(seen.waits).toEqual([1000, 2000, 4000, 4000, 4000, 4000, 4000]);
    expect(notes().join('')).toMatch(/^One request got status 502 .*, which the contract does not have/u);
  });

  test('is not waited for where nothing was ever served', async () => {
    const { meet, seen } = sittingOut([bare(503)]);
    expect(await meet(bare(503))).toMatchObject({ status: 503 });
    expect(seen).toMatchObject({ sent: 1, waits: [] });
  });

  test('is waited for once where it does not pass, and no longer than the user waits', async () => {
    const { meet, seen, notes } = sittingOut([bare(502)], { maxWaitMs: 10_000 });
    await meet(FINE);
    for (let count = 0; count < 3; count += 1) expect(await meet(bare(502))).toMatchObject({ status: 502 });
    expect(seen.waits).toEqual([1000, 2000, 4000]);
    expect(await meet(bare(502), { caller: 'another' })).toMatchObject({ status: 502 });
    expect(seen.waits).toEqual([1000, 2000, 4000, 1000, 2000]);
    expect(notes()).toEqual([]);
  });

  test('is no matter of an answer that the document has', async () => {
    const { meet, seen } = sittingOut([]);
    expect(await meet(bare(503), { isDocumented: () => true })).toMatchObject({ status: 503 });
    expect(seen.sent).toBe(0);
  });

  test('leaves it open what became of a request that must not be carried out twice', async () => {
    const { meet, seen } = sittingOut([bare(502)]);
    await meet(FINE);
    expect(await meet(bare(504), { isRepeatable: false })).toMatchObject({ kind: 'failure', reason: 'reset' });
    expect(seen.sent).toBe(0);
    expect(await meet(bare(502), { isRepeatable: false })).toMatchObject({ status: 502 });
    expect(seen).toMatchObject({ sent: 1, waits: [4000] });
  });

  test('leaves it open a few times what became of a request that was carried out before, and not again and again', async () => {
    const { meet } = sittingOut([bare(404)]);
    await meet(FINE);
    const isDoneBefore = () => true;
    for (let count = 0; count < 3; count += 1)
      expect(await meet(bare(504), { isDoneBefore })).toMatchObject({ kind: 'failure' });
    expect(await meet(bare(504), { isDoneBefore })).toMatchObject({ status: 504 });
  });

  test('a server error that comes back alone stands, after one more request of its caller', async () => {
    const { meet, seen } = sittingOut([bare(500)]);
    for (let count = 0; count < 3; count += 1)
      expect(await meet(bare(500), { beside: 3 })).toMatchObject({ status: 500 });
    expect(await meet(bare(500))).toMatchObject({ status: 500 });
    expect(seen).toMatchObject({ sent: 1, loads: 0 });
  });

  test('a server error that as many requests at once do not bring again is an accident, and stands', async () => {
    const { meet, notes } = sittingOut([FINE]);
    expect(await meet(bare(500), { beside: 3 })).toMatchObject({ status: 500 });
    expect(notes()).toEqual([]);
  });

  test('a server error that comes back now and then for who is alone stands', async () => {
    const { meet } = sittingOut([FINE, FINE, bare(500)], { crowd: [bare(500)] });
    expect(await meet(bare(500), { beside: 3 })).toMatchObject({ status: 500 });
  });

  test('three times over for who was alone, it is the load', async () => {
    const { meet, seen, notes } = sittingOut([FINE], { crowd: [FINE, bare(500)] });
    await Promise.all([1, 2, 3, 4].map(() => meet(bare(500), { beside: 3 })));
    expect(seen.loads).toBe(0);
    for (let count = 0; count < 2; count += 1) await meet(bare(500), { beside: 3 });
    expect(seen.loads).toBe(1);
    expect(notes().join('')).toMatch(/^6 requests got status 500 .* from then on one request at a time was sent/u);
  });

  test('nobody there is waited for as long as nothing else is served either', async () => {
    const { meet, seen, notes } = sittingOut([REFUSED, REFUSED, FINE], { away: 2 });
    await meet(FINE);
    expect(await meet(REFUSED)).toBe(FINE);
    expect(seen).toMatchObject({ sent: 3, waits: [1000, 2000] });
    expect(notes().join('')).toMatch(/^One request got no answer \(refused\) .* a restart, for example/u);
  });

  test('who alone is not answered is not waited for', async () => {
    const { meet, seen } = sittingOut([REFUSED]);
    await meet(FINE);
    expect(await meet(REFUSED)).toEqual({ ...REFUSED, lasting: true });
    expect(seen).toMatchObject({ sent: 2, waits: [], controls: 2 });
  });

  test('trouble that begins anew before the last try is waited for on', async () => {
    const { meet, seen } = sittingOut([REFUSED, REFUSED, FINE], { awayAgain: 2 });
    await meet(FINE);
    expect(await meet(REFUSED)).toBe(FINE);
    expect(seen).toMatchObject({ sent: 3, waits: [], controls: 3 });
  });

  test('what may have been carried out is not sent again, unless twice is the same as once', async () => {
    const { meet, seen } = sittingOut([FINE]);
    await meet(FINE);
    expect(await meet(CUT, { isIdempotent: false })).toBe(CUT);
    expect(seen.sent).toBe(0);
    expect(await meet(CUT)).toBe(FINE);
  });

  test('a page of something else is sat out where what was served before is not served either', async () => {
    const { meet, seen, notes } = sittingOut([FINE], { away: 1 });
    await meet(FINE);
    expect(await meet(PAGE)).toBe(FINE);
    expect(seen.waits).toEqual([1000]);
    expect(notes().join('')).toContain('something before the service answered');
  });

  test('a refusal is sat out where what was served to the caller before is refused as well', async () => {
    const { meet, seen, notes } = sittingOut([FINE], { away: 2 });
    await meet(FINE);
    expect(await meet(json(403, {}))).toBe(FINE);
    expect(seen.waits).toEqual([1000]);
    expect(notes().join('')).toContain('as did what had been served before');
  });

  test('a refusal stands where the caller is still served, or is not to be admitted', async () => {
    const { meet, seen } = sittingOut([FINE]);
    await meet(FINE);
    const refusal = json(403, {});
    expect(await meet(refusal)).toBe(refusal);
    expect(await meet(refusal, { isToBeAdmitted: false, caller: 'another' })).toBe(refusal);
    expect(seen).toMatchObject({ sent: 0, waits: [], controls: 1 });
  });

  test('a refusal that was sat out before is so for who is not to be admitted, too, unless the document has it', async () => {
    const { meet, seen } = sittingOut([FINE], { away: 2 });
    await meet(FINE);
    const refusal = json(403, {});
    await meet(refusal);
    const manner = { isToBeAdmitted: false, caller: 'another' };
    expect(await meet(refusal, { ...manner, isDocumented: () => true })).toBe(refusal);
    expect(await meet(refusal, manner)).toBe(FINE);
    expect(seen.waits).toEqual([1000, 1000]);
  });

  test('a server error is sat out where nothing is served, also for a wrong credential and where the document has it', async () => {
    const { meet, seen, notes } = sittingOut([FINE], { away: 2 });
    await meet(FINE);
    const manner = { isToBeAdmitted: false, isDocumented: () => true };
    expect(await meet(json(500, {}), manner)).toBe(FINE);
    expect(seen.waits).toEqual([1000]);
    expect(notes().join('')).toContain('as did what had been served before');
  });

  test("server errors of two callers who alone get them are the service's own, and no other one is looked at", async () => {
    const { meet, seen } = sittingOut([]);
    await meet(FINE);
    const error = json(500, {});
    for (const caller of ['one', 'another', 'a third', 'a fourth']) expect(await meet(error, { caller })).toBe(error);
    expect(seen).toMatchObject({ sent: 0, waits: [], controls: 2 });
  });

  test('a credential that has ended is waited for once, and not by each operation', async () => {
    const { meet, seen } = sittingOut([json(401, {})], { away: 99 });
    await meet(FINE);
    for (const caller of ['one', 'another']) await meet(json(401, {}), { caller });
    expect(seen.waits).toHaveLength(7);
  });

  test('the page of a gateway is none of the operation, and is tried again at once', async () => {
    const { meet, seen } = sittingOut([FINE]);
    await meet(FINE);
    const page = bare(503, { 'content-type': 'text/html' });
    expect(await meet(page, { isDocumented: () => true })).toBe(FINE);
    expect(seen).toMatchObject({ sent: 1, waits: [] });
  });

  test('a page of the service itself stands, though it comes but now and then', async () => {
    const { meet, seen, notes } = sittingOut([FINE]);
    await meet(FINE);
    expect(await meet(PAGE)).toBe(PAGE);
    expect(seen).toMatchObject({ sent: 0, waits: [], controls: 1 });
    expect(notes()).toEqual([]);
  });
});
