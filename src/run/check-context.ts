import { createHash } from 'node:crypto';
import type { CheckContext, LifeAnswers } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import { type RequestBuilder, requestOutside } from '../check/request.ts';
import { requestWith } from '../check/request-with.ts';
import { Deferred } from '../check/verdict.ts';
import { messageClause } from '../contract/clause-id.ts';
import { operationOf } from '../contract/contract.ts';
import { SpecError } from '../errors.ts';
import { nameOfMark } from '../generate/mark.ts';
import type { Exchange } from '../http/exchange.ts';
import { memoize } from '../memoize.ts';
import { resourceOf } from '../relations/resource/declaration.ts';
import { lifeOf } from '../relations/resource/life.ts';
import { type AnswerJudge, bodyRefusals, brokenPlaces } from '../rules/index.ts';
import type { Suite } from '../rules/suite.ts';
import type { Run } from './options.ts';
import { ALTERNATIVES, BUDGETS } from './plan.ts';
import { unknownId, unknownPath } from './unknown-path.ts';
import { sendToAnybody, validRequest, withBody } from './valid-request.ts';

/** A run, with the contract as one reading resolves it. */
export type CheckContextOptions = Run & Pick<Suite, 'contract' | 'judgeAnswer'>;

/** What is known of a check before it runs. */
export interface Circumstances {
  readonly aboutLimits?: boolean;
  /** May it let others go first? */
  readonly mayDefer?: boolean;
  /** How many checks of its list are still to come. */
  readonly behind?: number;
  /** The exchanges of the earlier checks of its list. */
  readonly before?: ReadonlySet<Exchange>;
}

/** What one check may use. Its requests go through the session; its random numbers depend on the seed and the check's id. */
export function createCheckContext(
  options: CheckContextOptions,
  checkId: string,
  circumstances: Circumstances = {},
): CheckContext {
  const { contract, target, session, judgeAnswer, wanted, depth, replay, mark, seed, now } = options;
  const { before = [] } = circumstances;
  // Most checks need no random number, and hashing the seed costs more than everything else here.
  const random = memoize(() => randomFrom(`${seed}:${checkId}`));
  const tools: CheckContext = {
    contract,
    request: (operation) => requestWith(contract, operationOf(contract, operation)),
    bare: (operation) => withBody(options, operation).path(unknownPath(options, operation)),
    samples: target.samples,
    outside: (method, path) => requestOutside(method, path),
    send: createSend(options, circumstances),
    shared: (key, make) => session.shared(key, make),
    accepted: (operation) => [...session.accepted(operation), ...[...before].filter(isAcceptedBy(operation))],
    created: (operation) => session.created(operation),
    valid: (operation) => validRequest(options, operationOf(contract, operation)),
    unknownId: (format) => unknownId(format, options),
    breaks: (exchange) => judgeAnswer(exchange).flatMap((one) => (one.violation === undefined ? [] : [one.clause])),
    isWanted: (clause) => wanted === undefined || wanted.has(clause),
    hides: (exchange, places) => hidingClause(judgeAnswer, exchange, places),
    sample: (alternatives, least = 1) => alternatives.slice(0, Math.max(least, ALTERNATIVES[depth])),
    defer() {
      if (circumstances.mayDefer === true) throw new Deferred();
    },
    budget: BUDGETS[depth],
    replay,
    random: () => random()(),
    mark: nameOfMark(mark),
    seed,
    now,
    life: (operation) => lifeAnswers(tools, operation),
    // Whoever asks for them all may keep the result.
    refusals: (operation) => bodyRefusals({ ...tools, defer: () => undefined }, operationOf(contract, operation)),
  };
  return tools;
}

/** Once a check has an answer, its next requests go before those of checks that have none yet. */
function createSend(options: CheckContextOptions, { aboutLimits = false, behind = 0 }: Circumstances) {
  let ahead = behind;
  return (builder: RequestBuilder): Promise<Exchange> => {
    const request = builder.ahead(ahead);
    const answer = aboutLimits ? options.session.send(request.noRetry()) : sendToAnybody(options, request);
    void answer.then(
      () => (ahead = behind + 1),
      () => undefined,
    );
    return answer;
  };
}

function isAcceptedBy(operation: string): (exchange: Exchange) => boolean {
  return (exchange) => exchange.operation === operation && exchange.intent.kind === 'valid' && isSuccess(exchange);
}

/**
 * The clause whose breach keeps these places of an answer from being read: no whole answer came, one of the places or one
 * above it is broken, or the answer is no success and breaks any clause.
 */
function hidingClause(judgeAnswer: AnswerJudge, exchange: Exchange, wanted: readonly string[]): string | undefined {
  if (exchange.outcome.kind === 'failure')
    return exchange.operation === undefined ? undefined : messageClause(exchange.operation);
  const observations = judgeAnswer(exchange);
  const isAtOrAbove = (place: string) => wanted.some((one) => one === place || one.startsWith(`${place}/`));
  const hiding =
    brokenPlaces(observations).find(({ at }) => isAtOrAbove(at)) ??
    (isSuccess(exchange) ? undefined : observations.find(({ violation }) => violation !== undefined));
  return hiding?.clause;
}

async function lifeAnswers(tools: CheckContext, operation: string): Promise<LifeAnswers> {
  const resource = resourceOf(tools.contract, operation);
  if (resource === undefined) throw new SpecError(`${operation} has no x-resource.`);
  const { born, uses } = await lifeOf(tools, resource);
  return { created: born.map(({ answer }) => answer), uses };
}

/** Mulberry32: small, seedable, good enough to pick from a list. */
export function randomFrom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
