import { curlFor } from '../http/curl.ts';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import { looksSecret } from '../http/secret-forms.ts';
import { isSafe } from '../semantics.ts';

/** A value that a service made up: an id, or a secret, of which what is shown has but a placeholder. */
export interface Made {
  readonly value: string;
  /** The names of the members that lead to it. */
  readonly path: readonly string[];
}

/** So long at least is what nobody takes for something else. */
const TELLING = 8;

const PLACEHOLDER = /^<redacted:\d+>$/u;

/** What an answer to a change has that its request had not, such as the id of what was created. */
export function madeBy({ request, outcome }: Exchange): readonly Made[] {
  const body = outcome.kind === 'response' && !isSafe(request.method) ? outcome.body.json?.value : undefined;
  const asked = `${request.target} ${request.body ?? ''}`;
  return textsIn(body, []).filter(
    ({ value }) =>
      PLACEHOLDER.test(value) ||
      (value.length >= TELLING && (IDENTIFIER.test(value) || isKey(value)) && !asked.includes(value)),
  );
}

/** Letters and digits, both, and no sentence: a uuid, a CUID, a token. */
const IDENTIFIER = /^(?=.*\d)[\w-]+$/u;

/** A key may have other signs. */
function isKey(value: string): boolean {
  return looksSecret(value) && /^[\w.~+/=-]+$/u.test(value);
}

/** A date with its time has them as well, but a colon too; one without is none of these. */
const DATE = /^\d{4}-\d{2}-\d{2}$/u;

const NAME = /^[\w-]+$/u;

function textsIn(node: unknown, path: readonly string[]): readonly Made[] {
  if (typeof node === 'string') return DATE.test(node) ? [] : [{ value: node, path }];
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [];
  // Of a name with other characters nothing gets into a command.
  return Object.entries(node).flatMap(([name, value]) => (NAME.test(name) ? textsIn(value, [...path, name]) : []));
}

/** A request of a sequence, with variables in place of what earlier answers made up, and what is read from its own answer. */
export interface Link {
  readonly exchange: Exchange;
  readonly request: SentRequest;
  readonly reads: readonly { readonly name: string; readonly path: readonly string[] }[];
}

/** Several requests one after the other; what an earlier answer made up is handed on in variables. */
export function chainOf(exchanges: readonly Exchange[]): readonly Link[] {
  const variables = new Map<string, string>();
  return exchanges.map((exchange, index) => {
    const request = filled(exchange.request, variables);
    const later = exchanges.slice(index + 1).map((one) => JSON.stringify(one.request));
    const used = madeBy(exchange).filter(({ value }) => later.some((text) => text.includes(value)));
    const reads = used.map(({ value, path }) => {
      const name = `CONFORM_${[...path, index + 1]
        .join('_')
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/gu, '_')}`;
      variables.set(value, name);
      return { name, path };
    });
    return { exchange, request, reads };
  });
}

/** One line for a POSIX shell that sends them, and reads with jq. Undefined where a secret is needed that none of the answers has. */
export function curlChain(exchanges: readonly Exchange[], baseUrl: string): string | undefined {
  const commands = chainOf(exchanges).flatMap(({ request, reads }, index) => {
    if (reads.length === 0) return [curlFor(request, baseUrl)];
    const answer = `CONFORM_ANSWER_${index + 1}`;
    return [
      `${answer}=$(${curlFor(request, baseUrl).replace(' -i ', ' ')})`,
      ...reads.map(
        ({ name, path }) => `${name}=$(printf '%s' "$${answer}" | jq -r '${path.map((one) => `."${one}"`).join('')}')`,
      ),
    ];
  });
  const line = commands.join(' && ');
  return line.includes('<redacted:') ? undefined : line;
}

/** The request with variables in place of what earlier answers made up. */
function filled(request: SentRequest, variables: ReadonlyMap<string, string>): SentRequest {
  const fill = (text: string): string =>
    [...variables].reduce(
      (all, [value, name]) =>
        all.replaceAll(new RegExp(`${value.replaceAll(/[.+/]/gu, '\\$&')}(?=(\\w?))`, 'gu'), (_, next) =>
          next === '' ? `$${name}` : `\${${name}}`,
        ),
      text,
    );
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, fill(value)]));
  return {
    ...request,
    target: fill(request.target),
    headers,
    ...(request.body === undefined ? {} : { body: fill(request.body) }),
  };
}
