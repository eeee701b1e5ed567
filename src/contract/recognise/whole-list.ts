import { lastSegment, parentPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument } from '../document.ts';
import { isUnpaged, totalIn } from './paging.ts';
import { type Place, type Proposal, stated } from './proposal.ts';
import { answerOf, type List, membersOf, plainName, queryOf } from './shape.ts';

/** Words for a list that may not have all items, or for a total of more than its items. */
const CUT_OFF = new RegExp(
  [
    String.raw`\b(?:first|top|last|latest|newest|recent) (?:\d|few|ten|some)|\b(?:at most|up to|most recent|maximum)\b`,
    String.raw`\b(?:limit|truncat|cap(?:s|ped)\b|sample|pag(?:e|ing|inat))`,
    String.raw`\b(?:includ|hidden\b|private\b|visible\b|overall\b|altogether\b|regardless\b)`,
  ].join('|'),
  'iu',
);

const COUNT_NAME = /^total(?:count|items|results|elements|records|hits)$|^(?:item|record|result)count$/u;
const COUNTS = /\b(?:how many|(?:number|count) of)\b/iu;
const OF_THIS_LIST = /\b(?:in|of) (?:this|the) (?:list|answer|response)\b|\b(?:returned|listed|found)\b/iu;

/**
 * Proposes that the total of a list that nothing pages is the number of its items. A plain `total` may be a sum of money, so its
 * description has to count. Beside a filter, it may count more, unless it is said to be about the list.
 */
export function wholeListOf(document: ContractDocument, place: Place, list: List): readonly Proposal[] {
  const { node } = place;
  const query = queryOf(document, node);
  const total = totalIn(list);
  if (typeof total !== 'string' || !isUnpaged(query, list)) return [];
  const { type, description = '' } = list.numbers.get(total) ?? {};
  const items = schemaAt(document, answerOf(document, node), list.at);
  const isCount = COUNTS.test(description) || COUNT_NAME.test(plainName(lastSegment(total)));
  const words = [node['summary'], node['description'], items.description, description].join('\n');
  if (type !== 'integer' || !isCount || items.maxItems !== undefined || CUT_OFF.test(words)) return [];
  const isOfList = OF_THIS_LIST.test(description);
  if (!isOfList && query.some(({ schema }) => schema.default !== undefined)) return [];
  const filters = isOfList ? [] : query.map(({ name }) => ({ query: name }));
  const name = lastSegment(total);
  return stated(place, `${name}-counts-the-items`, {
    text: `The member ${name} is the number of items of the list.`,
    invariant: {
      when: { all: [{ present: [total, list.at] }, ...(filters.length > 0 ? [{ absent: filters }] : [])] },
      equal: [total, { count: list.at }],
    },
    what: `counts its items in ${name}`,
    reason: `nothing pages the list, and ${name} is the name of a total`,
  });
}

/** The schema of a place in the answer. */
function schemaAt(document: ContractDocument, answer: Schema | undefined, at: string): Schema {
  if (at === '') return answer ?? {};
  const above = schemaAt(document, answer, parentPointer(at));
  return membersOf(document, above).get(lastSegment(at)) ?? {};
}
