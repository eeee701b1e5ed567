import { joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument } from '../document.ts';
import { itemAt, pathNames } from '../path-names.ts';
import { detailOf, type Place, type Proposal, stated } from './proposal.ts';
import {
  addressIn,
  answerOf,
  haveSameTypes,
  idIn,
  isId,
  isIdName,
  type Members,
  membersOf,
  objectListsIn,
  parametersOf,
  plainName,
} from './shape.ts';
import { sentTo, thingOf } from './thing.ts';

const METHODS: readonly string[] = ['get', 'put', 'patch', 'post'];

/**
 * Proposes that an answer, or each item of a list, has the ids of its path, where it has members of their names: nobody gets
 * what belongs to another. Only the id at the end of a path is that of the answer itself, and may be called `id` or `uuid`
 * there.
 */
export function recogniseBelonging(document: ContractDocument, place: Place): readonly Proposal[] {
  const { path, method, node } = place;
  if (!METHODS.includes(method)) return [];
  const answer = answerOf(document, node);
  if (answer === undefined) return [];
  const [items, ...others] = objectListsIn(document, answer).filter(({ members }) => members.size > 0);
  const isList = method !== 'post' && items !== undefined && others.length === 0 && !path.endsWith('}');
  const thing = thingOf(document, node);
  const { at, members } = isList ? items : { at: thing.at, members: membersOf(document, thing.schema) };
  const around = isList && at !== '' ? besideItems(document, place, answer) : [];
  const inside = pathNames(path).flatMap((name) => {
    const isLast = method !== 'post' && path.endsWith(`{${name}}`);
    const member = isLast ? lastIn(name, members) : parentIn(document, place, name, members);
    if (member === undefined) return [];
    return stated(place, `${member}-is-that-of-the-path`, {
      text: `${isList ? 'Each item' : 'The answer'} has as ${member} the ${name} of the path.`,
      invariant: {
        ...(isList ? { each: `${at}/*` } : {}),
        when: { present: [joinPointer(isList ? '' : at, member)] },
        equal: [joinPointer(isList ? '' : at, member), { path: name }],
        as: 'letters',
      },
      what: `shows the ${name} of its path`,
      reason: `${isList ? 'its items have' : 'the answer has'} the member ${member}`,
    });
  });
  return [...inside, ...around];
}

/** An id beside the items of a list below it, with its name in the path. */
function besideItems(document: ContractDocument, place: Place, answer: Schema): readonly Proposal[] {
  const members = membersOf(document, answer);
  return pathNames(place.path).flatMap((name) => {
    if (!isOwnName(name) || !isId(members.get(name)) || sentTo(document, place.node).has(name)) return [];
    const at = joinPointer('', name);
    return stated(place, `${name}-beside-is-that-of-the-path`, {
      text: `The answer has as ${name} the ${name} of the path.`,
      invariant: { when: { present: [at] }, equal: [at, { path: name }], as: 'letters' },
      what: `shows the ${name} of its path`,
      reason: `the answer has the member ${name}`,
    });
  });
}

function isOwnName(name: string): boolean {
  return isIdName(name) && !/^(?:id|uuid)$/iu.test(name);
}

/** The member with the id at the end of the path. An address has it at its own end. */
function lastIn(name: string, members: Members): string | undefined {
  const own = isIdName(name) ? idIn(members, name) : [name].find((one) => isId(members.get(one)));
  return own === addressIn(members) ? undefined : own;
}

/** The member that identifies the answer itself, or each item. Without the id of the path it is the first id. */
function ownOf(document: ContractDocument, path: string, members: Members): string | undefined {
  const name = path.endsWith('}') ? pathNames(path).at(-1) : detailOf(document, path)?.id;
  return idIn(members, name) ?? [...members.keys()].find((one) => isIdName(one));
}

/**
 * The member with the id of a parent: named as it is in the path, or `tripId` for `/trips/{id}` and `/trips/{trip}`. A `name` or
 * `code` is that of the answer itself. A request that names the parent may move the thing there, a POST that does not create may
 * answer with something else, and a list in which nothing is made or opened may be a feed, with things of others.
 */
export function parentIn(
  document: ContractDocument,
  { path, method, node }: Place,
  name: string,
  members: Members,
): string | undefined {
  const isCollection = itemAt(document, path)?.['post'] !== undefined || detailOf(document, path) !== undefined;
  if (method === 'post' ? node.responses['201'] === undefined : !path.endsWith('}') && !isCollection) return undefined;
  const own = ownOf(document, path, members);
  const [above = ''] = path.split(`/{${name}}`);
  const parent = plainName(above.slice(above.lastIndexOf('/') + 1));
  const singulars = [parent.replace(/s$/u, ''), parent.replace(/es$/u, ''), parent.replace(/ies$/u, 'y')];
  const isNamed = isOwnName(name);
  // In `/trips/{trip}` the value may be an id or a name.
  const isNamedAlike = singulars.includes(plainName(name));
  const asked = parametersOf(document, node).find((one) => one.name === name)?.schema;
  const called = isNamedAlike ? [`${plainName(name)}id`] : singulars.map((each) => each + plainName(name));
  const isCalled = (one: string) => (one === name ? isNamed : !isNamed && called.includes(plainName(one)));
  const isAlike = (one: string) => isId(members.get(one)) && (!isNamedAlike || haveSameTypes(asked, members.get(one)));
  return [...members.keys()].find(
    (one) => one !== own && isCalled(one) && isAlike(one) && !sentTo(document, node).has(one),
  );
}
