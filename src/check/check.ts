import type { Contract } from '../contract/contract.ts';
import type { RejectKind } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import { isExchange } from './guard.ts';
import type { RequestBuilder } from './request.ts';
import type { Samples } from './target.ts';
import type { Violation } from './verdict.ts';

/** What an act returns: exchanges by name, and plain JSON facts, such as a requested id. It can be recorded and rejudged. */
export type Evidence = Readonly<Record<string, unknown>>;

/** The outcome of one assertion: undefined if it holds, a violation, or the reason why the evidence cannot show it. */
export type Result =
  | undefined
  | ({ readonly kind: 'violation'; readonly flaky?: boolean } & Violation)
  | {
      readonly kind: 'not-shown';
      readonly as: 'skip' | 'inconclusive';
      readonly reason: string;
      readonly remedy?: string;
      /** The clause that is broken at a place that the assertion had to read. */
      readonly behind?: string;
    };

/** A question about the evidence, asked under a contract. Judges build these. They never see a profile. */
export type Assertion = (judging: Judging) => Result;

/** What an assertion may ask of the contract. */
export interface Judging {
  readonly contract: Contract;
}

/** What a check may do to the target. */
export interface CheckContext {
  request(operation: string): RequestBuilder;
  /**
   * A request that the operation accepts: path values come from the user's samples or the target's lists, the body from the
   * document's examples and the user's samples. Throws NotTested if one of them is not available.
   */
  valid(operation: string): Promise<RequestBuilder>;
  /**
   * A request with the document's example body and unknown ids, for requests that must be refused before the ids matter.
   * Throws NotTested if no unknown id can be made.
   */
  bare(operation: string): RequestBuilder;
  /** A well-formed id (`uuid` or `cuid`) that nothing has. It stays the same within a run. */
  unknownId(format: string): string;
  /** A request to a path outside the document. */
  outside(method: string, path: string): RequestBuilder;
  send(request: RequestBuilder): Promise<Exchange>;
  /** The answers to bodies of the operation, each of which breaks one keyword of the schema. */
  refusals(operation: string): Promise<readonly Refusal[]>;
  /** Calls `make` once per run and key, and shares the result between checks. For answers that are expensive. */
  shared<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Creates, uses and deletes what this operation creates (`x-resource`), once per run. Returns the answers. */
  life(operation: string): Promise<LifeAnswers>;
  readonly samples: Samples;
  readonly contract: Contract;
  /**
   * Successful answers so far to valid requests of the operation, whose values need not be sent again: at depth `smoke` all
   * of them, otherwise those of earlier checks in the same list.
   */
  accepted(operation: string): readonly Exchange[];
  /** The answers so far to all requests of this run that created something by this operation (`x-resource`). */
  created(operation: string): readonly Exchange[];
  /** The clauses that an answer breaks. */
  breaks(exchange: Exchange): readonly string[];
  /** The broken clause that keeps these places of an answer from being read; undefined if they can be read. */
  hides(exchange: Exchange, places: readonly string[]): string | undefined;
  /** Was the run asked about this clause? Without a filter it is asked about all. */
  isWanted(clause: string): boolean;
  /** As many of these alternatives as the depth allows, and at least `least`. Give the most telling first. */
  sample<T>(alternatives: readonly T[], least?: number): readonly T[];
  /** At depth `smoke`, lets the other checks go first: the requests to come show fewer clauses than was expected. */
  defer(): void;
  /** How many requests the whole run may send. */
  readonly budget: number;
  /** The path of a counterexample to repeat; undefined in an ordinary run. */
  readonly replay: string | undefined;
  /** A uniform pseudo-random number in [0, 1); the same sequence for the same seed and check. */
  random(): number;
  /** Part of the name of whatever this run creates. Owners recognise it, and other runs have other marks. */
  readonly mark: string;
  /** The seed of the run. */
  readonly seed: number;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The answers from the creation, use and deletion of some things of one kind. */
export type LifeAnswers = {
  readonly created: readonly Exchange[];
  /** Each request with a created credential: by whom, its answer, and its start and end by our clock. */
  readonly uses: readonly {
    readonly who: string;
    readonly answer: Exchange;
    readonly from: number;
    readonly to: number;
  }[];
};

/** The answer to a body that is broken at this place. If it is broken elsewhere, too, the answer names this place. */
export interface Refusal {
  readonly keyword: string;
  /** JSON Pointer into the body. */
  readonly at: string;
  readonly answer: Exchange;
}

/**
 * A check shows one clause. `act` sends requests and returns evidence. `given` lists preconditions; if one fails, the verdict
 * is inconclusive. `judge` returns the assertions, at least one. It is pure.
 */
export interface Check<E extends Evidence = Evidence> {
  /** The clause's id in the document. */
  readonly clause: string;
  /** Distinguishes several checks of one clause. */
  readonly variant?: string;
  /** The least depth at which it runs. Default: `smoke`, though the budget there may not suffice. */
  readonly depth?: 'standard' | 'deep';
  /** How many clauses one of its requests shows, other checks' included. Default: the number of checks that share its `act`. */
  readonly clausesPerRequest?: number;
  /** The kind of refusal that some of its requests must get. The answer then shows the clauses about that refusal. */
  readonly rejected?: RejectKind;
  /** Needs beyond those of the clause. */
  readonly needs?: readonly string[];
  /** Never runs twice: it costs the target's owner something, or leaves something behind. */
  readonly once?: boolean;
  /** Runs last among the checks of its resource, as it sends only what no other check has sent. */
  readonly last?: boolean;
  /** Runs first: it watches a list that other checks change. */
  readonly first?: boolean;
  /** Runs alone after the others: it may permanently remove what they read. */
  readonly apart?: boolean;
  /** Only reads, or sends requests that must be refused for their body or caller. So it never changes a list. */
  readonly changesNothing?: boolean;
  /** It tests rate limits, so a 429 is an ordinary answer. */
  readonly aboutLimits?: boolean;
  act(tools: CheckContext): Promise<E>;
  given?(evidence: E): readonly Assertion[];
  /** Left out if the clause is declared as an `invariant`: then its relation is checked on every answer in the evidence. */
  judge?(evidence: E): readonly Assertion[];
}

/**
 * A check without requests of its own: it judges every successful answer to a valid request of the operation, whichever check
 * sent it. So a breach shows under any combination of parameters that is sent.
 */
export interface AnswerCheck {
  readonly clause: string;
  readonly operation: string;
  /** Also judge answers to requests of which the contract leaves open whether they succeed. */
  readonly open?: true;
  judge(answer: Exchange): readonly Assertion[];
}

/** Declares a check of every answer. */
export function onEveryAnswer(definition: AnswerCheck): AnswerCheck {
  return definition;
}

/** Either kind of check: what a suite is made of. */
export type AnyCheck = Check | AnswerCheck;

export function isAnswerCheck(one: AnyCheck): one is AnswerCheck {
  return !('act' in one);
}

/** Declares a check. The type parameter ties what `act` returns to what `judge` reads. */
export function check<E extends Evidence>(definition: Check<E>): Check {
  return definition as unknown as Check;
}

/** The id of a check within a suite. */
export function checkId(definition: Check): string {
  return definition.variant === undefined ? definition.clause : `${definition.clause}#${definition.variant}`;
}

/** The exchanges within evidence, in order and without duplicates. */
export function exchangesIn(evidence: unknown): readonly Exchange[] {
  const found = new Map<number, Exchange>();
  collect(evidence, found);
  return [...found.values()];
}

function collect(node: unknown, found: Map<number, Exchange>): void {
  if (typeof node !== 'object' || node === null) return;
  if (isExchange(node)) {
    found.set(node.seq, node);
    return;
  }
  for (const value of Object.values(node)) collect(value, found);
}
