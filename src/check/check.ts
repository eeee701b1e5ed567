import type { Contract } from '../contract/contract.ts';
import type { RejectKind } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import { isExchange } from './guard.ts';
import type { RequestBuilder } from './request.ts';
import type { Samples } from './target.ts';
import type { Violation } from './verdict.ts';

/** What an act brings back: exchanges by name, and plain JSON facts (an id that was asked for, say). It can be written down and judged again. */
export type Evidence = Readonly<Record<string, unknown>>;

/** The outcome of one assertion: nothing (it holds), a violation, or the reason why the evidence cannot show it. */
export type Result =
  | undefined
  | ({ readonly kind: 'violation'; readonly flaky?: boolean } & Violation)
  | {
      readonly kind: 'not-shown';
      readonly as: 'skip' | 'inconclusive';
      readonly reason: string;
      readonly remedy?: string;
      /** The clause that is broken at a place which this had to read. */
      readonly behind?: string;
    };

/** A question to the evidence, asked under a contract. Judges build these; they never see a profile. */
export type Assertion = (judging: Judging) => Result;

/** What an assertion may ask of the contract. */
export interface Judging {
  readonly contract: Contract;
}

/** What a check may do to the target. */
export interface CheckContext {
  request(operation: string): RequestBuilder;
  /**
   * A request that the operation accepts: path values from the user's samples or from what the target lists, a body from
   * the document's examples filled with the user's samples. Throws NotTested where one of them is not to be had.
   */
  valid(operation: string, example?: string): Promise<RequestBuilder>;
  /**
   * The same from the document's own example and with ids that nothing has, whatever the target knows: for requests that
   * have to be refused before that matters. Throws NotTested where no such id can be made.
   */
  bare(operation: string): RequestBuilder;
  /** A well-formed id (`uuid` or `cuid`) that nothing has; the same one each time within a run. */
  unknownId(format: string): string;
  /** A request to a path outside the document. */
  outside(method: string, path: string): RequestBuilder;
  send(request: RequestBuilder): Promise<Exchange>;
  /** The answers to the bodies of an operation that are broken in one keyword of their schema each. */
  refusals(operation: string): Promise<readonly Refusal[]>;
  /** Runs `make` once per run and key, whoever asks: for answers that are dear. */
  shared<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** The life of what this operation creates (`x-resource`), lived once per run: the answers to creations and to uses. */
  life(operation: string): Promise<Lived>;
  readonly samples: Samples;
  readonly contract: Contract;
  /**
   * The successes so far of valid requests to the operation, so that none of their values has to be sent again: at the depth
   * `smoke` all of them, else those that checks before this one brought, among the ones that are acted one after the other.
   */
  accepted(operation: string): readonly Exchange[];
  /** The clauses that an answer breaks. */
  breaks(exchange: Exchange): readonly string[];
  /** The clause behind which these places of an answer are hidden, as it is broken there; undefined where they can be read. */
  hides(exchange: Exchange, places: readonly string[]): string | undefined;
  /** Was the run asked about this clause? A run of the whole suite is asked about all. */
  isWanted(clause: string): boolean;
  /**
   * As many of these alternatives as the depth has room for, and in any case `least`: give the most telling first. What of
   * a check is worth its requests only where there are many of them stands behind.
   */
  sample<T>(alternatives: readonly T[], least?: number): readonly T[];
  /** How many requests the whole run may send. */
  readonly budget: number;
  /** The path of a counterexample that is to be repeated; undefined in an ordinary run. */
  readonly replay: string | undefined;
  /** A uniform pseudo-random number in [0, 1), the same for the same seed and clause. */
  random(): number;
  /** A mark for whatever this run creates, so that its owner recognises it, and no other run takes it for its own. */
  readonly mark: string;
  /** The seed of the run. */
  readonly seed: number;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Some things of one kind, from their creation to their end. */
export type Lived = {
  readonly created: readonly Exchange[];
  /** What was asked with a credential that was created, by whom, and when by our clock. */
  readonly uses: readonly {
    readonly who: string;
    readonly answer: Exchange;
    readonly from: number;
    readonly to: number;
  }[];
};

/** How a body that is broken at one place is answered; beside other breaks only where the answer names this one. */
export interface Refusal {
  readonly keyword: string;
  /** JSON Pointer into the body. */
  readonly at: string;
  readonly answer: Exchange;
}

/**
 * A check shows one clause: `act` sends requests and brings back evidence, `given` says what the evidence must be like
 * to be judged (else inconclusive), `judge` asks the questions. `judge` is pure; it must ask something.
 */
export interface Check<E extends Evidence = Evidence> {
  /** The clause's id in the document. */
  readonly clause: string;
  /** Tells two checks of one clause apart; the clause's id is enough for a single one. */
  readonly variant?: string;
  /** The least depth at which it is tried; every one unless told, though at `smoke` the requests may not suffice. */
  readonly depth?: 'standard' | 'deep';
  /** How many clauses one of its requests shows, with those of other checks; as many as share its `act` unless told. */
  readonly clausesPerRequest?: number;
  /** Some of its requests are to be refused, as this: then the answer shows what the document says of such a refusal. */
  readonly rejected?: RejectKind;
  /** Needs beyond those of the clause. */
  readonly needs?: readonly string[];
  /** Never acted twice: it costs the target's owner something, or leaves something behind. */
  readonly once?: boolean;
  /** Sends only what nobody has sent by then: it comes last among the checks of its resource. */
  readonly last?: boolean;
  /** It watches a list: it comes before the checks that write what stands there. */
  readonly first?: boolean;
  /** It may take away for good what others look at: it comes when they have been acted, alone. */
  readonly apart?: boolean;
  /** Only reads, or sends what has to be refused for its body or its caller: nobody who watches a list is disturbed by it. */
  readonly changesNothing?: boolean;
  /** Answers 429 are what it is about. */
  readonly aboutLimits?: boolean;
  act(tools: CheckContext): Promise<E>;
  given?(evidence: E): readonly Assertion[];
  /** Left out where the clause is declared as an `invariant`: then its relation is asked of every answer in the evidence. */
  judge?(evidence: E): readonly Assertion[];
}

/**
 * A check that costs no request: it judges every answer to a valid request of an operation, whoever asked for it, so that
 * a breach shows under whatever combination of parameters happens to be sent. An answer that is no success is not asked.
 */
export interface AnswerCheck {
  readonly clause: string;
  readonly operation: string;
  /** Asked of answers to requests as well of which the contract leaves open whether they succeed. */
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

/** Declares a check. The generic ties what `act` brings to what `judge` reads. */
export function check<E extends Evidence>(definition: Check<E>): Check {
  return definition as unknown as Check;
}

/** The id of a check within a suite. */
export function checkId(definition: Check): string {
  return definition.variant === undefined ? definition.clause : `${definition.clause}#${definition.variant}`;
}

/** The exchanges within evidence, in order, each once. */
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
