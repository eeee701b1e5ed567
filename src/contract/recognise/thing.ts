import { joinPointer } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument, OperationNode } from '../document.ts';
import { answerOf, bodyOf, isId, isIdName, type Members, membersOf, plainName } from './shape.ts';

/** A thing in an answer or a body: its place there, and its schema. */
interface Shown {
  readonly at: string;
  readonly schema: Schema | undefined;
}

/** Names of what an envelope has beside the thing. */
const BESIDE =
  /^(?:meta|metadata|links?|included|jsonapi|success|ok|status|code|errors?|messages?|timestamp|version|(?:request|trace|correlation)id)$/u;

/**
 * The thing that the first 2xx response shows: the answer, or the object with an id in an envelope. An answer with any other
 * member is none: `{"number": "A1", "customer": {"id": 7}}` is an order, whose id is not that of its customer.
 */
export function thingOf(document: ContractDocument, node: OperationNode): Shown {
  const schema = answerOf(document, node);
  const members = [...membersOf(document, schema)].filter(([name]) => !BESIDE.test(plainName(name)));
  const hasId = (_name: string, inner: Members) => [...inner].some(([name, own]) => isIdName(name) && isId(own));
  return onlyThing(document, members, hasId) ?? { at: '', schema };
}

/** The only one of these members, if it is a thing. */
function onlyThing(
  document: ContractDocument,
  [only, ...others]: readonly (readonly [string, Schema])[],
  isThing: (name: string, inner: Members) => boolean,
): Shown | undefined {
  if (only === undefined || others.length > 0) return undefined;
  const [name, own] = only;
  const schema = follow<Schema>(document, own, '').target;
  return isThing(name, membersOf(document, own)) ? { at: joinPointer('', name), schema } : undefined;
}

/** The members of the thing that the first 2xx response shows. */
export function shownBy(document: ContractDocument, node: OperationNode): Members {
  return membersOf(document, thingOf(document, node).schema);
}

/**
 * The thing that a body sends: the body, or its only member, an object in an envelope such as `{"wall": {…}}`. What the answer
 * shows as a member is none, nor what has `attributes` of its own, as in JSON:API.
 */
export function thingSentTo(document: ContractDocument, node: OperationNode): Shown {
  const schema = bodyOf(document, node);
  const isThing = (name: string, inner: Members): boolean => {
    const shown = shownBy(document, node);
    return inner.size > 0 && !inner.has('attributes') && shown.size > 0 && !shown.has(name);
  };
  return onlyThing(document, [...membersOf(document, schema)], isThing) ?? { at: '', schema };
}

/** The members of the thing that the body sends. */
export function sentTo(document: ContractDocument, node: OperationNode): Members {
  return membersOf(document, thingSentTo(document, node).schema);
}

/** Does POST to an item change it? It answers 200 with members that it takes. */
export function isUpdate(
  document: ContractDocument,
  node: OperationNode,
  { method, path }: { readonly method: string; readonly path: string },
): boolean {
  if (method !== 'post' || !path.endsWith('}') || node.responses['200'] === undefined) return false;
  const shown = shownBy(document, node);
  return [...sentTo(document, node).keys()].some((name) => shown.has(name));
}
