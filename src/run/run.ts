import type { Check } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import { ownerOf, routeClause } from '../contract/clause-id.ts';
import type { Choices } from '../contract/resolve.ts';
import { defined } from '../defined.ts';
import { drawMark } from '../generate/mark.ts';
import { stopOf } from '../http/abort.ts';
import { createRateLimiter } from '../http/rate-limiter.ts';
import type { Redactor } from '../http/redact.ts';
import { type Conclusion, concluding } from '../judge/conclude.ts';
import { looksAbsent } from '../rules/index.ts';
import {
  assertLevels,
  isExclusion,
  matchingClauses,
  observes,
  type Suite,
  selectClauses,
  suiteCache,
} from '../rules/suite.ts';
import { cleanUp } from '../send/clean-up.ts';
import { createIdleQueue, type IdleQueue } from '../send/idle-queue.ts';
import { createRecorder, type RunRecord, type Sink } from '../send/journal.ts';
import { createKeptAnswers, type KeptAnswers } from '../send/kept-answers.ts';
import { createLimitReader } from '../send/limits.ts';
import { redactorFor } from '../send/redact-event.ts';
import { createSession } from '../send/session.ts';
import { firstLook } from '../send/setup.ts';
import { createThrottle } from '../send/throttle.ts';
import { inTurns } from '../turns.ts';
import { type Collecting, collectActs, confirmAnswers, probeAgain, probeReading } from './execute.ts';
import { faultAtFirst } from './first-look.ts';
import { headerOf } from './header.ts';
import { keeper } from './keeper.ts';
import type { RunOptions, SettledOptions } from './options.ts';
import { BUDGETS, CONCURRENCY, isVisit, MAX_TIME_MS, planChecks } from './plan.ts';
import { stopSignal } from './stop.ts';

export interface RunResult {
  readonly record: RunRecord;
  readonly conclusion: Conclusion;
}

/** Runs the suite against a target: probe, act, confirm, clean up, conclude. Never throws for what a target does. */
export async function runSuite(given: RunOptions): Promise<RunResult> {
  const options: SettledOptions = { ...given, depth: given.depth ?? 'standard', only: given.only ?? [] };
  const suiteUnder = options.suiteUnder ?? suiteCache(options.loaded, options.checks);
  const declared = options.profile.branches;
  assertLevels(suiteUnder(declared), options.target.levels ?? {});
  const chosen = selectClauses(suiteUnder(declared), options.only);
  const recorder = createRecorder();
  const redactor = redactorFor(options.target, options.loaded.document);
  const kept = createKeptAnswers();
  const keep = keeper(suiteUnder, declared, kept);
  const idle = createIdleQueue();
  const sink: Sink = (happened) => {
    const event = keep(happened);
    recorder.sink(event, redactor);
    options.sink?.(event, redactor);
  };
  const { signal, release } = stopSignal(options.signal, options.maxTimeMs ?? MAX_TIME_MS[options.depth]);
  const mark = options.mark ?? drawMark();
  const collecting = startCollecting({ ...options, mark, signal }, sink, redactor, suiteUnder, idle, kept);
  sink({ type: 'run', header: headerOf(options) });
  for (const text of options.loaded.notes ?? []) sink({ type: 'note', text });
  try {
    await collect(collecting, suiteUnder(declared), chosen, { ...options, signal }, recorder.record);
  } finally {
    release();
  }
  const record = recorder.record();
  const conclusion = await inTurns(concluding(record, declared, suiteUnder));
  return { record, conclusion };
}

async function collect(
  collecting: Collecting,
  declared: Suite,
  chosenDeclared: ReadonlySet<string>,
  options: SettledOptions,
  record: () => RunRecord,
): Promise<void> {
  const { session, sink, now } = collecting;
  const fault = () => faultAtFirst(declared.contract, session, options.target.baseUrl, record);
  if (options.only.length === 0 && (await fault()) !== undefined)
    return sink({
      type: 'end',
      finishedAt: new Date(now()).toISOString(),
      complete: false,
      reason: 'nothing of the target was reached',
    });
  const concerns = concernsAnyOf(declared.contract, [...chosenDeclared, ...options.only]);
  const suite = collecting.suiteUnder(await probeReading(declared, collecting, concerns));
  // Some clauses of an operation come into being only with the reading that its probe finds.
  const chosen = new Set([...chosenDeclared, ...matchingClauses(suite, options.only)]);
  await collectActs(
    suite,
    planChecks(checksFor(suite, chosen, options.only), options.depth, suite),
    options.only.length === 0 ? collecting : { ...collecting, wanted: chosen },
  );
  await visitOperations(suite, chosen, collecting);
  if (options.only.length === 0 && collecting.depth !== 'smoke') await probeAgain(declared, collecting);
  // Where a filtered run was served nothing, it may be the wrong place altogether.
  if (options.only.length > 0 && !record().exchanges.some(isSuccess)) await firstLook(suite.contract, session);
  await confirmAnswers(suite, record().exchanges, collecting);
  await session.close();
  await cleanUp(suite.contract, session, sink);
  const reason = options.signal?.aborted === true ? `it ${stopOf(options.signal)}` : session.dead();
  sink({
    type: 'end',
    finishedAt: new Date(now()).toISOString(),
    complete: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
  });
}

/** Which conflicts do these clauses, or the beginnings of such, hang on? What belongs to no operation may hang on any. */
function concernsAnyOf(
  { operations }: Suite['contract'],
  asked: readonly string[],
): (conflict: { readonly operations: readonly string[] }) => boolean {
  const owners = [...new Set(asked.filter((one) => !isExclusion(one)).map(ownerOf))];
  return ({ operations: concerned }) => owners.some((owner) => !operations.has(owner) || concerned.includes(owner));
}

function checksFor(suite: Suite, chosen: ReadonlySet<string>, only: readonly string[]): readonly Check[] {
  // Where an operation is chosen whole, so are the checks that only watch which branch it follows.
  const watches = (clause: string) => observes(suite.contract, clause) && chosen.has(routeClause(ownerOf(clause)));
  return suite.checks.filter(
    ({ clause }) => chosen.has(clause) || watches(clause) || (only.length === 0 && suite.clauses.has(clause)),
  );
}

/** Clauses about answers are judged on whatever was sent; an operation of which nothing was sent gets a valid request. */
async function visitOperations(suite: Suite, chosen: ReadonlySet<string>, collecting: Collecting): Promise<void> {
  const operations = new Set(
    [...chosen].map((id) => suite.clauses.get(id)?.operation).filter((id) => id !== undefined),
  );
  const visits = suite.checks.filter(
    (check) => operations.has(ownerOf(check.clause)) && isVisit(check) && !chosen.has(check.clause),
  );
  await collectActs(
    suite,
    visits.filter(
      (check, index) => visits.findIndex((other) => ownerOf(other.clause) === ownerOf(check.clause)) === index,
    ),
    collecting,
  );
}

function startCollecting(
  options: SettledOptions & { readonly mark: string },
  sink: Sink,
  redactor: Redactor,
  suiteUnder: (choices: Choices) => Suite,
  idle: IdleQueue,
  kept: KeptAnswers,
): Collecting {
  const session = createSession({
    target: options.target,
    throttle: createThrottle((request, signal) => idle.during(options.transport(request, signal)), {
      limiter: createRateLimiter(
        { concurrency: concurrencyOf(options), ...defined({ ratePerSecond: options.ratePerSecond }) },
        options.clock,
      ),
      ...defined({ clock: options.clock }),
      maxWaitMs: options.maxWaitMs ?? 60_000,
      now: options.now ?? Date.now,
      readLimits: createLimitReader(options.loaded.document, options.target),
      onLimits: ({ remaining = 0, resetAtMs }) =>
        sink({ type: 'limits', remaining, ...(resetAtMs === undefined ? {} : { resetAtMs }) }),
      onWait: (milliseconds, why) => sink({ type: 'waiting', milliseconds, why }),
    }),
    sink,
    redactor,
    seed: options.seed ?? 1,
    mark: options.mark,
    catchUp: idle.catchUp,
    looksAbsent: (exchange) => looksAbsent(exchange, suiteUnder(options.profile.branches).contract),
    kept,
    budget: options.budget ?? BUDGETS[options.depth],
    whenSpent: options.depth === 'smoke' ? 'skip' : 'inconclusive',
    timeoutMs: options.timeoutMs ?? 30_000,
    keepsAccepted: options.depth === 'smoke',
    ...(options.depth === 'smoke' ? { usual: [] } : {}),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return {
    target: options.target,
    session,
    idle,
    sink,
    seed: options.seed ?? 1,
    mark: options.mark,
    now: options.now ?? Date.now,
    concurrency: concurrencyOf(options),
    depth: options.depth,
    replay: options.replay,
    suiteUnder,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

function concurrencyOf({ concurrency, depth }: SettledOptions): number {
  return concurrency ?? CONCURRENCY[depth];
}
