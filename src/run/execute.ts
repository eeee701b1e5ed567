import { type Check, checkId, exchangesIn } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import { requestTo } from '../check/request.ts';
import { type Target, unmetNeed } from '../check/target.ts';
import { Deferred, isBroken, NotTested, unlessNotTested, type Verdict } from '../check/verdict.ts';
import { type Conflict, type Contract, operationOf } from '../contract/contract.ts';
import type { Choices } from '../contract/resolve.ts';
import type { Exchange } from '../http/exchange.ts';
import { branchesShownBy } from '../judge/branches.ts';
import { OFTEN } from '../judge/ending.ts';
import { judgeEvidence } from '../judge/evidence.ts';
import { isProbed, needsPermission } from '../rules/probes.ts';
import type { Suite } from '../rules/suite.ts';
import { RESERVED_CONFIRMATIONS } from '../send/budget.ts';
import type { Act } from '../send/journal.ts';
import { createTurns, oneByOne } from '../turns.ts';
import { type Circumstances, createCheckContext } from './check-context.ts';
import type { Run } from './options.ts';
import { scheduleOf, takingTurns } from './plan.ts';

/** At most this many suspects are confirmed. If more than that is broken, one more try shows nothing new. */
const MAX_CONFIRMATIONS = 40;

/**
 * Sends the probes of the conflicts that are about requests and that `concerns` selects. Later requests are then made for
 * the reading that the target follows, whether it is declared or not.
 */
export async function probeReading(
  declared: Suite,
  run: Run,
  concerns: (conflict: Conflict) => boolean,
): Promise<Choices> {
  const choices: Record<string, string> = { ...declared.contract.choices };
  for (const conflict of declared.contract.conflicts.values()) {
    if (!concerns(conflict) || !isProbed(declared.contract, conflict, run.depth)) continue;
    const branch =
      (await probe(declared.contract, conflict, run)) ?? (await probeByExamples(declared.contract, conflict, run));
    if (branch !== undefined) choices[conflict.id] = branch;
  }
  run.sink({ type: 'reading', choices });
  return choices;
}

const EXTRA_PROBES = [1, 2] as const;

/** Repeats the probes that need no permission twice, late in the run: shows a target that alternates between branches. */
export async function probeAgain(declared: Suite, run: Run): Promise<void> {
  for (const conflict of declared.contract.conflicts.values()) {
    if (conflict.probe === undefined || needsPermission(declared.contract, conflict.probe)) continue;
    for (const _time of EXTRA_PROBES) await probe(declared.contract, conflict, run);
  }
}

async function probe(contract: Contract, conflict: Conflict, { session, target }: Run): Promise<string | undefined> {
  const { id, probe: asked } = conflict;
  if (asked === undefined) return undefined;
  const operation = operationOf(contract, asked.operation);
  if (operation.permission !== undefined && target.allow[operation.permission] !== true) return undefined;
  const request = requestTo(operation).json(asked.body).open(`a request that tells the branches of ${id} apart`);
  const answer = await unlessNotTested(() => session.send(request));
  const branches = new Set(
    (answer === undefined ? [] : branchesShownBy(contract, answer))
      .filter((observation) => observation.conflict === id && observation.kind === 'sign')
      .map(({ branch }) => branch),
  );
  return branches.size === 1 ? [...branches][0] : undefined;
}

/** For a probe whose answer shows no branch: the one branch whose own example the target accepts, if it is only one. */
async function probeByExamples(contract: Contract, conflict: Conflict, { session }: Run): Promise<string | undefined> {
  const { id, probe: asked, branches } = conflict;
  const operation = asked === undefined ? undefined : operationOf(contract, asked.operation);
  if (operation === undefined || operation.permission !== undefined) return undefined;
  const examples = Object.values(operation.requestBody?.media.examples ?? {});
  const accepted = await oneByOne(Object.keys(branches), async (branch) => {
    const example = examples.find((one) => one['x-branch'] === `${id}/${branch}`);
    if (example === undefined) return undefined;
    const request = requestTo(operation).json(example.value).open(`a body of ${id}/${branch}`);
    const answer = await unlessNotTested(() => session.send(request));
    return answer !== undefined && isSuccess(answer) ? branch : undefined;
  });
  return accepted.length === 1 ? accepted[0] : undefined;
}

/** Runs each check, and once more each check whose clause looks broken. */
export async function collectActs(suite: Suite, checks: readonly Check[], run: Run): Promise<void> {
  const suspects: Check[] = [];
  const { before, apart, together } = scheduleOf(suite, checks, run.depth);
  const act = (list: readonly Check[]): Promise<void> => runList(suite, list, run, suspects);
  await act(before);
  // All lists start at once, as most checks wait for answers of others. The rate limiter limits the requests under way.
  if (run.concurrency > 1) await Promise.all(together.map(act));
  else for (const list of together) await act(list);
  await act(apart);
  await run.idle.catchUp();
  run.session.hold(0);
  if (suspects.length > 0) run.session.forget();
  run.session.oneByOne();
  for (const check of suspects.filter(({ once }) => once !== true).slice(0, MAX_CONFIRMATIONS)) {
    run.sink({ type: 'act', act: await runCheck(suite, check, run, { again: true }) });
  }
}

/** Runs the checks in order. Those that let others go first come at the end. */
async function runList(suite: Suite, checks: readonly Check[], run: Run, suspects: Check[]): Promise<void> {
  const giveWay = createTurns();
  const before = new Set<Exchange>();
  const runOne = async (check: Check, circumstances: Circumstances): Promise<void> => {
    await giveWay();
    const act = await runCheck(suite, check, run, { ...circumstances, before });
    // One exchange at a time keeps each piece of work short. The suite remembers the results.
    for (const exchange of lastingExchangesOf(act).filter((one) => !before.has(one))) {
      before.add(exchange);
      run.idle.later(() => void suite.guard(exchange));
    }
    run.idle.later(() => noteAct(suite, check, act, run, suspects));
  };
  const deferred: Check[] = [];
  for (const [index, check] of checks.entries()) {
    const circumstances = { behind: checks.length - index - 1, mayDefer: run.depth === 'smoke' };
    await runOne(check, circumstances).catch((error: unknown) => {
      if (!(error instanceof Deferred)) throw error;
      deferred.push(check);
    });
  }
  for (const check of takingTurns(deferred)) await runOne(check, {});
}

/** The exchanges of an act, without the discardable ones: those are judged only where they are needed. */
function lastingExchangesOf({ outcome }: Act): readonly Exchange[] {
  return outcome.kind === 'evidence'
    ? exchangesIn(outcome.evidence).filter(({ discardable }) => discardable !== true)
    : [];
}

function noteAct(suite: Suite, check: Check, act: Act, { sink, session }: Run, suspects: Check[]): void {
  const suspect =
    act.outcome.kind === 'evidence' &&
    canBeBroken(suite, check) &&
    isBroken(judgeEvidence(suite, check, act.outcome.evidence));
  sink({ type: 'act', act, ...(suspect ? { suspect } : {}) });
  if (suspect) suspects.push(check);
  session.hold(Math.min(suspects.length, RESERVED_CONFIRMATIONS));
}

/** Repeats, for each derived clause that an answer broke, the first request that showed it. */
export async function confirmAnswers(suite: Suite, exchanges: readonly Exchange[], run: Run): Promise<void> {
  const first = new Map<string, Exchange>();
  const giveWay = createTurns();
  for (const exchange of exchanges) {
    await giveWay();
    for (const { clause, violation } of suite.judgeAnswer(exchange))
      if (violation !== undefined && !first.has(clause)) first.set(clause, exchange);
  }
  const once = new Map([...first.values()].map((exchange) => [exchange.seq, exchange]));
  for (const exchange of [...once.values()].slice(0, MAX_CONFIRMATIONS))
    await unlessNotTested(() => run.session.repeat(exchange));
}

/** Repeats requests that a credential once opened and now seems not to, until one succeeds or all tries are used up. */
export async function repeatControls(controls: readonly Exchange[], { session }: Run): Promise<void> {
  for (const control of controls)
    for (let times = 0; times < OFTEN; times += 1) {
      const again = await unlessNotTested(() => session.repeat(control));
      if (again === undefined || isSuccess(again)) break;
    }
}

async function runCheck(
  suite: Suite,
  check: Check,
  run: Run,
  { again = false, ...circumstances }: Circumstances & { readonly again?: boolean },
): Promise<Act> {
  const base = { check: checkId(check), clause: check.clause, again };
  const unmet = unmetOf(suite, check, run.target);
  if (unmet !== undefined) return { ...base, outcome: { kind: 'verdict', verdict: unmet } };
  try {
    const options = { ...run, contract: suite.contract, judgeAnswer: suite.judgeAnswer };
    const aboutLimits = check.aboutLimits === true;
    const tools = createCheckContext(options, base.check, { ...circumstances, aboutLimits });
    return { ...base, outcome: { kind: 'evidence', evidence: await check.act(tools) } };
  } catch (error) {
    if (error instanceof Deferred) throw error;
    const verdict: Verdict =
      error instanceof NotTested
        ? error.verdict()
        : { kind: 'error', message: `${base.check}: ${(error as Error).stack ?? String(error)}` };
    return { ...base, outcome: { kind: 'verdict', verdict } };
  }
}

function unmetOf(suite: Suite, check: Check, target: Target): Verdict | undefined {
  const clause = suite.clauses.get(check.clause) ?? suite.contract.everyStated.get(check.clause);
  const unmet = [...(clause?.needs ?? []), ...(check.needs ?? [])]
    .map((need) => unmetNeed(target, need, suite.contract.roles))
    .find((one) => one !== undefined);
  return unmet === undefined ? undefined : { kind: 'skip', ...unmet };
}

/** Can a breach of this check's clause count? A clause of one branch of an open conflict only observes. */
function canBeBroken(suite: Suite, { clause }: Check): boolean {
  const known = suite.clauses.get(clause);
  return known !== undefined && known.branch === undefined;
}
