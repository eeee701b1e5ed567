import { defined, mapMembers, pickMembers } from '../defined.ts';
import { curlFor } from '../http/curl.ts';
import { type Exchange, isCredentialCase, type SentRequest } from '../http/exchange.ts';
import { looksSecret } from '../redact/secret.ts';
import { isSafe } from '../semantics.ts';

/** A value that the service generated: an id, or a secret, which is shown as a placeholder. */
export interface Made {
  readonly value: string;
  /** The names of the members that lead to it. */
  readonly path: readonly string[];
}

/** The least length of a value that is not found in other texts by chance. */
const MIN_LENGTH = 8;

const PLACEHOLDER = /^<redacted:\d+>$/u;

/** The values in the answer to a change that its request did not have, such as the id of what was created. */
export function madeBy({ request, outcome }: Exchange): readonly Made[] {
  const body = outcome.kind === 'response' && !isSafe(request.method) ? outcome.body.json?.value : undefined;
  const requestText = `${request.target} ${request.body ?? ''}`;
  return textsIn(body, []).filter(
    ({ value }) =>
      PLACEHOLDER.test(value) ||
      (value.length >= MIN_LENGTH && (IDENTIFIER.test(value) || isKey(value)) && !requestText.includes(value)),
  );
}

/** One word with at least one digit: a UUID, a CUID, a token. */
const IDENTIFIER = /^(?=.*\d)[\w-]+$/u;

/** A key may have other characters, too. */
function isKey(value: string): boolean {
  return looksSecret(value) && /^[\w.~+/=-]+$/u.test(value);
}

/** A date looks like an identifier and is none. A date with a time has a colon, so it does not look like one. */
const DATE = /^\d{4}-\d{2}-\d{2}$/u;

const NAME = /^[\w-]+$/u;

function textsIn(node: unknown, path: readonly string[]): readonly Made[] {
  if (typeof node === 'string') return DATE.test(node) ? [] : [{ value: node, path }];
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [];
  // A name with other characters must not get into a command, so its values are left out.
  return Object.entries(node).flatMap(([name, value]) => (NAME.test(name) ? textsIn(value, [...path, name]) : []));
}

/** A request of a sequence, with variables in place of generated values, and the variables that its answer sets. */
export interface Link {
  readonly exchange: Exchange;
  readonly request: SentRequest;
  readonly reads: readonly { readonly name: string; readonly path: readonly string[] }[];
  /** The variable with the current ETag, for an If-Match that has it, and the request that asks for it. */
  readonly tag?: { readonly name: string; readonly request: SentRequest };
}

/** A sequence of requests. Values that an earlier answer generated are passed on in variables. */
export function chainOf(exchanges: readonly Exchange[]): readonly Link[] {
  const variables = new Map<string, string>();
  return exchanges.map((exchange, index) => {
    const request = filled(exchange.request, variables);
    const laterRequests = exchanges.slice(index + 1).map((one) => JSON.stringify(one.request));
    const used = madeBy(exchange).filter(({ value }) => laterRequests.some((text) => text.includes(value)));
    const reads = used.map(({ value, path }) => {
      const name = `CONFORM_${[...path, index + 1]
        .join('_')
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/gu, '_')}`;
      variables.set(value, name);
      return { name, path };
    });
    return { exchange, reads, ...taggedAnew(exchange, request, index) };
  });
}

/**
 * The request with a variable for the ETag in its If-Match, if that was the current one: what is created once more has another.
 * Not for a caller without access, who may not ask for it either.
 */
function taggedAnew(exchange: Exchange, request: SentRequest, index: number): Pick<Link, 'request' | 'tag'> {
  if (exchange.tagged !== true || isCredentialCase(exchange)) return { request };
  const name = `CONFORM_ETAG_${index + 1}`;
  const { body: _body, ...rest } = request;
  const headers = pickMembers(request.headers, (one) => !['if-match', 'content-type'].includes(one));
  return {
    request: { ...request, headers: { ...request.headers, 'if-match': `$${name}` } },
    tag: { name, request: { ...rest, method: 'GET', headers } },
  };
}

/** One line for a POSIX shell that sends the requests, with jq. Undefined if it needs a secret that no answer has. */
export function curlChain(exchanges: readonly Exchange[], baseUrl: string): string | undefined {
  const commands = chainOf(exchanges).flatMap(({ request, reads, tag }, index) => {
    const asked =
      tag === undefined
        ? []
        : [
            `${tag.name}=$(${curlFor(tag.request, baseUrl).replace(' -i ', ' -D - -o /dev/null ')} | tr -d '\\r' | sed -n 's/^[Ee][Tt][Aa][Gg]: *//p')`,
          ];
    if (reads.length === 0) return [...asked, curlFor(request, baseUrl)];
    const answer = `CONFORM_ANSWER_${index + 1}`;
    return [
      ...asked,
      `${answer}=$(${curlFor(request, baseUrl).replace(' -i ', ' ')})`,
      ...reads.map(
        ({ name, path }) => `${name}=$(printf '%s' "$${answer}" | jq -r '${path.map((one) => `."${one}"`).join('')}')`,
      ),
    ];
  });
  const line = commands.join(' && ');
  return line.includes('<redacted:') ? undefined : line;
}

/** The request with variables in place of values that earlier answers generated. */
function filled(request: SentRequest, variables: ReadonlyMap<string, string>): SentRequest {
  const fill = (text: string) => [...variables].reduce((all, [value, name]) => withVariable(all, value, name), text);
  const [target, headers] = [fill(request.target), mapMembers(request.headers, fill)];
  return { ...request, target, headers, ...defined({ body: request.body && fill(request.body) }) };
}

/** The text with a shell variable in place of a value, in braces if its name would not end there. */
function withVariable(text: string, value: string, name: string): string {
  const place = new RegExp(`${value.replaceAll(/[.+/]/gu, '\\$&')}(?=(\\w?))`, 'gu');
  return text.replaceAll(place, (_, next) => (next === '' ? `$${name}` : `\${${name}}`));
}
