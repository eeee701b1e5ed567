import type { Contract } from '../contract/contract.ts';
import type { ParameterNode } from '../contract/document.ts';
import type { ResponseDeclaration } from '../contract/operations.ts';
import { present } from '../defined.ts';
import { withArticle } from '../nouns.ts';
import { isAsserting } from '../schema/keywords.ts';
import { joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { type AnswerRule, bindingDeclaration, derivedClause, isWronglyServed, show } from './rule.ts';

/** The headers that a response declares (OpenAPI 3.1, Header Object): present if required, and valid by their schema. */
export const responseHeaders: AnswerRule = {
  clauses: (operation, contract) =>
    operation.responses.flatMap((response) =>
      headersOf(response, contract).flatMap((header) => {
        const { name, place, pointer } = header;
        const clause = (keyword: string, says: string) =>
          derivedClause(operation, [...place, keyword], {
            pointer,
            branch: response.branch,
            text: `The header ${name} of a ${response.key} answer ${says}.`,
            subject: { kind: 'header', status: response.key, name, keyword },
          });
        return present(
          header.required && clause('required', 'is present'),
          header.schema !== undefined && clause('schema', 'fits its schema'),
        );
      }),
    ),
  judge(exchange, operation, contract) {
    const { outcome, seq } = exchange;
    const response = bindingDeclaration(exchange, operation);
    if (response === undefined || isWronglyServed(exchange)) return [];
    return headersOf(response, contract).flatMap(({ name, place, required, schema }) => {
      const actual = outcome.headers[name.toLowerCase()];
      const clause = (what: string) => [operation.id, ...place, what].join('/');
      if (actual === undefined) {
        const violation = { expected: `a header ${name}`, actual: `no header ${name}`, exchange: seq };
        return required ? [{ clause: clause('required'), violation }] : [];
      }
      const isThere = required ? [{ clause: clause('required') }] : [];
      if (schema === undefined) return isThere;
      const fits = possibleValues(actual).some(contract.validators.compile(schema));
      const violation = {
        expected: `${withArticle(name)} of ${wordsOf(schema)}`,
        actual: `${name}: ${show(actual)}`,
        exchange: seq,
      };
      return [...isThere, { clause: clause('schema'), ...(fits ? {} : { violation }) }];
    });
  },
};

/** The asserting keywords in words: `type string and pattern ^/things/`. */
function wordsOf(schema: Schema): string {
  const asserted = Object.entries(schema).filter(([keyword]) => isAsserting(keyword));
  return asserted
    .map(([keyword, value]) => `${keyword} ${typeof value === 'string' ? value : show(value)}`)
    .join(' and ');
}

/** OpenAPI declares Content-Type elsewhere. Values of Set-Cookie cannot be told apart, and its secrets are not kept. */
const SKIPPED_HEADERS: ReadonlySet<string> = new Set(['content-type', 'set-cookie']);

const READABLE_TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean', 'array'];

function headersOf({ key, pointer, headers = {} }: ResponseDeclaration, { document }: Contract) {
  return Object.entries(headers)
    .filter(([name]) => !SKIPPED_HEADERS.has(name.toLowerCase()))
    .map(([name, given]) => {
      const place = joinPointer(pointer, 'headers', name);
      const { target } = follow<Partial<ParameterNode>>(document, given, place);
      const schema = target.schema === undefined ? undefined : follow<Schema>(document, target.schema, '').target;
      const isReadable = READABLE_TYPES.includes([schema?.type].flat()[0]);
      return {
        name,
        place: [key, `header:${name}`],
        pointer: place,
        required: target.required === true,
        schema: isReadable ? schema : undefined,
      };
    });
}

/** All values that a header may stand for (style `simple`): a text, a number, a boolean, or a list of them. */
function possibleValues(text: string): readonly unknown[] {
  const list = text.split(',').map((one) => one.trim());
  return [text, ...parsed(text), list, list.flatMap((one) => [...parsed(one), one].slice(0, 1))];
}

function parsed(text: string): readonly unknown[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu.test(text) ? [Number(text)] : [];
}
