import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument, OperationNode, ResponseNode } from '../document.ts';
import { isText, membersOf, plainName } from './shape.ts';

/** The members of a body of which no two things may have the same value, by name. */
export type Distinct = ReadonlyMap<string, Schema>;

/** What tells a thing from others by its name; the room of a booking, say, is only one of those that there are. */
const TELLING =
  /^(?:isbn|issn|ean|gtin|sku|slug|email(?:address)?|username|login|handle|code|serial(?:number)?|title|name|label|phone(?:number)?|(?:license)?plate|vin)$/u;

const UNIQUE = /\b(?:unique|distinct|already|duplicate|twice)\b/iu;

/**
 * Texts that the document calls unique: in their own description, or, of those that tell a thing by its name, in a sentence of
 * the operation's or in that of its 409 (RFC 9110 section 15.5.10). None where there is no 409.
 */
export function distinctIn(document: ContractDocument, node: OperationNode, body: Schema): Distinct {
  const given = node.responses['409'];
  if (given === undefined) return new Map();
  const { description = '' } = follow<Partial<ResponseNode>>(document, given, '').target;
  const sentences = (node.description ?? '').split(/(?<=[.;])\s/u).filter((one) => UNIQUE.test(one));
  const words = new Set([description, ...sentences].flatMap((text) => text.split(/[^\w-]+/u).map(plainName)));
  const members = membersOf(document, follow<Schema>(document, body, '').target);
  return new Map(
    [...members].filter(
      ([name, schema]) =>
        isText(schema) &&
        schema.enum === undefined &&
        schema.const === undefined &&
        (UNIQUE.test(schema.description ?? '') || (TELLING.test(plainName(name)) && words.has(plainName(name)))),
    ),
  );
}
