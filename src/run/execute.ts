import { type Check, checkId, exchangesIn } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import { requestTo } from '../check/request.ts';
import { type Target, unmetNeed } from '../check/target.ts';
import { isBroken, NotTested, unlessNotTested, type Verdict } from '../check/verdict.ts';
import { type Conflict, type Contract, operationOf } from '../contract/contract.ts';
import type { Choices } from '../contract/resolve.ts';
import type { Exchange } from '../http/exchange.ts';
import { branchesShownBy } from '../judge/branches.ts';
import { OFTEN } from '../judge/ending.ts';
import { judgeEvidence } from '../judge/evidence.ts';
import { isProbed, needsPermission } from '../rules/probes.ts';
import type { Suite } from '../rules/suite.ts';
import type { Act } from '../send/journal.ts';
import { HELD_BACK } from '../send/session.ts';
import { createTurns } from '../turns.ts';
import { createCheckContext } from './check-context.ts';
import type { Run } from './options.ts';
import { companyOf } from './plan.ts';

/** At most so many findings are sent again: where more is broken than that, one more try tells nothing new. */
const CONFIRMATIONS = 40;

/**
 * Asks for the branches of the conflicts that are about requests, so that requests are made for the reading that the
 * target follows, declared or not; of the conflicts that concern what is asked about.
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
      (await probe(declared.contract, conflict.id, run)) ??
      (await probeByExamples(declared.contract, conflict.id, run));
    if (branch !== undefined) choices[conflict.id] = branch;
  }
  run.sink({ type: 'reading', choices });
  return choices;
}

const TURNS = [1, 2] as const;

/** Asks the probes that cost nothing twice more, when all else has been asked: a target that wavers by turns shows it here. */
export async function probeAgain(declared: Suite, run: Run): Promise<void> {
  for (const conflict of declared.contract.conflicts.values()) {
    if (conflict.probe === undefined || needsPermission(declared.contract, conflict.probe)) continue;
    for (const _turn of TURNS) await probe(declared.contract, conflict.id, run);
  }
}

async function probe(contract: Contract, conflict: string, { session, target }: Run): Promise<string | undefined> {
  const asked = contract.conflicts.get(conflict)?.probe;
  if (asked === undefined) return undefined;
  const operation = operationOf(contract, asked.operation);
  if (operation.permission !== undefined && target.allow[operation.permission] !== true) return undefined;
  const request = requestTo(operation).json(asked.body).open(`a request that tells the branches of ${conflict} apart`);
  const answer = await unlessNotTested(() => session.send(request));
  const branches = new Set(
    (answer === undefined ? [] : branchesShownBy(contract, answer))
      .filter((observation) => observation.conflict === conflict && observation.kind === 'sign')
      .map(({ branch }) => branch),
  );
  return branches.size === 1 ? [...branches][0] : undefined;
}

/** Where the probe tells nothing, because it is answered neither way: the one branch whose own example is accepted. */
async function probeByExamples(contract: Contract, conflict: string, { session }: Run): Promise<string | undefined> {
  const { probe: asked, branches = {} } = contract.conflicts.get(conflict) ?? {};
  const operation = asked === undefined ? undefined : operationOf(contract, asked.operation);
  if (operation === undefined || operation.permission !== undefined) return undefined;
  const examples = Object.values(operation.requestBody?.media.examples ?? {});
  const accepted: string[] = [];
  for (const branch of Object.keys(branches)) {
    const example = examples.find((one) => one['x-branch'] === `${conflict}/${branch}`);
    if (example === undefined) continue;
    const request = requestTo(operation).json(example.value).open(`a body of ${conflict}/${branch}`);
    const answer = await unlessNotTested(() => session.send(request));
    if (answer !== undefined && isSuccess(answer)) accepted.push(branch);
  }
  return accepted.length === 1 ? accepted[0] : undefined;
}

/** Acts each check in order and, where its clause looks broken, once more. */
export async function collectActs(suite: Suite, checks: readonly Check[], run: Run): Promise<void> {
  const suspects: Check[] = [];
  const { before, apart, together } = companyOf(suite, checks, run.depth);
  const act = (list: readonly Check[]): Promise<void> => actInTurn(suite, list, run, suspects);
  await act(before);
  // Side by side all are begun at once, for most wait for answers that others have asked for; the gate counts requests.
  if (run.concurrency > 1) await Promise.all(together.map(act));
  else for (const list of together) await act(list);
  await act(apart);
  await run.idle.catchUp();
  run.session.hold(0);
  if (suspects.length > 0) run.session.forget();
  run.session.oneByOne();
  for (const check of suspects.filter(({ once }) => once !== true).slice(0, CONFIRMATIONS)) {
    run.sink({ type: 'act', act: await actOut(suite, check, run, { again: true }) });
  }
}

async function actInTurn(suite: Suite, checks: readonly Check[], run: Run, suspects: Check[]): Promise<void> {
  const giveWay = createTurns();
  const brought = new Set<Exchange>();
  for (const [index, check] of checks.entries()) {
    await giveWay();
    const act = await actOut(suite, check, run, { behind: checks.length - index - 1, before: brought });
    // One by one, so that no piece of work is long; the suite remembers them.
    for (const exchange of exchangesOf(act).filter((one) => !brought.has(one))) {
      brought.add(exchange);
      run.idle.later(() => void suite.guard(exchange));
    }
    run.idle.later(() => noteAct(suite, check, act, run, suspects));
  }
}

/** What an act brought that stays: an exchange of which nothing is kept is judged where it is needed. */
function exchangesOf({ outcome }: Act): readonly Exchange[] {
  return outcome.kind === 'evidence'
    ? exchangesIn(outcome.evidence).filter(({ discardable }) => discardable !== true)
    : [];
}

function noteAct(suite: Suite, check: Check, act: Act, { sink, session }: Run, suspects: Check[]): void {
  const suspect =
    act.outcome.kind === 'evidence' &&
    counts(suite, check) &&
    isBroken(judgeEvidence(suite, check, act.outcome.evidence));
  sink({ type: 'act', act, ...(suspect ? { suspect } : {}) });
  if (suspect) suspects.push(check);
  session.hold(Math.min(suspects.length, HELD_BACK));
}

/** Sends again the first request of each derived clause that an answer broke. */
export async function confirmAnswers(suite: Suite, exchanges: readonly Exchange[], run: Run): Promise<void> {
  const first = new Map<string, Exchange>();
  const giveWay = createTurns();
  for (const exchange of exchanges) {
    await giveWay();
    for (const { clause, violation } of suite.judgeAnswer(exchange))
      if (violation !== undefined && !first.has(clause)) first.set(clause, exchange);
  }
  const once = new Map([...first.values()].map((exchange) => [exchange.seq, exchange]));
  for (const exchange of [...once.values()].slice(0, CONFIRMATIONS)) {
    try {
      await run.session.repeat(exchange);
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
    }
  }
}

/** Asks again for what a credential opened that opens nothing any more, until it does, or is refused for good. */
export async function repeatControls(controls: readonly Exchange[], { session }: Run): Promise<void> {
  for (const control of controls)
    for (let times = 0; times < OFTEN; times += 1) {
      const again = await unlessNotTested(() => session.repeat(control));
      if (again === undefined || isSuccess(again)) break;
    }
}

interface Circumstances {
  readonly again?: boolean;
  /** How many checks of its row are still to come. */
  readonly behind?: number;
  /** What the checks before this one brought, that are acted one after the other. */
  readonly before?: ReadonlySet<Exchange>;
}

async function actOut(
  suite: Suite,
  check: Check,
  run: Run,
  { again = false, behind = 0, before = new Set() }: Circumstances,
): Promise<Act> {
  const base = { check: checkId(check), clause: check.clause, again };
  const unmet = unmetOf(suite, check, run.target);
  if (unmet !== undefined) return { ...base, outcome: { kind: 'verdict', verdict: unmet } };
  try {
    const tools = createCheckContext({ ...run, contract: suite.contract, judgeAnswer: suite.judgeAnswer }, base.check, {
      aboutLimits: check.aboutLimits === true,
      behind,
      before,
    });
    return { ...base, outcome: { kind: 'evidence', evidence: await check.act(tools) } };
  } catch (error) {
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
    .map((need) => unmetNeed(target, need))
    .find((one) => one !== undefined);
  return unmet === undefined ? undefined : { kind: 'skip', ...unmet };
}

/** A clause of one branch of an open conflict observes; it cannot be broken. */
function counts(suite: Suite, { clause }: Check): boolean {
  const known = suite.clauses.get(clause);
  return known !== undefined && known.branch === undefined;
}
