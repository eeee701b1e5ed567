import {
  type Assertion,
  applicable,
  bodyOf,
  type CheckContext,
  type Exchange,
  enough,
  holds,
  isObject,
  operationOf,
  refused,
  statusOf,
  tellsOf,
  unlessNotTested,
} from '../../src/check/index.ts';
import { type Inference, plain } from './questions.ts';

/** What the answers say while the backing service is absent or too slow. */

/** The conditions of the backing service, as the document names them. */
export const BACKING_ABSENT = 'backing-absent';
export const BACKING_SLOW = 'backing-slow';

/** The answer tells that the backing service is absent. */
export function saysUnavailable(exchange: Exchange): Assertion {
  return (judging) =>
    applicable(
      tellsOf(judging, exchange, BACKING_ABSENT),
      'the backing service was up, so its 503 was not seen',
    )(judging);
}

/** What the operation answers to those who may ask; nothing where the user gave no session. */
export async function controlOf(tools: CheckContext, operation: Inference): Promise<{ readonly control?: Exchange }> {
  const control = await unlessNotTested(() => plain(tools, operation), 'skip');
  return control === undefined ? {} : { control };
}

/** A target that refuses everybody in the same way shows nothing by it. */
export function notEverybodyRefused(control: Exchange | undefined, answer: Exchange): readonly Assertion[] {
  if (control === undefined) return [];
  return [
    (judging) =>
      enough(
        refused(control, 'missing-credential')(judging) !== undefined || statusOf(control) !== statusOf(answer),
        'the session is refused in the same way',
      )(judging),
  ];
}

// Members that repeat the status in words, which is not yet a message.
const LABELS: ReadonlySet<string> = new Set(['type', 'title', 'instance', 'status', 'statusText', 'code']);

/** Everything that an error says in words, whatever its shape. */
export function messageOf(exchange: Exchange): string {
  const body = bodyOf(exchange);
  if (body === undefined) return exchange.outcome.kind === 'response' ? exchange.outcome.body.text : '';
  return wordsIn(body).join(' ');
}

function wordsIn(node: unknown): readonly string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(wordsIn);
  return isObject(node)
    ? Object.entries(node).flatMap(([name, value]) => (LABELS.has(name) ? [] : wordsIn(value)))
    : [];
}

// The wording is free, and so is the language: where it is not English, only names that are no words are looked for.
const ENGLISH =
  /\b(?:the|is|are|was|not|be|to|has|first|must|please|service|error|server|model|failed|found|unavailable|available|try|again|unknown|something|internal|request|timed?|out|upstream|gateway)\b/iu;

/** The message has words to this effect. */
export function saysSo(exchange: Exchange, pattern: RegExp, what: string): Assertion {
  const message = messageOf(exchange);
  const readable = message.trim() === '' || ENGLISH.test(message);
  return (judging) =>
    pattern.test(message)
      ? undefined
      : (enough(readable, 'the message is in a language that the suite does not read')(judging) ??
        holds(false, exchange, { expected: `a message that ${what}`, actual: message === '' ? 'no message' : message })(
          judging,
        ));
}

/** The error names something that has the same name in every language. */
export function namesIt(exchange: Exchange, pattern: RegExp, what: string): Assertion {
  const text = exchange.outcome.kind === 'response' ? exchange.outcome.body.text : '';
  return holds(pattern.test(text), exchange, {
    expected: `a message that names ${what}`,
    actual: text === '' ? 'no message' : text,
  });
}

/** The refusal for want of a session, which comes before whatever else there is to say. */
export function refusedForSession(exchange: Exchange): Assertion {
  return (judging) => {
    const result = refused(exchange, 'missing-credential')(judging);
    if (result?.kind !== 'not-shown' || result.as !== 'skip') return result;
    return holds(false, exchange, {
      expected: 'the refusal of a request without a session',
      actual: `status ${statusOf(exchange)}`,
    })(judging);
  };
}

/** How long an answer took, or how long it was waited for in vain. */
export interface Waiting {
  readonly milliseconds: number;
  readonly gaveUp: boolean;
  /** True for a connection that broke: then nothing is known of the duration. */
  readonly broken: boolean;
  /** The number of the exchange. */
  readonly exchange: number;
}

export function waitingFor({ outcome, seq }: Exchange): Waiting {
  const gaveUp = outcome.kind === 'failure' && outcome.reason === 'timeout';
  return { milliseconds: outcome.durationMs, gaveUp, broken: outcome.kind === 'failure' && !gaveUp, exchange: seq };
}

// For the way there and back.
const GRACE_MS = 2000;

/** The answer came within the duration that the document promises for the operation. */
export function inTime(operation: string, { milliseconds, gaveUp, broken, exchange }: Waiting): Assertion {
  return (judging) => {
    const promised = operationOf(judging.contract, operation).maxDurationSeconds;
    if (promised === undefined || broken) return enough(false, 'no whole answer came')(judging);
    const late = gaveUp ? milliseconds >= promised * 1000 : milliseconds > promised * 1000 + GRACE_MS;
    return late
      ? {
          kind: 'violation',
          expected: `an answer or a refusal within ${promised} s`,
          actual: `${gaveUp ? 'none' : 'one'} after ${(milliseconds / 1000).toFixed(1)} s`,
          exchange,
        }
      : undefined;
  };
}
