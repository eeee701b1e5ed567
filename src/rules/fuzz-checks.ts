import { type Check, type CheckContext, check } from '../check/check.ts';
import { accepted, isSuccess, refused, statusOf } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import { sharedSeed } from '../check/sequences.ts';
import { NotTested } from '../check/verdict.ts';
import { type Operation, type RejectKind, successOf } from '../contract/operations.ts';
import { statusFits } from '../contract/statuses.ts';
import { type Broken, type Drawn, search, searchEach } from '../generate/search.ts';
import type { Exchange } from '../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import { oneByOne } from '../turns.ts';
import { type Control, controlAssertions } from './request-body.ts';

/** How valid requests to an operation are fuzzed. */
export interface ValidTrials<T> {
  readonly drawn: Drawn<T>;
  readonly ask: (valid: T) => Promise<RequestBuilder>;
  readonly runs: number;
  /** Does the contract leave this open? It may then be refused, which shows nothing. */
  readonly isOpen: (valid: T) => boolean;
}

/** The check that valid requests are accepted, and that their answers keep to every clause about answers. */
export function acceptedCheck<T>(
  clause: string,
  operation: Operation,
  trialsOf: (tools: CheckContext) => Promise<ValidTrials<T>>,
): Check {
  return check({
    clause,
    depth: 'deep',
    async act(tools) {
      const { drawn, ask, runs, isOpen } = await trialsOf(tools);
      const seen: { last?: Exchange } = {};
      const send = async (valid: T) => {
        const request = (await ask(valid)).discardable();
        const answer = await tools.send(isOpen(valid) ? request.refusable('what the contract leaves open') : request);
        if (!isOpen(valid)) seen.last = answer;
        return answer;
      };
      const seed = Math.floor(tools.random() * 2 ** 31);
      const holds = async (valid: T) => isServed(tools, await send(valid), operation, isOpen(valid));
      const { counterexample, path: replay = '' } = await search(drawn, holds, { seed, runs, path: tools.replay });
      const shown = counterexample === undefined ? seen.last : await send(counterexample);
      return { shown, open: counterexample !== undefined && isOpen(counterexample), replay };
    },
    judge: ({ shown, open }) => (shown === undefined || open ? [] : [accepted(shown)]),
  });
}

/** Is it a success that keeps to all clauses, or an allowed refusal? No answer, or a 429, is no breach and counts as served. */
function isServed(tools: CheckContext, exchange: Exchange, operation: Operation, isOpen: boolean): boolean {
  const status = statusOf(exchange);
  if (status === undefined || status === TOO_MANY_REQUESTS) return true;
  const isSuccessful = statusFits(status, successOf(operation).key);
  return isOpen && !isSuccessful ? status < 500 : isSuccessful && tools.breaks(exchange).length === 0;
}

/** Is it refused with the documented status? No answer, or a 429, is no breach and counts as refused. */
function isRefusedOrUndecided(exchange: Exchange, expected: string): boolean {
  const status = statusOf(exchange);
  return status === undefined || status === TOO_MANY_REQUESTS || statusFits(status, expected);
}

/** How requests that an operation has to refuse are fuzzed. */
export interface Trials<T extends Broken> {
  readonly drawn: Drawn<T>;
  readonly reject: RejectKind;
  readonly ask: (broken: T) => RequestBuilder;
  readonly control: Control;
  readonly runs: number;
  /** The search ends after this many wrongly accepted requests, if each may leave something behind or cost something. */
  readonly failures?: number | undefined;
}

/** The result, for all clauses about refusals of one operation. */
interface TrialResult {
  readonly control: Control;
  /** Per place with a wrongly accepted request: the smallest such request, sent once more. */
  readonly found: readonly { readonly place: string; readonly shown: Exchange; readonly path: string }[];
  /** The last answer to a broken request, per place. */
  readonly refusals: ReadonlyMap<string, Exchange>;
}

/** Fuzzes the refusals of an operation. Every clause that asks uses the same seed, and so the same requests. */
export async function tryRefusals<T extends Broken>(
  tools: CheckContext,
  operation: Operation,
  trials: Trials<T>,
): Promise<TrialResult> {
  const { drawn, reject, ask, control, runs, failures } = trials;
  const refusals = new Map<string, Exchange>();
  if (isFailed(control)) return { control, found: [], refusals };
  const expected = operation.rejects[reject] ?? '';
  const holds = async (broken: T) => {
    const answer = await tools.send(ask(broken).discardable());
    refusals.set(broken.place, answer);
    return isRefusedOrUndecided(answer, expected);
  };
  const seed = sharedSeed(tools, `${operation.id} ${reject}`);
  const results = await searchEach(drawn, holds, { seed, runs, path: tools.replay, failures });
  const found = await oneByOne(results, async ({ counterexample, path, place }) => {
    return { place, path, shown: await tools.send(ask(counterexample)) };
  });
  return { control, found, refusals };
}

/** If a valid request is not accepted, a refusal shows nothing. */
function isFailed({ positive }: Control): boolean {
  return positive !== undefined && !isSuccess(positive);
}

type Find = (tools: CheckContext) => Promise<TrialResult>;

type Shown = { readonly control: Control; readonly shown: readonly Exchange[]; readonly replay: string };

/** One check for the refusals of all places. */
export function refusedCheck(clause: string, operation: Operation, find: Find): Check {
  return shownCheck({ clause }, operation, async (tools) => {
    const { control, found, refusals } = await find(tools);
    const shown = found.length > 0 ? found.map((one) => one.shown) : [...refusals.values()].slice(-1);
    return { control, shown, replay: found[0]?.path ?? '' };
  });
}

/** The check of one bound beside valid values of everything else. It has its own finding because it has its own fix. */
export function combinedCheck(clause: string, place: string, operation: Operation, find: Find): Check {
  return shownCheck({ clause, variant: 'combined' }, operation, async (tools) => {
    const { control, found, refusals } = await find(tools);
    const broken = found.find((one) => one.place === place);
    const last = broken?.shown ?? refusals.get(place);
    if (last === undefined && !isFailed(control)) throw new NotTested('skip', 'no combination of this seed came to it');
    return { control, shown: last === undefined ? [] : [last], replay: broken?.path ?? '' };
  });
}

function shownCheck(
  parts: Pick<Check, 'clause' | 'variant'>,
  operation: Operation,
  act: (tools: CheckContext) => Promise<Shown>,
): Check {
  return check<Shown>({
    ...parts,
    depth: 'deep',
    once: operation.permission !== undefined && operation.node['x-undo'] === undefined,
    act,
    given: ({ shown, control }) => controlAssertions({ outside: shown, ...control }),
    judge: ({ shown }) => shown.map((exchange) => refused(exchange)),
  });
}
