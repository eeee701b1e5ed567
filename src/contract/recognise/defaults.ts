import { joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument } from '../document.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { answerOf, haveSameTypes, type Members, membersOf, sentTo } from './shape.ts';

/**
 * Proposes that what POST creates shows the `default` of each member that the request leaves out. Null may stand for a missing
 * member, so it shows nothing.
 */
export function recogniseDefaults(document: ContractDocument, place: Place): readonly Proposal[] {
  const { node, method } = place;
  const isCreation = node['x-undo'] !== undefined || node.responses['201'] !== undefined;
  const shown: Members = method === 'post' && isCreation ? membersOf(document, answerOf(document, node)) : new Map();
  return [...sentTo(document, node)].flatMap(([name, schema]) => {
    if (!isFixed(schema) || !haveSameTypes(schema, shown.get(name))) return [];
    const at = joinPointer('', name);
    return stated(place, `${name}-has-its-default`, {
      text: `Without ${name} what is created has its default.`,
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

/** Is it the default of a value as it is? A null in the request is none, and the members of an object have their own. */
function isFixed({ default: value, format = '', type = '' }: Schema): boolean {
  const isPlain =
    ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.length === 0);
  return isPlain && value !== '' && !OF_ITS_TIME.test(format) && !type.includes('null');
}
