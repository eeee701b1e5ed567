import { isSuccess } from '../check/judges.ts';
import { type Draft, targetOf } from '../check/request.ts';
import { isAtOrBelow } from '../contract/path-names.ts';
import type { Exchange } from '../http/exchange.ts';
import { getOrMake } from '../memoize.ts';
import { isSafe } from '../semantics.ts';
import { credentialsOf, type WireOptions } from './wire.ts';

/** What a session remembers of its requests and answers. */
export type Memory = ReturnType<typeof createMemory>;

export interface MemoryOptions extends WireOptions {
  /** Are accepted requests kept in memory? Only where they are few. */
  readonly keepsAccepted?: boolean;
}

export function createMemory(options: MemoryOptions) {
  const answers = new Map<string, { readonly path: string; readonly answer: Promise<Exchange> }>();
  const shared = new Map<string, Promise<unknown>>();
  const drafts = new Map<number, Draft>();
  const accepted: Exchange[] = [];
  const creations: Exchange[] = [];
  return {
    /** The answer to an identical safe request if one was sent, else that which `send` gets. */
    once(draft: Draft, send: () => Promise<Exchange>): Promise<Exchange> {
      const key = keyOf(draft, options);
      return key === undefined ? send() : getOrMake(answers, key, () => ({ path: draft.path, answer: send() })).answer;
    },
    /** The result of the first `make` with this key. */
    shared: <T>(key: string, make: () => Promise<T>) => getOrMake(shared as Map<string, Promise<T>>, key, make),
    /** The successes of valid requests to the operation, of a session that keeps them. */
    accepted: (operation: string): readonly Exchange[] => accepted.filter(isOf(operation)),
    /** The successes of all requests to an operation with `x-resource`, also of those that had to be refused. */
    created: (operation: string): readonly Exchange[] => creations.filter(isOf(operation)),
    /** The request of an exchange as it was before it was numbered; undefined for one of very many. */
    draftOf: ({ seq }: Exchange) => drafts.get(seq),
    /**
     * Takes note of an answer. After a change, the answers at related paths of a plain document are forgotten: it does not say
     * which of them show the change.
     */
    enter(draft: Draft, exchange: Exchange): void {
      if (!draft.discardable) drafts.set(exchange.seq, draft);
      if (draft.operation?.plain === true && !isSafe(draft.method) && isSuccess(exchange))
        for (const [key, { path }] of answers) if (areRelated(path, draft.path)) answers.delete(key);
      if (options.keepsAccepted === true && draft.intent.kind === 'valid' && isSuccess(exchange))
        accepted.push(exchange);
      if (draft.operation?.node['x-resource'] !== undefined && isSuccess(exchange)) creations.push(exchange);
    },
    /** Forgets answers, so that the next requests are sent anew. */
    forget(): void {
      accepted.length = 0;
      answers.clear();
      shared.clear();
    },
  };
}

function isOf(wanted: string): (exchange: Exchange) => boolean {
  return ({ operation }) => operation === wanted;
}

/** Is one path that of the other or below it? Then a change at one may show at the other. */
function areRelated(path: string, other: string): boolean {
  const [one, two] = [path, other].map((each) => each.replaceAll(/\{[^{}]*\}/gu, '{}')) as [string, string];
  return isAtOrBelow(one, two) || isAtOrBelow(two, one);
}

/** Identical safe requests with identical credentials have one key; what is to be sent anew has none. */
function keyOf(draft: Draft, options: WireOptions): string | undefined {
  if (draft.method !== 'GET' || draft.fresh) return undefined;
  const { headers } = credentialsOf(draft, options);
  return JSON.stringify([draft.base, targetOf(draft), draft.headers, headers, draft.intent]);
}
