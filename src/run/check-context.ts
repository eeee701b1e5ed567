import { createHash } from 'node:crypto';
import type { CheckContext, Lived } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import { type RequestBuilder, requestOutside } from '../check/request.ts';
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
import { requestWith, sendToAnybody, unknownId, unknownPath, validRequest, withBody } from './valid-request.ts';

/** A run, with the contract as one reading resolves it. */
export type CheckContextOptions = Run & Pick<Suite, 'contract' | 'judgeAnswer'>;

/** What one check may use. Its requests go through the session; its random numbers depend on the seed and the check's id. */
export function createCheckContext(
  options: CheckContextOptions,
  checkId: string,
  { aboutLimits = false, behind = 0, before = new Set<Exchange>() as ReadonlySet<Exchange> } = {},
): CheckContext {
  const { contract, target, session, seed, now } = options;
  // Most checks need no random number, and hashing the seed costs more than everything else here.
  const random = memoize(() => randomFrom(`${seed}:${checkId}`));
  const request = (operation: string): RequestBuilder => requestWith(contract, operationOf(contract, operation));
  const bare = (operation: string) => withBody(contract, operation).path(unknownPath(options, operation));
  const state = { ahead: behind };
  const tools: CheckContext = {
    contract,
    request,
    bare,
    samples: target.samples,
    outside: (method, path) => requestOutside(method, path),
    send(builder) {
      const request = builder.ahead(state.ahead);
      const answer = aboutLimits ? session.send(request.noRetry()) : sendToAnybody(options, request);
      // Once a check has an answer, its next requests go before those of checks that have none yet.
      void answer.then(
        () => (state.ahead = behind + 1),
        () => undefined,
      );
      return answer;
    },
    shared: (key, make) => session.shared(key, make),
    accepted: (operation) => [...session.accepted(operation), ...[...before].filter(isAcceptedBy(operation))],
    valid: (operation, example) => validRequest(options, operationOf(contract, operation), example),
    unknownId: (format) => unknownId(format, options),
    breaks: (exchange) =>
      options.judgeAnswer(exchange).flatMap(({ clause, violation }) => (violation === undefined ? [] : [clause])),
    isWanted: (clause) => options.wanted === undefined || options.wanted.has(clause),
    hides: (exchange, places) => hidingClause(options.judgeAnswer, exchange, places),
    sample: (alternatives, least = 1) => alternatives.slice(0, Math.max(least, ALTERNATIVES[options.depth])),
    budget: BUDGETS[options.depth],
    replay: options.replay,
    random: () => random()(),
    mark: nameOfMark(options.mark),
    seed,
    now,
    life: (operation) => livedBy(tools, operation),
    refusals: (operation) => bodyRefusals(tools, operationOf(contract, operation)),
  };
  return tools;
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

async function livedBy(tools: CheckContext, operation: string): Promise<Lived> {
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
