import type { Mutant } from '../../fixtures/mutants/index.ts';
import { replaceExchanges } from '../../src/check/guard.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import { defined } from '../../src/defined.ts';
import type { Exchange, Outcome, WireRequest } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { conclude } from '../../src/judge/conclude.ts';
import type { RunRecord } from '../../src/send/journal.ts';
import { type Bench, branchesFor, type Effort, type Hosted, runOn, type Trial, trialOf, tryMutant } from './trial.ts';

/**
 * On the record: the run of the right service is made once for all stateless mutants of an operation. The broken service
 * answers the requests of that record, and what it answers is judged. What a run would have asked because of a changed
 * answer is not in the record: a mutant that it does not show, or shows with more than it declares, is tried end to end.
 */
interface Recorded {
  readonly hosted: Hosted;
  readonly branches: Choices;
  readonly record: RunRecord;
}

/** On the record, end to end, or both, which have to say the same. */
export type Way = 'record' | 'end to end' | 'both';

/** What the mutants of one recorded run have in common; undefined for a mutant that is tried end to end. */
export function recordedAs(bench: Bench, mutant: Mutant): string | undefined {
  if (mutant.stateless !== true || mutant.depth !== undefined) return undefined;
  return JSON.stringify([mutant.scope, { ...mutant.reference, branches: branchesFor(bench, mutant) }]);
}

/** Tries mutants one way, the other, or both; the record of the last run is kept. */
export function createTryOut(bench: Bench, effort: Effort = {}): (mutant: Mutant, way: Way) => Promise<Trial> {
  const last: { key?: string | undefined; recorded?: Promise<Recorded> } = {};
  const recordedFor = (mutant: Mutant): Promise<Recorded> => {
    const key = recordedAs(bench, mutant);
    if (last.recorded === undefined || last.key !== key) last.recorded = recordOfRight(bench, mutant);
    last.key = key;
    return last.recorded;
  };
  return async (mutant, way) => {
    if (way === 'end to end') return tryMutant(bench, mutant, effort);
    const onRecord = await tryOnRecord(bench, mutant, await recordedFor(mutant));
    if (way === 'record' && isRight(onRecord)) return onRecord;
    const trial = await tryMutant(bench, mutant, effort);
    const isSame = trial.verdict === onRecord.verdict && isRight(trial);
    return isRight(onRecord) && !isSame ? { ...trial, onRecord: onRecord.verdict } : trial;
  };
}

/** Is the mutant killed, and breaks nothing that it does not declare? */
function isRight({ killed, undeclared }: Trial): boolean {
  return killed && undeclared.length === 0;
}

async function recordOfRight(bench: Bench, mutant: Mutant): Promise<Recorded> {
  const branches = branchesFor(bench, mutant);
  const hosted = bench.host({ ...mutant.reference, branches });
  const right: Mutant = { ...mutant, patch: () => (_call, next) => next() };
  return { hosted, branches, record: (await runOn(bench, hosted, right)).record };
}

async function tryOnRecord(bench: Bench, mutant: Mutant, recorded: Recorded): Promise<Trial> {
  const started = performance.now();
  const shown = await changed(bench, mutant, recorded);
  return trialOf(mutant, { record: shown, conclusion: conclude(shown, recorded.branches, bench.suiteUnder) }, started);
}

async function changed(bench: Bench, mutant: Mutant, recorded: Recorded): Promise<RunRecord> {
  const { hosted, record } = recorded;
  const deviation = mutant.patch(hosted.insider);
  const changes = new Map(lastAnswers(record).map((exchange) => [exchange.seq, { ...exchange }]));
  for (const exchange of record.exchanges) {
    if (!mutant.scope.includes(exchange.operation ?? '') || exchange.elided === true) continue;
    const service = bench.wrap((request) => behind(hosted, request, exchange), deviation);
    const outcome = await fetchTransport(service)(wireOf(hosted, exchange));
    if (!isSame(outcome, exchange.outcome)) changes.set(exchange.seq, { ...exchange, outcome });
  }
  const replace = (exchange: Exchange): Exchange => changes.get(exchange.seq) ?? exchange;
  return {
    ...record,
    exchanges: record.exchanges.map(replace),
    acts: record.acts.map((act) => replaceExchanges(act, replace)),
  };
}

/** A listing remembers its judgement by the last answer of its evidence: of a changed record that has to be another object. */
function lastAnswers({ acts }: RunRecord): readonly Exchange[] {
  return acts.flatMap(({ outcome }) => {
    const answers = outcome.kind === 'evidence' ? outcome.evidence['answers'] : undefined;
    return Array.isArray(answers) ? (answers as readonly Exchange[]).slice(-1) : [];
  });
}

/** The request of the record, with the credentials for which placeholders stand there. */
function wireOf({ target }: Hosted, { request }: Exchange): WireRequest {
  const { method, headers, body, credentials } = request;
  const given = credentials.flatMap((name) => Object.entries(target.credentials[name]?.headers ?? {}));
  const real = Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]));
  const others = Object.entries(headers).filter(([name]) => real[name.toLowerCase()] === undefined);
  return {
    method,
    url: `${target.baseUrl}${request.target}`,
    headers: { ...Object.fromEntries(others), ...real },
    timeoutMs: 30_000,
    ...defined({ body }),
  };
}

/** The service that the mutant is put around: what is passed on unchanged has its answer in the record. */
async function behind(hosted: Hosted, request: Request, recorded: Exchange): Promise<Response> {
  const { outcome } = recorded;
  if (outcome.kind === 'failure' || !(await isAsRecorded(hosted, request, recorded))) return hosted.fetch(request);
  const { status, headers, body } = outcome;
  return new Response(body.size === 0 ? null : body.text, { status, headers });
}

async function isAsRecorded({ target }: Hosted, request: Request, recorded: Exchange): Promise<boolean> {
  if (request.url !== new URL(`${target.baseUrl}${recorded.request.target}`).href) return false;
  const text = request.body === null ? '' : await request.clone().text();
  return text === (recorded.request.body ?? '');
}

function isSame(one: Outcome, other: Outcome): boolean {
  if (one.kind === 'failure' || other.kind === 'failure') return false;
  return (
    one.status === other.status &&
    one.body.text === other.body.text &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers)
  );
}
