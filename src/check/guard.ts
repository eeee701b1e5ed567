import type { Answer, Body, Exchange } from '../http/exchange.ts';
import { memoizeWeakly } from '../memoize.ts';
import { isObject } from '../schema/pointer.ts';
import { type BrokenPlace, trapped } from '../schema/traps.ts';

/**
 * A judge depends only on the places of an answer that it reads. So judges get a copy of each answer in which the places that
 * break the document are traps. Reading one throws `Hidden`, and the assertion that read it is hidden behind the clause that is
 * broken there. Everything else is judged as usual.
 */

/** The exchange as judges see it. If its answer breaks nothing, it is the same object. */
export function guarded(exchange: Exchange, broken: readonly BrokenPlace[]): Exchange {
  const { outcome } = exchange;
  if (broken.length === 0 || outcome.kind === 'failure') return exchange;
  return { ...exchange, outcome: withTraps(outcome, broken) };
}

function withTraps(answer: Answer, broken: readonly BrokenPlace[]): Answer {
  const { size, text, utf8 } = answer.body;
  const json = memoizeWeakly(
    () => trapped(answer.body.json?.value, broken),
    () => text.length > LARGE_TEXT,
  );
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

/** For longer texts the parsed value is only held weakly: there may be a thousand of them. */
const LARGE_TEXT = 50_000;

/** Evidence in which every exchange is replaced. A part without exchanges stays the same object. */
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
