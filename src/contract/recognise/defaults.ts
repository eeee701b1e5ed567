import { joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument } from '../document.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { haveSameTypes, membersOf, plainName } from './shape.ts';
import { thingOf, thingSentTo } from './thing.ts';

/**
 * Proposes that the answer has the `default` of each member that the request leaves out. A creation and a PUT (RFC 9110 section
 * 9.3.4) answer with what was sent. Another POST may answer with something else, so there only members count that the document
 * calls repeated.
 */
export function recogniseDefaults(document: ContractDocument, place: Place): readonly Proposal[] {
  const { node, method } = place;
  if (method !== 'post' && method !== 'put') return [];
  const isCreation = method === 'post' && (node['x-undo'] ?? node.responses['201']) !== undefined;
  const { at: payload, schema: answer } = thingOf(document, node);
  const answered = membersOf(document, answer);
  const sent = thingSentTo(document, node);
  return [...membersOf(document, sent.schema)].flatMap(([name, schema]) => {
    const shown = answered.get(name);
    if (!isFixed(name, schema) || !haveSameTypes(schema, shown)) return [];
    if (method === 'post' && !isCreation && !isRepeated(schema) && !isRepeated(shown)) return [];
    const at = joinPointer('', name);
    return stated(place, `${name}-has-its-default`, {
      text: `Without ${name} ${isCreation ? 'what is created' : 'the answer'} has its default.`,
      invariant: {
        // Null may stand for a missing member, so it shows nothing.
        when: { all: [{ absent: [{ request: sent.at + at }] }, { present: [payload + at] }] },
        equal: [payload + at, { default: sent.at + at }],
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

/** Has the member a fixed default? Not if it may be null instead. The members of an object have defaults of their own. */
function isFixed(name: string, { default: value, format = '', type = '' }: Schema): boolean {
  const isPlain =
    ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.length === 0);
  const isKept = value !== '' || REMARK.test(plainName(name));
  return isPlain && isKept && !OF_ITS_TIME.test(format) && !type.includes('null');
}

function isRepeated({ description = '' }: Schema = {}): boolean {
  return /(?<!\bnot )\b(?:repeat|echo)ed\b/iu.test(description);
}
