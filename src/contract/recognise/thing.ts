import { joinPointer } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument, OperationNode } from '../document.ts';
import { answerOf, isId, isIdName, type Members, membersOf, plainName } from './shape.ts';

/** A thing in an answer: its place there, and its schema. */
export interface Shown {
  readonly at: string;
  readonly schema: Schema | undefined;
}

/** Members beside a thing in an envelope. */
const BESIDE = /^(?:meta|metadata|links?|pagination|paging|status|errors?|messages?)$/u;

/** The thing that the first 2xx response shows: the answer, or the only object with an id in an answer without one. */
export function thingOf(document: ContractDocument, node: OperationNode): Shown {
  const schema = answerOf(document, node);
  const members = [...membersOf(document, schema)];
  const isNamed = (some: Members) => [...some].some(([name, own]) => isIdName(name) && isId(own));
  const [only, ...others] = members.flatMap(([name, own]) =>
    !BESIDE.test(plainName(name)) && membersOf(document, own).size > 0 ? [[name, own] as const] : [],
  );
  if (only === undefined || others.length > 0 || isNamed(new Map(members)) || !isNamed(membersOf(document, only[1])))
    return { at: '', schema };
  return { at: joinPointer('', only[0]), schema: follow<Schema>(document, only[1], '').target };
}

/** The members of the thing that the first 2xx response shows. */
export function shownBy(document: ContractDocument, node: OperationNode): Members {
  return membersOf(document, thingOf(document, node).schema);
}
