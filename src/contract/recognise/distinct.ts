import { joinPointer } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument, OperationNode } from '../document.ts';
import { GENERAL_KEYS } from '../statuses.ts';
import { descriptionOf, isDate, isText, membersOf, plainName, sentencesIn } from './shape.ts';

/** The members of a body whose values have to be unique, by their place in it. */
export type Distinct = ReadonlyMap<string, Schema>;

/** Names of members that usually identify one thing. Others do not: several bookings, for example, have the same room. */
const IDENTIFYING =
  /^(?:isbn|issn|ean|gtin|sku|slug|email(?:address)?|username|login|handle|code|serial(?:number)?|title|name|label|phone(?:number)?|(?:license)?plate|vin)$/u;

/** Words that call a value unique. */
export const UNIQUE = /\b(?:unique|distinct|already|duplicate|twice)\b/iu;

/** Words of a 409 about a time that is not free, as that of a room. */
const BUSY =
  /\b(?:free|overlap\w*|slots?|booked|bookings?|reserv\w*|availab\w*|clash\w*|double|occupied|busy|period)\b/iu;

/** A date, also at the beginning of a date with a time. */
export const DATE = /^\d{4}-\d\d-\d\d(?=$|[T ])/u;

/**
 * The text members that the document calls unique. Their own description says so. Or the operation documents a 409 (RFC 9110
 * section 15.5.10), be it through `4XX` or `default`, and they have an IDENTIFYING name that the 409, or a sentence of the
 * operation or of `4XX` or `default` about uniqueness, mentions. Dates are unique if the 409 says that a time may be taken.
 */
export function distinctIn(document: ContractDocument, node: OperationNode, body: Schema): Distinct {
  const words = mentionedIn(document, node);
  const mayBeBusy = BUSY.test(descriptionOf(document, node, '409'));
  return textsIn(document, body, (name, member) => {
    const isNamed = IDENTIFYING.test(plainName(name)) && words.has(plainName(name));
    return isNamed || UNIQUE.test(member.description ?? '') || (mayBeBusy && isLikeDate(member));
  });
}

/** Is it a date by its format or its example? */
export function isLikeDate(schema: Schema): boolean {
  return isDate(schema) || DATE.test(String(schema.examples?.[0]));
}

/** The words of what the operation documents about conflicts. */
function mentionedIn(document: ContractDocument, node: OperationNode): ReadonlySet<string> {
  const key = ['409', ...GENERAL_KEYS].find((one) => node.responses[one] !== undefined);
  if (key === undefined) return new Set();
  const description = descriptionOf(document, node, key);
  // What describes a 409 is about conflicts as a whole; of other texts each sentence may be about anything.
  const [whole, others] = key === '409' ? [[description], []] : [[], [description]];
  const sentences = [node.description ?? '', ...others].flatMap(sentencesIn);
  const texts = [...whole, ...sentences.filter((one) => UNIQUE.test(one))];
  return new Set(texts.flatMap((text) => text.split(/[^\w-]+/u).map(plainName)));
}

/** An object of a body stands at most this deep, as in `data.attributes` of JSON:API. */
const DEPTH = 3;

/** The free texts of a body that a test accepts, by their place. */
function textsIn(
  document: ContractDocument,
  schema: Schema,
  accepts: (name: string, member: Schema) => boolean,
  depth = DEPTH,
): Distinct {
  const members = [...membersOf(document, follow<Schema>(document, schema, '').target)];
  return new Map(
    members.flatMap(([name, member]) => {
      const isFree = isText(member) && member.enum === undefined && member.const === undefined;
      const below = depth > 1 ? [...textsIn(document, member, accepts, depth - 1)] : [];
      const own = isFree && accepts(name, member) ? [['', member] as const] : [];
      return [...own, ...below].map(([at, one]) => [joinPointer('', name) + at, one] as const);
    }),
  );
}
