import type { Answer, Body, Exchange } from '../http/exchange.ts';
import { isObject } from '../schema/pointer.ts';
import { type BrokenPlace, trapped } from '../schema/traps.ts';

/**
 * Evidence by place: a judge depends on the places of an answer that it reads, and on nothing else. What judges see is a
 * copy of each answer in which the places that break the document are traps: reading one throws `Hidden`, and the
 * comparison that read it falls behind the clause that is broken there. Everything else is judged as it stands.
 */

/** The exchange as judges see it: itself where its answer breaks nothing. */
export function guarded(exchange: Exchange, broken: readonly BrokenPlace[]): Exchange {
  const { outcome } = exchange;
  if (broken.length === 0 || outcome.kind === 'failure') return exchange;
  return { ...exchange, outcome: withTraps(outcome, broken) };
}

function withTraps(answer: Answer, broken: readonly BrokenPlace[]): Answer {
  const { size, text, utf8 } = answer.body;
  const json = givenUpWhereLarge(() => trapped(answer.body.json?.value, broken), text.length > LARGE_TEXT);
  const body: Body = {
    size,
    text,
    utf8,
    get unread() {
      return answer.body.unread;
    },
    get json() {
      return json();
    },
  };
  return { ...answer, body };
}

/** Of longer texts the value is not kept for good: there may be a thousand of them. */
const LARGE_TEXT = 50_000;

function givenUpWhereLarge<T extends object>(make: () => T, isLarge: boolean): () => T {
  let kept: T | WeakRef<T> | undefined;
  return () => {
    const before = kept instanceof WeakRef ? kept.deref() : kept;
    const value = before ?? make();
    if (before === undefined) kept = isLarge ? new WeakRef(value) : value;
    return value;
  };
}

/** Evidence in which every exchange is replaced; what holds none of them stays the same value. */
export function replaceExchanges<E>(evidence: E, replace: (exchange: Exchange) => Exchange): E {
  return replaced(evidence, replace) as E;
}

function replaced(node: unknown, replace: (exchange: Exchange) => Exchange): unknown {
  if (isExchange(node)) return replace(node);
  if (Array.isArray(node))
    return unlessSame(
      node,
      node.map((item) => replaced(item, replace)),
    );
  if (!isObject(node)) return node;
  const copy = Object.entries(node).map(([name, value]) => [name, replaced(value, replace)] as const);
  return copy.some(([name, value]) => value !== node[name]) ? Object.fromEntries(copy) : node;
}

function unlessSame(list: readonly unknown[], copy: readonly unknown[]): readonly unknown[] {
  return copy.some((item, index) => item !== list[index]) ? copy : list;
}

export function isExchange(value: unknown): value is Exchange {
  return typeof value === 'object' && value !== null && 'seq' in value && 'outcome' in value && 'intent' in value;
}
