import { type Operation, type ResponseDeclaration, responseFor } from '../contract/operations.ts';
import { type Answer, mediaTypeOf } from '../http/exchange.ts';
import { valuesOf } from '../http/single-fields.ts';
import { bestMatch, essenceOf, isJsonMedia } from '../media-type.ts';
import { joinPointer } from '../schema/pointer.ts';
import { type AnswerRule, bindingDeclaration, derivedClause } from './rule.ts';

/** The media type of a response that declares its content. Parameters are free if the document declares none. */
export const mediaType: AnswerRule = {
  clauses: (operation) =>
    operation.responses.filter(hasContent).map((response) => {
      const types = Object.keys(response.content ?? {});
      return derivedClause(operation, [response.key, 'media-type'], {
        text: `A ${response.key} answer is ${types.join(' or ')}.`,
        pointer: joinPointer(response.pointer, 'content'),
        branch: response.branch,
        subject: { kind: 'media-type', status: response.key, types },
      });
    }),
  judge(exchange, operation) {
    const response = bindingDeclaration(exchange, operation);
    if (response === undefined || !hasContent(response)) return [];
    // Nobody knows which of two values is meant. That there are two is another breach.
    if (valuesOf(exchange.outcome, 'content-type').length > 1) return [];
    const clause = `${operation.id}/${response.key}/media-type`;
    const types = Object.keys(response.content ?? {});
    if (mayLackMedia(operation, exchange.outcome)) return [];
    if (hasMediaOf(types, exchange.outcome)) return [{ clause }];
    const actual = exchange.outcome.headers['content-type'] ?? 'no Content-Type header';
    const violation = { expected: types.join(' or '), actual, exchange: exchange.seq };
    // JSON with another media type is read all the same.
    const isReadAnyway = declaresJson(response) && exchange.outcome.body.json !== undefined;
    return [{ clause, violation, places: isReadAnyway ? [] : [''] }];
  },
};

/** RFC 8259 sections 2 and 8.1: an answer that is declared as JSON is well-formed JSON in UTF-8. */
export const wellFormedJson: AnswerRule = {
  clauses: (operation) =>
    operation.responses.filter(declaresJson).map((response) =>
      derivedClause(operation, [response.key, 'well-formed'], {
        subject: { kind: 'form', form: 'well-formed', status: response.key },
        text: `The body of a ${response.key} answer is one well-formed JSON text in UTF-8.`,
        pointer: joinPointer(response.pointer, 'content'),
        branch: response.branch,
      }),
    ),
  judge(exchange, operation) {
    // An answer to HEAD has no body (RFC 9110 section 9.3.2).
    if (operation.method === 'HEAD') return [];
    const { body, headers } = exchange.outcome;
    const response = bindingDeclaration(exchange, operation);
    if (response === undefined || !declaresJson(response) || !isJsonMedia(mediaTypeOf(exchange.outcome))) return [];
    const clause = `${operation.id}/${response.key}/well-formed`;
    if (body.utf8 && body.json !== undefined) return [{ clause }];
    if (body.utf8 && body.unread !== undefined) return [];
    // A Content-Length that is too short cuts off a well-formed body.
    const length = headers['content-length'] === String(body.size) ? ', as its Content-Length says,' : '';
    const actual = body.utf8
      ? (foreignPart(body.text) ??
        `${body.size} bytes${length} that do not parse: ${JSON.stringify(body.text.slice(0, 80))}`)
      : 'bytes that are not UTF-8';
    const violation = { expected: 'well-formed JSON in UTF-8', actual, exchange: exchange.seq };
    return [{ clause, violation, places: [''] }];
  },
};

/** A string of JSON, or else a word that programs write for a value that JSON does not have. */
const FOREIGN = /"(?:[^"\\]|\\.)*"|(?<word>-?\b(?:NaN|Infinity|undefined|None|True|False)\b)/gu;

/** What other languages write and JSON does not have, with what stands around it. */
function foreignPart(text: string): string | undefined {
  if (text.startsWith('\uFEFF')) return 'a byte order mark before the JSON';
  for (const { groups, index } of text.matchAll(FOREIGN)) {
    const word = groups?.['word'];
    if (word !== undefined) return `${word} for a value, as in ${text.slice(Math.max(0, index - 30), index + 30)}`;
  }
  return undefined;
}

/** RFC 7807 section 3.1: the status member of a problem repeats the status of the response. */
export const problemStatus: AnswerRule = {
  clauses: (operation) =>
    operation.responses.flatMap((response) => {
      const key = problemKey(response);
      if (key === undefined) return [];
      return derivedClause(operation, [response.key, 'problem-status'], {
        subject: { kind: 'form', form: 'problem-status', status: response.key },
        text: `The status member of a ${response.key} problem equals the HTTP status.`,
        pointer: joinPointer(response.pointer, 'content', key),
        branch: response.content?.[key]?.['x-branch'] ?? response.branch,
      });
    }),
  judge(exchange, operation) {
    if (mediaTypeOf(exchange.outcome) !== PROBLEM) return [];
    const response = responseFor(operation, exchange.outcome.status);
    const member = (exchange.outcome.body.json?.value as { status?: unknown } | null | undefined)?.status;
    if (response === undefined || problemKey(response) === undefined || typeof member !== 'number') return [];
    const clause = `${operation.id}/${response.key}/problem-status`;
    if (member === exchange.outcome.status) return [{ clause }];
    const [expected, actual, at] = [`status ${exchange.outcome.status}`, `status ${member}`, '/status'] as const;
    return [{ clause, violation: { expected, actual, at, exchange: exchange.seq }, places: [at] }];
  },
};

/** RFC 9110 section 15.3.5: a 204 has no content. */
export const noContent: AnswerRule = {
  clauses: (operation) =>
    operation.responses
      .filter(({ key }) => key === '204')
      .map((response) =>
        derivedClause(operation, [response.key, 'no-body'], {
          text: 'A 204 answer has no body.',
          pointer: response.pointer,
        }),
      ),
  judge(exchange, operation) {
    if (exchange.outcome.status !== 204 || responseFor(operation, 204) === undefined) return [];
    const { body, headers } = exchange.outcome;
    const announced = headers['content-length'] !== undefined && headers['content-length'] !== '0';
    const clause = `${operation.id}/204/no-body`;
    if (body.size === 0 && !announced) return [{ clause }];
    const actual = `a body of ${headers['content-length'] ?? body.size} bytes`;
    return [{ clause, violation: { expected: 'no body', actual, exchange: exchange.seq } }];
  },
};

const PROBLEM = 'application/problem+json';

function hasContent(response: ResponseDeclaration): boolean {
  return Object.keys(response.content ?? {}).length > 0;
}

/** An answer to HEAD may leave out a field that depends on the content (RFC 9110 section 9.3.2). */
export function mayLackMedia({ method }: Operation, { headers }: Answer): boolean {
  return method === 'HEAD' && headers['content-type'] === undefined;
}

export function hasMediaOf(types: readonly string[], answer: Answer): boolean {
  return bestMatch(types, answer.headers['content-type'] ?? '') !== undefined;
}

function problemKey(response: ResponseDeclaration): string | undefined {
  return Object.keys(response.content ?? {}).find((key) => essenceOf(key) === PROBLEM);
}

function declaresJson(response: ResponseDeclaration): boolean {
  return Object.keys(response.content ?? {}).some((key) => isJsonMedia(key));
}
