import { joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument } from '../document.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { answerOf, haveSameTypes, type Members, membersOf, plainName, sentTo } from './shape.ts';

/**
 * Proposes that what POST creates, or PUT replaces (RFC 9110 section 9.3.4), shows the `default` of each member that the request
 * leaves out. Null may stand for a missing member, so it shows nothing. What another POST answers may be about something else,
 * unless the member is said to be repeated.
 */
export function recogniseDefaults(document: ContractDocument, place: Place): readonly Proposal[] {
  const { node, method } = place;
  const isReplacement = method === 'put';
  const isCreation = method === 'post' && (node['x-undo'] ?? node.responses['201']) !== undefined;
  const shown: Members = isReplacement || method === 'post' ? membersOf(document, answerOf(document, node)) : new Map();
  return [...sentTo(document, node)].flatMap(([name, schema]) => {
    if (!isFixed(name, schema) || !haveSameTypes(schema, shown.get(name))) return [];
    if (!isCreation && !isReplacement && ![schema, shown.get(name)].some(isRepeated)) return [];
    const at = joinPointer('', name);
    return stated(place, `${name}-has-its-default`, {
      text: `Without ${name} ${isCreation ? 'what is created' : 'the answer'} has its default.`,
      invariant: {
        when: { all: [{ absent: [{ request: at }] }, { present: [at] }] },
        equal: [at, { default: at }],
      },
      what: `fills in ${name}`,
      reason: `the answer has the member ${name}`,
    });
  });
}

/** Formats whose defaults are often those of the moment in which a document was written. */
const OF_ITS_TIME = /^(?:date|time|uuid)/u;

/** An empty text may ask for one that the service makes up, such as a title. Nobody makes up a remark. */
const REMARK = /^(?:notes?|comments?|remarks?|memo)$/u;

/** Is it the default of a value as it is? A null in the request is none, and the members of an object have their own. */
function isFixed(name: string, { default: value, format = '', type = '' }: Schema): boolean {
  const isPlain =
    ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.length === 0);
  const isKept = value !== '' || REMARK.test(plainName(name));
  return isPlain && isKept && !OF_ITS_TIME.test(format) && !type.includes('null');
}

function isRepeated({ description = '' }: Schema = {}): boolean {
  return /(?<!\bnot )\b(?:repeat|echo)ed\b/iu.test(description);
}
