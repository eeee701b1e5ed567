import { BOUNDS } from '../bounds.ts';
import { isForeign, meantAsSuccess } from '../check/success.ts';
import type { Violation } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { MediaTypeNode } from '../contract/document.ts';
import type { Operation, ResponseDeclaration } from '../contract/operations.ts';
import type { Answer, Exchange } from '../http/exchange.ts';
import { bestMatch, isJsonMedia, isRange, takesJson } from '../media-type.ts';
import { plural } from '../nouns.ts';
import type { AnyOf } from '../schema/evaluate.ts';
import { FORMAT_EXAMPLES } from '../schema/formats.ts';
import { type Place, placesOf } from '../schema/locations.ts';
import type { Observation } from '../schema/observed.ts';
import { isTooSlow, readPattern } from '../schema/pattern.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import {
  type AnswerRule,
  bindingDeclaration,
  type ClauseObservation,
  derivedClause,
  isWronglyServed,
  show,
} from './rule.ts';

/** Every keyword of the schema of every documented answer: `listPapers/200/data/papers/items/title/type`. */
export const bodySchema: AnswerRule = {
  clauses(operation, contract) {
    return operation.responses.flatMap((response) =>
      jsonMedia(response).flatMap(([type, media]) => bodyClauses(operation, contract, response, type, media)),
    );
  },
  judge(exchange, operation, contract) {
    if (isWronglyServed(exchange)) return [];
    const response = bindingDeclaration(exchange, operation) ?? meantAsSuccess(exchange.outcome, operation, contract);
    const media = response === undefined ? undefined : schemaFor(response, exchange.outcome);
    if (response === undefined || media?.schema === undefined || exchange.outcome.body.json === undefined) return [];
    const observations = contract.inspector.survey(media.schema, exchange.outcome.body.json.value);
    const places = observations.reduce((sum, { pointers }) => sum + pointers.length, 0);
    // If so much is broken, the whole body counts as broken: its places are not kept apart.
    const foreign = isForeign(observations) || places >= BOUNDS.brokenPlaces;
    // The missing rest of a cut answer may break what its beginning keeps to.
    const cut = exchange.outcome.body.unread !== undefined;
    return observations
      .filter(({ holds }) => !cut || !holds)
      .map((observation) => asClause(observation, operation, response, exchange, foreign));
  },
};

function bodyClauses(
  operation: Operation,
  contract: Contract,
  response: ResponseDeclaration,
  type: string,
  media: MediaTypeNode,
) {
  const pointer = joinPointer(response.pointer, 'content', type, 'schema');
  return placesOf(contract.document, media.schema ?? true, pointer).map((place) =>
    derivedClause(operation, [response.key, ...place.place, place.keyword], {
      text: bodyText(response.key, place),
      pointer: place.pointer,
      level: place.level,
      branch: place.branch ?? media['x-branch'] ?? response.branch,
      unreadable: unreadablePattern(place, contract),
      subject: {
        kind: 'answer',
        status: response.key,
        place: place.place,
        keyword: place.keyword,
        expected: place.expected,
      },
    }),
  );
}

function unreadablePattern({ keyword, expected, pointer }: Place, { unreadable }: Contract): string | undefined {
  if (keyword !== 'pattern' || typeof expected !== 'string' || readPattern(expected) !== undefined) return undefined;
  const why = isTooSlow(expected)
    ? 'takes time that grows exponentially with the length of the text; write it without a repeated group in which one repeats'
    : 'is no regular expression that JSON Schema knows (ECMA-262)';
  return `the pattern at ${unreadable?.().get(expected) ?? pointer} ${why}`;
}

function bodyText(status: string, { written, keyword, expected }: Place): string {
  const where = written === '' ? `The body of a ${status} answer` : `${written} in a ${status} answer`;
  return `${where} ${TEXTS[keyword]?.(expected) ?? boundText(keyword, expected)}.`;
}

/** What the value at a place is or has, by the keyword. */
const TEXTS: Readonly<Record<string, (expected: unknown) => string>> = {
  required: () => 'is present',
  absent: () => 'is not present',
  additionalProperties: () => 'has no property that the schema does not name',
  type: (expected) => `is of type ${[expected].flat().join(' or ')}`,
  enum: (expected) => `is ${oneOf(expected)}`,
  format: (expected) => `is a ${String(expected)}`,
};

function boundText(keyword: string, expected: unknown): string {
  if (Array.isArray(expected)) return `fits one of the variants that the contract gives (${keyword})`;
  const bound = boundOf(keyword, expected);
  if (bound !== undefined) return `${keyword.endsWith('imum') ? 'is' : 'has'} ${bound}`;
  if (keyword === 'const') return `is ${show(expected)}`;
  return keyword === 'uniqueItems' ? 'has no element twice' : `fits ${keyword} ${show(expected)}`;
}

const BOUND = /^(?<side>min|max)(?<of>imum|Length|Items)$/u;
const COUNTED: Readonly<Record<string, string>> = { Length: 'character', Items: 'element' };

/** The bound of a number, a length or a list in words; undefined for any other keyword. */
function boundOf(keyword: string, expected: unknown): string | undefined {
  const { side, of = '' } = BOUND.exec(keyword)?.groups ?? {};
  if (side === undefined) return undefined;
  const noun = COUNTED[of];
  const bound = noun === undefined ? show(expected) : plural(Number(expected), noun);
  return `at ${side === 'min' ? 'least' : 'most'} ${bound}`;
}

function isAnyOf(expected: unknown): expected is AnyOf {
  return isObject(expected) && typeof expected['variants'] === 'number';
}

function oneOf(values: unknown): string {
  return `one of ${(values as readonly unknown[]).map((value) => show(value)).join(', ')}`;
}

function asClause(
  observation: Observation,
  operation: Operation,
  response: ResponseDeclaration,
  exchange: Exchange,
  foreign: boolean,
): ClauseObservation {
  const clause = [operation.id, response.key, ...observation.place, observation.keyword].join('/');
  if (observation.holds) return { clause };
  return {
    clause,
    violation: { ...wordsOf(observation), at: observation.pointer, exchange: exchange.seq },
    places: foreign ? [''] : brokenPointers(observation),
  };
}

/** What was expected and what came, in words for a reader without the schema. */
function wordsOf({ keyword, expected, actual, place }: Observation): Pick<Violation, 'expected' | 'actual'> {
  if (keyword !== 'required') return { expected: expectedOf(keyword, expected, actual), actual: show(actual) };
  const property = `property ${show(place.at(-1))}`;
  return { expected: `${property} is present`, actual: `${property} is missing` };
}

/** Shows a union of enumerations by its values, one of objects by the properties that are all missing, others by their size. */
function expectedOf(keyword: string, expected: unknown, actual: unknown): string {
  if (keyword === 'type') return [expected].flat().join(' or ');
  if (keyword === 'const') return show(expected);
  if (keyword === 'format') return formatWords(String(expected));
  if (keyword === 'enum' || Array.isArray(expected)) return oneOf(expected);
  if (keyword === 'additionalProperties') return String(expected);
  if (isAnyOf(expected)) {
    const { variants, names = [], nearest } = expected;
    const lacksAll = names.length > 0 && isObject(actual) && !names.some((name) => Object.hasOwn(actual, name));
    return lacksAll
      ? `the property ${names.join(' or ')}`
      : `one of ${variants} variants${nearest === undefined ? '' : nearestWords(nearest)}`;
  }
  return boundOf(keyword, expected) ?? `${keyword} ${show(expected)}`;
}

/** What is wrong if the value is meant to be of the nearest variant. */
function nearestWords(nearest: Observation): string {
  const name = nearest.place.at(-1) ?? '';
  if (nearest.keyword === 'required') return `; the nearest has ${show(name)}`;
  return `; the nearest has ${wordsOf(nearest).expected} as ${show(name)}`;
}

function formatWords(name: string): string {
  const example = FORMAT_EXAMPLES[name];
  return example === undefined ? `format ${name}` : `format ${name}, such as ${example}`;
}

/** For a missing member, the place where it should be: its neighbours are not broken. */
function brokenPointers({ keyword, pointers, place }: Observation): readonly string[] {
  return keyword === 'required' ? pointers.map((pointer) => joinPointer(pointer, place.at(-1) ?? '')) : pointers;
}

/** The declaration of the answer's media type. If that is undeclared and only one JSON type is declared, that one. */
function schemaFor(response: ResponseDeclaration, answer: Answer): MediaTypeNode | undefined {
  const actual = answer.headers['content-type'] ?? '';
  const best = bestMatch(Object.keys(response.content ?? {}), actual);
  if (best !== undefined) return isJsonMedia(isRange(best) ? actual : best) ? response.content?.[best] : undefined;
  const declared = jsonMedia(response);
  return declared.length === 1 ? declared[0]?.[1] : undefined;
}

function jsonMedia(response: ResponseDeclaration): readonly (readonly [string, MediaTypeNode])[] {
  return Object.entries(response.content ?? {}).filter(([type]) => takesJson(type));
}
