import type { Check } from '../check/check.ts';
import { valuesOfExamples } from '../check/fresh-values.ts';
import { isSuccess } from '../check/judges.ts';
import { requestWith } from '../check/request-with.ts';
import { ownerOf, routeClause } from '../contract/clause-id.ts';
import { defined } from '../defined.ts';
import { stopOf } from '../http/abort.ts';
import { createRateLimiter } from '../http/rate-limiter.ts';
import { type Conclusion, concluding } from '../judge/conclude.ts';
import { controlsOf } from '../judge/ending.ts';
import { withQueryFields } from '../query-fields.ts';
import type { Redactor } from '../redact/redactor.ts';
import { looksAbsent } from '../rules/index.ts';
import { assertLevels, isExclusion, matchingClauses, observes, type Suite, selectClauses } from '../rules/suite.ts';
import { cleanUp } from '../send/clean-up.ts';
import { createIdleQueue } from '../send/idle-queue.ts';
import { createRecorder, type RunRecord, type Sink } from '../send/journal.ts';
import { createKeptAnswers, type KeptAnswers } from '../send/kept-answers.ts';
import { createLimitReader } from '../send/limits.ts';
import { redactorFor } from '../send/redactor-for.ts';
import { renewing } from '../send/renewal.ts';
import { createSession } from '../send/session.ts';
import { firstLook } from '../send/setup.ts';
import { createThrottle } from '../send/throttle.ts';
import { inTurns } from '../turns.ts';
import { collectActs, confirmAnswers, probeAgain, probeReading, repeatControls } from './execute.ts';
import { faultAtFirst } from './first-look.ts';
import { headerOf } from './header.ts';
import { keeper } from './keeper.ts';
import { type FullOptions, type Run, type RunOptions, withDefaults } from './options.ts';
import { isVisit, planChecks } from './plan.ts';
import { stopSignal } from './stop.ts';

export interface RunResult {
  readonly record: RunRecord;
  readonly conclusion: Conclusion;
}

/** Runs the suite against a target: probe, act, confirm, clean up, conclude. Never throws for what a target does. */
export async function runSuite(given: RunOptions): Promise<RunResult> {
  const options = withDefaults(given);
  const { suiteUnder, loaded, target, only } = options;
  const declared = options.profile.branches;
  assertLevels(suiteUnder(declared), target.levels ?? {});
  const chosen = selectClauses(suiteUnder(declared), only);
  const recorder = createRecorder();
  const redactor = redactorFor(target, loaded.document);
  const kept = createKeptAnswers();
  const keep = keeper(suiteUnder, declared, kept);
  const sink: Sink = (original) => {
    const event = keep(original);
    recorder.sink(event, redactor);
    options.sink?.(event, redactor);
  };
  const { signal, release } = stopSignal(options.signal, options.maxTimeMs);
  const run = startRun({ ...options, signal }, sink, redactor, kept);
  sink({ type: 'run', header: headerOf(options) });
  for (const text of [...(loaded.notes ?? []), ...serverNotes(loaded.document, target.baseUrl)])
    sink({ type: 'note', text });
  try {
    const reason = await collect(run, chosen, recorder.record);
    sink({
      type: 'end',
      finishedAt: new Date(run.now()).toISOString(),
      complete: reason === undefined,
      ...defined({ reason }),
    });
  } finally {
    release();
  }
  const record = recorder.record();
  const conclusion = await inTurns(concluding(record, declared, suiteUnder));
  return { record, conclusion };
}

/** A note if the server that the document names has a path, and the base URL does not end with it. */
function serverNotes(document: object, baseUrl: string): readonly string[] {
  const { servers } = document as { readonly servers?: readonly { readonly url?: string }[] };
  const path = /^(?:[a-z]+:\/\/[^/]*)?(?<path>\/[^{}?#]*[^{}?#/])\/?$/iu.exec(servers?.[0]?.url ?? '')?.groups?.[
    'path'
  ];
  if (path === undefined || new URL(baseUrl).pathname.replace(/\/$/u, '').endsWith(path)) return [];
  return [
    `The server of the document is at ${path}, and the base URL does not end with it: if nothing is found, add it there.`,
  ];
}

/** Sends all requests of the run. Returns why the run is incomplete; undefined if it is complete. */
async function collect(
  run: Run,
  chosenDeclared: ReadonlySet<string>,
  record: () => RunRecord,
): Promise<string | undefined> {
  const { session, sink, only, depth, signal } = run;
  const declared = run.suiteUnder(run.profile.branches);
  const fault = () => faultAtFirst(declared.contract, session, run.target.baseUrl, record);
  if (only.length === 0 && (await fault()) !== undefined) return 'nothing of the target was reached';
  const concerns = concernsAnyOf(declared.contract, [...chosenDeclared, ...only]);
  const suite = run.suiteUnder(await probeReading(declared, run, concerns));
  // Some clauses of an operation exist only in the reading that its probe finds.
  const chosen = new Set([...chosenDeclared, ...matchingClauses(suite, only)]);
  await collectActs(
    suite,
    planChecks(checksFor(suite, chosen, only), depth, suite),
    only.length === 0 ? run : { ...run, wanted: chosen },
  );
  await visitOperations(suite, chosen, run);
  if (only.length === 0 && depth !== 'smoke') await probeAgain(declared, run);
  // If a filtered run had no success at all, the address may be wrong.
  if (only.length > 0 && !record().exchanges.some(isSuccess)) await firstLook(suite.contract, session);
  await confirmAnswers(suite, record().exchanges, run);
  await repeatControls(controlsOf({ contract: suite.contract, ...record() }), run);
  await session.close();
  const later = run.cleanCommand === undefined ? '' : `, or with: ${run.cleanCommand}`;
  await cleanUp(suite.contract, session, sink, `Delete what is left manually${later}`);
  return signal?.aborted === true ? `it ${stopOf(signal)}` : session.dead();
}

/** Selects the conflicts that these clauses or clause prefixes depend on. One that names no operation may depend on any. */
function concernsAnyOf(
  { operations }: Suite['contract'],
  asked: readonly string[],
): (conflict: { readonly operations: readonly string[] }) => boolean {
  const owners = [...new Set(asked.filter((one) => !isExclusion(one)).map(ownerOf))];
  return ({ operations: concerned }) => owners.some((owner) => !operations.has(owner) || concerned.includes(owner));
}

function checksFor(suite: Suite, chosen: ReadonlySet<string>, only: readonly string[]): readonly Check[] {
  // If a whole operation is chosen, so are the checks that only observe which branch it follows.
  const watches = (clause: string) => observes(suite.contract, clause) && chosen.has(routeClause(ownerOf(clause)));
  return suite.checks.filter(
    ({ clause }) => chosen.has(clause) || watches(clause) || (only.length === 0 && suite.clauses.has(clause)),
  );
}

/** Sends a valid request to each chosen operation whose visit was not chosen: clauses about answers need an answer. */
async function visitOperations(suite: Suite, chosen: ReadonlySet<string>, run: Run): Promise<void> {
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
    run,
  );
}

function startRun({ sink: _sink, ...options }: FullOptions, sink: Sink, redactor: Redactor, kept: KeptAnswers): Run {
  const { target, concurrency, ratePerSecond, clock, depth, signal, now } = options;
  const { contract } = options.suiteUnder(options.profile.branches);
  const idle = createIdleQueue();
  const transport = renewing((request, stop) => options.transport(withQueryFields(request), stop), target, {
    now,
    learn: (role, value) => redactor.learn(contract.roles.find((one) => one.role === role)?.variable ?? role, value),
    note: (text) => sink({ type: 'note', text }),
  });
  const throttle = createThrottle((request, stop) => idle.during(transport(request, stop)), {
    limiter: createRateLimiter(defined({ concurrency, ratePerSecond }), clock),
    ...defined({ clock }),
    maxWaitMs: options.maxWaitMs,
    now,
    readLimits: createLimitReader(options.loaded.document, target),
    onLimits: ({ remaining = 0, resetAtMs }) => sink({ type: 'limits', remaining, ...defined({ resetAtMs }) }),
    onWait: (milliseconds, why) => sink({ type: 'waiting', milliseconds, why }),
  });
  const isSmall = depth === 'smoke';
  const session = createSession({
    target,
    throttle,
    sink,
    redactor,
    seed: options.seed,
    mark: options.mark,
    sentBefore: valuesOfExamples(contract),
    catchUp: idle.catchUp,
    looksAbsent: (exchange) => looksAbsent(exchange, contract),
    requestFor: (operation) => requestWith(contract, operation),
    kept,
    budget: options.budget,
    whenSpent: isSmall ? 'skip' : 'inconclusive',
    timeoutMs: options.timeoutMs,
    keepsAccepted: isSmall,
    ...defined({ usual: isSmall ? [] : undefined, signal }),
  });
  return { ...options, session, idle, sink };
}
