import { joinPointer } from '../../schema/pointer.ts';
import type { ContractDocument } from '../document.ts';
import { pathNames } from '../path-names.ts';
import { detailOf, leavingOut, type Place, type Proposal, targetOf } from './proposal.ts';
import { answerOf, idIn, isId, type Members, membersOf, objectListsIn } from './shape.ts';

/** POST may answer with something else, such as a copy: see `opensBelow`. */
const METHODS: readonly string[] = ['get', 'put', 'patch', 'post'];

/** Names of ids: `id`, `tripId`, `trip_id`, `trip-id`, `uuid`. */
const ID_NAME = /(?:^|\W|_)id$|Id$|ID$|^uuid$/u;

/**
 * Proposes that an answer, or each item of a list, has the ids of its path, where it has members of their names: nobody gets
 * what belongs to another. The last id of a path may also be called `id` or `uuid` in the answer.
 */
export function recogniseBelonging(document: ContractDocument, place: Place): readonly Proposal[] {
  const { path, method, node } = place;
  if (!METHODS.includes(method)) return [];
  const answer = answerOf(document, node);
  if (answer === undefined) return [];
  const [items, ...others] = objectListsIn(document, answer).filter(({ members }) => members.size > 0);
  const isList = method !== 'post' && items !== undefined && others.length === 0 && !path.endsWith('}');
  const { at, members } = isList ? items : { at: '', members: membersOf(document, answer) };
  return pathNames(path).flatMap((name) => {
    const isOwn = path.endsWith(`{${name}}`) && ID_NAME.test(name);
    const namesake = isId(members.get(name)) ? name : undefined;
    const member = isOwn ? idIn(members, name) : namesake;
    if (member === undefined || isOwnOf(members, member, isList)) return [];
    if (method === 'post' && !opensBelow(document, path).has(member)) return [];
    const slug = `${member}-is-that-of-the-path`;
    if (node['x-clauses']?.[slug] !== undefined) return [];
    const text = `${isList ? 'Each item' : 'The answer'} has as ${member} the ${name} of the path.`;
    const clause = {
      level: 'SHOULD',
      text: leavingOut(text, `${node.operationId}/${slug}`),
      section: `${method.toUpperCase()} ${path}`,
      invariant: {
        ...(isList ? { each: `${at}/*` } : {}),
        when: { present: [joinPointer('', member)] },
        equal: [joinPointer('', member), { path: name }],
        as: 'letters',
      },
    };
    return [
      {
        target: targetOf(place),
        operation: node.operationId,
        what: `shows the ${name} of its path`,
        reason: `${isList ? 'its items have' : 'the answer has'} the member ${member}`,
        confidence: 'certain',
        update: { 'x-clauses': { [slug]: clause } },
      },
    ];
  });
}

/** The members of what opens by an id below the path. */
function opensBelow(document: ContractDocument, path: string): Members {
  const opens = document.paths[detailOf(document, path)?.path ?? '']?.['get'];
  return membersOf(document, opens && answerOf(document, opens));
}

/** Is it the id of the items themselves? Friends of a user have the ids of other users. An item with ids has its own first. */
function isOwnOf(members: Members, member: string, isList: boolean): boolean {
  return isList && member === [...members.keys()].find((name) => ID_NAME.test(name));
}
