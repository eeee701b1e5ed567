import { joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument } from '../document.ts';
import { choicesIn, choicesOf, defaultChoicesOf } from './choices.ts';
import { pageMembersOf } from './page-members.ts';
import { baseOf, isCertain, type Paging, pagingOf } from './paging.ts';
import { partsOf } from './parts.ts';
import { detailOf, type Part, type Place, type Proposal, type Recognised, targetOf } from './proposal.ts';
import { answerOf, type List, membersOf, queryOf } from './shape.ts';
import { wholeListOf } from './whole-list.ts';

/** Proposes a listing and its parts. `left` says in words what `x-listing` cannot express. */
export function recogniseListing(document: ContractDocument, place: Place, list: List): Recognised {
  const query = queryOf(document, place.node);
  const paging = pagingOf(query, list);
  const { operationId } = place.node;
  const { page, size, cursor } = typeof paging === 'object' ? paging : {};
  const others = query.filter((one) => one !== page && one !== size && one.name !== cursor?.parameter);
  const parts = partsOf(others, list.members);
  const choices = choicesIn(list, others, parts);
  const usual = defaultChoicesOf(place, list, choices);
  if (paging === undefined) {
    const proposals = [...wholeListOf(document, place, list), ...choicesOf(place, list, choices), ...usual];
    return { proposals, left: [] };
  }
  if (typeof paging === 'string') return { proposals: usual, left: [`${operationId}: ${paging}`] };
  const opens = openingOf(document, place, list);
  const isSure = isCertain(paging, list);
  const base = baseOf(list, paging, place.node.description);
  const proposals = [
    { update: { 'x-listing': base }, ...pagingPart(list, paging) },
    ...parts.map(({ at, ...part }) => ({ ...part, below: at === undefined ? [] : ['x-listing', at] })),
    ...(opens === undefined ? [] : [opens]),
  ];
  const listing = proposals.map(
    ({ below = [], ...part }: Part & { readonly below?: readonly string[] }): Proposal => ({
      target: targetOf(place, ...below),
      operation: operationId,
      ...part,
    }),
  );
  return {
    // A part can only be as certain as the paging.
    proposals: [
      ...[...listing, ...pageMembersOf(place, list, base)].map(
        (one): Proposal => (isSure ? one : { ...one, confidence: 'likely' }),
      ),
      ...usual,
    ],
    left: [],
  };
}

function pagingPart(list: List, { page, size, total, cursor }: Paging): Omit<Part, 'update' | 'at'> {
  const paging = [cursor?.parameter, page?.name, size?.name].filter((name) => name !== undefined);
  const names = paging.join(' and ');
  const stated = typeof total === 'object' ? total.header : total;
  return {
    what: `pages by ${names}`,
    reason: `the answer lists objects with the member ${list.id}, ${names} ${paging.length === 1 ? 'is a name' : 'are names'} of paging${stated === undefined ? '' : `, ${stated} that of a total`}`,
    confidence: 'certain',
  };
}

/** Proposes that GET by id returns single items, with the members whose schemas are the same in both. */
function openingOf(document: ContractDocument, { path }: Place, list: List): Part | undefined {
  const detail = detailOf(document, path);
  const node = detail === undefined ? undefined : document.paths[detail.path]?.['get'];
  const answer = node === undefined ? undefined : answerOf(document, node);
  if (detail === undefined || node === undefined || answer === undefined) return undefined;
  const members = membersOf(document, answer);
  const items = [
    ['', members] as const,
    ...[...members].map(([name, one]) => [joinPointer('', name), membersOf(document, one)] as const),
  ];
  const found = items.find(([, each]) => each.has(list.id));
  if (found === undefined) return undefined;
  const [item, shown] = found;
  const same = [...list.members.keys()].filter(
    (name) => name !== list.id && isAlike(list.members.get(name), shown.get(name)),
  );
  if (same.length === 0) return undefined;
  return {
    what: `opens in ${node.operationId}`,
    reason: `${detail.path} takes an id and shows ${same.length === 1 ? 'the same member' : 'the same members'}: ${same.join(', ')}`,
    confidence: 'certain',
    update: {
      'x-listing': { opens: { operation: node.operationId, path: detail.id, ...(item === '' ? {} : { item }), same } },
    },
  };
}

/** Are two schemas the same, apart from their descriptions? */
function isAlike(one: Schema | undefined, other: Schema | undefined): boolean {
  const text = (schema: Schema) => JSON.stringify(Object.entries({ ...schema, description: '' }).sort());
  return one !== undefined && other !== undefined && text(one) === text(other);
}
