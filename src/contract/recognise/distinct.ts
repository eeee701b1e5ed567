import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument, OperationNode, ResponseNode } from '../document.ts';
import { GENERAL_KEYS } from '../statuses.ts';
import { isText, membersOf, plainName } from './shape.ts';

/** The members of a body whose values have to be unique, by name. */
export type Distinct = ReadonlyMap<string, Schema>;

/** Names of members that usually identify one thing. Others do not: several bookings, for example, have the same room. */
const IDENTIFYING =
  /^(?:isbn|issn|ean|gtin|sku|slug|email(?:address)?|username|login|handle|code|serial(?:number)?|title|name|label|phone(?:number)?|(?:license)?plate|vin)$/u;

const UNIQUE = /\b(?:unique|distinct|already|duplicate|twice)\b/iu;

/**
 * The text members that the document calls unique, if the operation documents a 409 (RFC 9110 section 15.5.10), be it through
 * `4XX` or `default`. Their own description says so, or they have an IDENTIFYING name that the 409, or a sentence of the
 * operation or of `4XX` or `default` about uniqueness, mentions.
 */
export function distinctIn(document: ContractDocument, node: OperationNode, body: Schema): Distinct {
  const key = ['409', ...GENERAL_KEYS].find((one) => node.responses[one] !== undefined);
  if (key === undefined) return new Map();
  const { description = '' } = follow<Partial<ResponseNode>>(document, node.responses[key], '').target;
  // What describes a 409 is about conflicts as a whole; of other texts each sentence may be about anything.
  const [whole, others] = key === '409' ? [[description], []] : [[], [description]];
  const sentences = [node.description ?? '', ...others].flatMap((text) => text.split(/(?<=[.;])\s/u));
  const texts = [...whole, ...sentences.filter((one) => UNIQUE.test(one))];
  const words = new Set(texts.flatMap((text) => text.split(/[^\w-]+/u).map(plainName)));
  const members = membersOf(document, follow<Schema>(document, body, '').target);
  return new Map(
    [...members].filter(
      ([name, schema]) =>
        isText(schema) &&
        schema.enum === undefined &&
        schema.const === undefined &&
        (UNIQUE.test(schema.description ?? '') || (IDENTIFYING.test(plainName(name)) && words.has(plainName(name)))),
    ),
  );
}
